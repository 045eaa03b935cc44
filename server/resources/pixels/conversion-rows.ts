/** Rows of the outbox, for whoever sends them and whoever shows them. */
import { stored } from '@/server/db/stored';
import type { PixelConversion as ConversionRow } from '@/prisma/generated/client';
import { toNumberOrNull } from '@/server/lib/money';
import { analyticsEvent } from '@/server/resources/pixels/analytics-events';
import type { EventFacts } from '@/server/resources/pixels/events';
import { metaEvent } from '@/server/resources/pixels/meta-events';
import type { Conversion } from '@/server/resources/pixels/schema';
import { tiktokEvent } from '@/server/resources/pixels/tiktok-events';
import type { DestinationId } from '@/server/resources/pixels/vocabulary';

export type { ConversionRow };

/** What of a row a vendor is told. */
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
  stored<Conversion>({
    ...row,
    value: toNumberOrNull(row.value),
    hasEmail: row.emailHash !== null,
    event: EVENTS[row.destination](factsOf(row)),
  });
