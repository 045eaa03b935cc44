/** Abandoned cart (docs/contract/abandoned-cart.md). The dashboard's forms use the same schemas. */
import * as z from 'zod';
import { ofLength } from '@/server/platform/lib/bounded';
import {
  cappedInteger,
  clampedInteger,
  currencyIn,
  currencyOut,
  cursor,
  foreignId,
  id,
  idIn,
  instantIn,
  instantOut,
  money,
  text,
} from '@/server/platform/lib/fields';
import { freeForm } from '@/server/platform/lib/free-form';
import { emailIn } from '@/server/platform/lib/fields';
import { ACTIVITY_DAYS, MAX_DELAY_HOURS, REMINDER_STATES } from '@/server/modules/offers/abandoned-cart/vocabulary';

/** The merchant's settings. The partner's sweep reads them; the service never acts on them. */
const settings = z.object({
  enabled: z.boolean(),
  delayHours: z
    .number()
    .int()
    .min(1)
    .max(MAX_DELAY_HOURS)
    .meta({ description: 'Hours from the last change of a cart to its reminder. Default: 4.', sample: 4 }),
  emailSubject: text(0, 200).meta({
    description: 'Subject of the e-mail. The partner platform fills in placeholders such as {{ first_name }}.',
    sample: 'You left something in your cart',
  }),
  emailPreview: text(0, 200).meta({ description: 'Preview text, shown after the subject.' }),
  discountCodeId: idIn.nullable().meta({ description: 'Id of the discount code that the reminder offers.' }),
});

export const updateConfigInput = settings.partial().extend({
  marketingCampaignId: ofLength(z.unknown(), 255)
    .optional()
    .meta({
      description: 'Not accepted: 400 for any value, null too.',
      jsonSchema: { not: {} },
    }),
});
export type UpdateConfigInput = z.output<typeof updateConfigInput>;

const settingsOut = z.object({
  enabled: z.boolean(),
  delayHours: z.number(),
  emailSubject: z.string(),
  emailPreview: z.string(),
  discountCodeId: z.string().nullable(),
});
/** The defaults that stand for a config that nobody has saved. */
export type ConfigStub = z.output<typeof settingsOut>;

export const config = z
  .object({ id, accountId: id, ...settingsOut.shape, createdAt: instantOut, updatedAt: instantOut })
  .meta({ id: 'AbandonedCartConfig' });
export type Config = z.output<typeof config>;
/** The row, or the stub of five fields. */
export const configOutput = z.union([
  config,
  settingsOut.meta({ id: 'AbandonedCartConfigDefault', description: 'Defaults, before the first PATCH.' }),
]);

export const reminder = z
  .object({
    id,
    accountId: id,
    customerId: z.string(),
    cartId: z.string(),
    email: z.string(),
    cartSnapshot: z.record(z.string(), z.unknown()),
    valueAtSend: z.number(),
    currencyAtSend: currencyOut,
    discountCodeId: z.string().nullable(),
    marketingCampaignId: z.string().nullable(),
    externalSource: z.string().nullable(),
    externalRef: z.string().nullable(),
    sentAt: instantOut,
    recoveredAt: instantOut
      .nullable()
      .meta({ description: 'Time of the purchase; null while the cart is not recovered.' }),
    recoveredBySessionId: z.string().nullable(),
  })
  .meta({ id: 'AbandonedCartReminder' });
export type Reminder = z.output<typeof reminder>;

export const remindersInput = z.object({ limit: cappedInteger({ fallback: 50, max: 200 }) });
export const remindersOutput = z.object({ items: z.array(reminder) });

const page = { total: z.number(), nextCursor: z.string().nullable(), hasMore: z.boolean() };

export const listRemindersInput = z.object({
  limit: clampedInteger({ fallback: 50, min: 1, max: 100 }),
  cursor,
  q: text(0, 255)
    .optional()
    .meta({ description: 'Part of the e-mail, the customer id or the cart id; case is ignored.' }),
  state: z.enum(REMINDER_STATES).optional(),
});
export type ListRemindersInput = z.output<typeof listRemindersInput>;
/** A reminder without its snapshot, which can be large. */
export const reminderSummary = reminder.omit({ cartSnapshot: true }).meta({ id: 'Reminder' });
export type ReminderSummary = z.output<typeof reminderSummary>;
export const listRemindersOutput = z.object({ items: z.array(reminderSummary), ...page });

export const byId = z.object({ id: idIn });
export const reminderDetail = reminder.extend({
  discountCode: z.object({ id, code: z.string() }).nullable(),
  marketingCampaign: z.object({ id, name: z.string() }).nullable(),
  contact: z
    .object({ id, firstName: z.string().nullable(), lastName: z.string().nullable() })
    .nullable()
    .meta({ description: 'Newest contact with this e-mail; null when there is none.' }),
});
export type ReminderDetail = z.output<typeof reminderDetail>;

/** The largest snapshot, in bytes. No real cart is larger, and one answer lists up to 200 of them. */
const MAX_SNAPSHOT_BYTES = 64 * 1024;

export const recordReminderInput = z.object({
  accountId: idIn.nullish(),
  customerId: foreignId,
  cartId: foreignId,
  email: emailIn,
  cartSnapshot: freeForm(MAX_SNAPSHOT_BYTES).meta({
    description: 'The cart as your platform stores it. At most 64 KB of JSON.',
  }),
  valueAtSend: money.meta({ description: 'Value of the cart, in minor units.' }),
  currencyAtSend: currencyIn,
  discountCodeId: idIn.nullish().meta({ description: 'Id of the discount code in the e-mail.' }),
  marketingCampaignId: idIn.nullish(),
  externalSource: foreignId
    .nullish()
    .meta({ description: 'Key of a retry, together with externalRef. Without both, every call records a reminder.' }),
  externalRef: foreignId.nullish(),
});
export type RecordReminderInput = z.output<typeof recordReminderInput>;
export const recordReminderOutput = z.object({
  id: z.string().meta({ description: 'Id of the reminder; empty when the buyer has opted out.' }),
  created: z.boolean().meta({ description: 'False with an id: the reminder was recorded before.' }),
  reason: z.literal('opted_out').optional(),
});
export type RecordReminderOutput = z.output<typeof recordReminderOutput>;

export const recoverInput = z.object({
  accountId: idIn.nullish(),
  customerId: foreignId,
  checkoutSessionId: foreignId.meta({ description: 'Stored with the reminder; not used to find it.' }),
  completedAt: instantIn.nullish().meta({ description: 'Time of the purchase; now unless sent.' }),
});
export type RecoverInput = z.output<typeof recoverInput>;
export const recoverOutput = z.object({
  recovered: z.boolean(),
  reminderId: id.optional().meta({ description: 'Present when a reminder was marked.' }),
});
export type RecoverOutput = z.output<typeof recoverOutput>;

export const statsInput = z.object({ windowDays: cappedInteger({ fallback: 30, max: 365 }) });
export const statsOutput = z.object({
  remindersSent: z.number(),
  cartsRecovered: z.number(),
  recoveryRate: z
    .number()
    .meta({ description: 'cartsRecovered / remindersSent, not rounded. 0 when nothing was sent.' }),
  recoveredValueAtSend: z
    .number()
    .meta({ description: 'Sum of `valueAtSend` of recovered reminders, in minor units, over all currencies.' }),
  currency: currencyOut.nullable().meta({ description: 'Currency of the recovered reminder that was sent first.' }),
});
export type Stats = z.output<typeof statsOutput>;

export const activityInput = z.object({ days: z.union(ACTIVITY_DAYS.map((days) => z.literal(days))).default(30) });
const sums = z.object({ sent: z.number(), recovered: z.number(), valueSent: z.number(), valueRecovered: z.number() });
export const activityOutput = z.object({
  points: z.array(z.object({ day: z.string(), sent: z.number(), recovered: z.number() })),
  currencies: z.array(z.object({ currency: currencyOut, ...sums.shape, before: sums })),
});
export type Activity = z.output<typeof activityOutput>;

export const suppression = z
  .object({
    id,
    accountId: id,
    email: z.string(),
    abandonedCartOptOut: z.boolean(),
    optedOutAt: instantOut.nullable(),
  })
  .meta({ id: 'BuyerEmailPreference' });
export type Suppression = z.output<typeof suppression>;

export const listSuppressionsInput = z.object({ limit: clampedInteger({ fallback: 200, min: 1, max: 500 }) });
export const listSuppressionsOutput = z.object({ suppressions: z.array(suppression) });

export const searchSuppressionsInput = z.object({
  limit: clampedInteger({ fallback: 50, min: 1, max: 100 }),
  cursor,
  q: text(0, 254).optional().meta({ description: 'Part of the e-mail; case is ignored.' }),
});
export type SearchSuppressionsInput = z.output<typeof searchSuppressionsInput>;
export const searchSuppressionsOutput = z.object({ items: z.array(suppression), ...page });

export const addSuppressionInput = z.object({ email: emailIn });
/** Accepts any text, because a text that is no e-mail is answered like an unknown one. */
export const removeSuppressionInput = z.object({
  email: ofLength(z.string(), 254)
    .transform((value) => (value.includes('\0') || value.length > 254 ? '' : value.trim().toLowerCase()))
    .meta({ description: 'Percent-encoded.', jsonSchema: { type: 'string' } }),
});
