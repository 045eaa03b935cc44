/** Rows of the outbox, for whoever sends them and whoever shows them. */
import { stored } from '@/server/db/stored';
import type { PixelConversion as ConversionRow } from '@/prisma/generated/client';
import { toNumberOrNull } from '@/server/lib/money';
import { metaEvent, type EventFacts } from '@/server/resources/pixels/meta-events';
import type { Conversion } from '@/server/resources/pixels/schema';

export type { ConversionRow };

/** What of a row Meta is told. */
export const factsOf = (row: Pick<ConversionRow, keyof EventFacts>): EventFacts => ({
  eventId: row.eventId,
  isTest: row.isTest,
  value: toNumberOrNull(row.value),
  currency: row.currency,
  emailHash: row.emailHash,
  customerId: row.customerId,
  occurredAt: row.occurredAt,
});

export const presentConversion = (row: ConversionRow): Conversion =>
  stored<Conversion>({
    ...row,
    value: toNumberOrNull(row.value),
    hasEmail: row.emailHash !== null,
    event: metaEvent(factsOf(row)),
  });
