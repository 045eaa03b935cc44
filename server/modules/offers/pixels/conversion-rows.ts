/** Rows of the outbox of conversions, for the sender and the merchant's list. */
import { castStored } from '@/server/platform/db/stored';
import type { PixelConversion as ConversionRow } from '@/prisma/generated/client';
import { toNumberOrNull } from '@/server/platform/lib/money';
import { analyticsEvent } from '@/server/modules/offers/pixels/analytics-events';
import type { EventFacts } from '@/server/modules/offers/pixels/events';
import { metaEvent } from '@/server/modules/offers/pixels/meta-events';
import type { Conversion } from '@/server/modules/offers/pixels/schema';
import { tiktokEvent } from '@/server/modules/offers/pixels/tiktok-events';
import type { DestinationId } from '@/server/modules/offers/pixels/vocabulary';

export type { ConversionRow };

/** Returns the facts of a row that are sent to a vendor. */
export const factsOf = (row: Pick<ConversionRow, keyof EventFacts>): EventFacts => ({
  eventId: row.eventId,
  isTest: row.isTest,
  value: toNumberOrNull(row.value),
  currency: row.currency,
  emailHash: row.emailHash,
  customerId: row.customerId,
  occurredAt: row.occurredAt,
});

const EVENTS = { adPixelA: metaEvent, adPixelB: tiktokEvent, analytics: analyticsEvent };

export const presentConversion = (row: ConversionRow & { destination: DestinationId }): Conversion =>
  castStored<Conversion>({
    ...row,
    value: toNumberOrNull(row.value),
    hasEmail: row.emailHash !== null,
    event: EVENTS[row.destination](factsOf(row)),
  });
