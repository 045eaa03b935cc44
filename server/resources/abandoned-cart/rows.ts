/** Rows of reminders as we return them. */
import type { AbandonedCartReminder as ReminderRow } from '@/prisma/generated/client';
import { toNumber } from '@/server/lib/money';
import type { Reminder, ReminderSummary } from '@/server/resources/abandoned-cart/schema';

export type { ReminderRow };
export type SummaryRow = Omit<ReminderRow, 'cartSnapshot'>;

const SUMMARY = [
  'id',
  'accountId',
  'customerId',
  'cartId',
  'email',
  'valueAtSend',
  'currencyAtSend',
  'discountCodeId',
  'marketingCampaignId',
  'externalSource',
  'externalRef',
  'sentAt',
  'recoveredAt',
  'recoveredBySessionId',
];

const columns = (alias: string, names: string[]): string => names.map((name) => `${alias}."${name}"`).join(', ');

/** Every column but the snapshot. `alias` is the table's name in the statement. */
export const summaryColumns = (alias: string): string => columns(alias, SUMMARY);
export const reminderColumns = (alias: string): string => columns(alias, [...SUMMARY, 'cartSnapshot']);

/** What else a statement selected is dropped by the output schema. */
export const presentSummary = <Row extends SummaryRow>(row: Row): Omit<Row, 'valueAtSend'> & ReminderSummary => ({
  ...row,
  valueAtSend: toNumber(row.valueAtSend),
});

export const presentReminder = (row: ReminderRow): Reminder => ({
  ...presentSummary(row),
  // The column holds only what the schema let in.
  cartSnapshot: row.cartSnapshot as Record<string, unknown>,
});
