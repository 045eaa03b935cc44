/** Rows of the outbox, for whoever sends them and whoever shows them. */
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

/** Returns the facts of a row that a vendor is told. */
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
