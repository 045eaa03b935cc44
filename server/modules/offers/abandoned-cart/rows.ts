/** Rows of reminders as we return them. */
import { castStored } from '@/server/platform/db/stored';
import type { AbandonedCartReminder as ReminderRow } from '@/prisma/generated/client';
import { columnsOf } from '@/server/platform/db/columns';
import { toNumber } from '@/server/platform/lib/money';
import type { Reminder, ReminderSummary } from '@/server/modules/offers/abandoned-cart/schema';

export type { ReminderRow };
export type SummaryRow = Omit<ReminderRow, 'cartSnapshot'>;

/** Every column but the snapshot. `alias` is the table's name in the statement. */
export const summaryColumns = (alias: string): string => columnsOf('AbandonedCartReminder', alias, 'cartSnapshot');
export const reminderColumns = (alias: string): string => columnsOf('AbandonedCartReminder', alias);

/** The output schema drops whatever else a statement has selected. */
export const presentSummary = <Row extends SummaryRow>(row: Row): Omit<Row, 'valueAtSend'> & ReminderSummary => ({
  ...row,
  valueAtSend: toNumber(row.valueAtSend),
});

export const presentReminder = (row: ReminderRow): Reminder => castStored(presentSummary(row));
