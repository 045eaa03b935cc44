/** The export of all data about a person (docs/contract/contacts.md). */
import * as z from 'zod';
import { id, instantOut } from '@/server/platform/lib/fields';
import { consent, contact, standingOutput } from '@/server/modules/audience/contacts/schema';

const instantOrNull = instantOut.nullable();
/** Collections of an export that are cut when they are too long. */
export const EXPORT_COLLECTIONS = [
  'messages',
  'reminders',
  'attributions',
  'redemptions',
  'conversions',
  'orders',
  'checkouts',
  'enrolments',
  'conversations',
  'consents',
  'formSubmissions',
  'events',
] as const;
/** The fields that an order and a checkout in an export have in common. */
const ofShop = {
  id,
  externalSource: z.string(),
  externalRef: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  items: z.unknown(),
  currency: z.string(),
  status: z.string(),
};
/**
 * All data about a person. Data under the shop's customer id is found by `externalRef`; purchases reported to Meta also
 * by the hash of the e-mail.
 */
export const exportOutput = z
  .object({
    exportedAt: instantOut,
    /**
     * Collections that have only their newest 1,000 entries here, or whose older entries lack content or cartSnapshot
     * because of their size.
     */
    truncated: z.array(z.enum(EXPORT_COLLECTIONS)),
    contact,
    lists: standingOutput.shape.lists,
    suppressions: standingOutput.shape.suppressions,
    cartPreferences: z.array(
      z.object({ email: z.string(), abandonedCartOptOut: z.boolean(), optedOutAt: instantOrNull }),
    ),
    aliases: z.array(z.object({ kind: z.string(), value: z.string(), createdAt: instantOut })),
    messages: z.array(
      z.object({
        id,
        provider: z.string(),
        recipient: z.string(),
        status: z.string(),
        content: z.unknown(),
        broadcastId: id.nullable(),
        lastError: z.string().nullable(),
        createdAt: instantOut,
        sentAt: instantOrNull,
        deliveredAt: instantOrNull,
        openedAt: instantOrNull,
        clickedAt: instantOrNull,
        bouncedAt: instantOrNull,
        failedAt: instantOrNull,
      }),
    ),
    reminders: z.array(
      z.object({
        id,
        customerId: z.string(),
        cartId: z.string(),
        email: z.string(),
        cartSnapshot: z.unknown(),
        valueAtSend: z.number(),
        currencyAtSend: z.string(),
        discountCodeId: id.nullable(),
        sentAt: instantOut,
        recoveredAt: instantOrNull,
      }),
    ),
    attributions: z.array(
      z.object({
        id,
        role: z.enum(['referrer', 'referee']),
        status: z.string(),
        amount: z.number().nullable(),
        currency: z.string().nullable(),
        createdAt: instantOut,
        expiresAt: instantOut,
        rewardedAt: instantOrNull,
        rewardCode: z.string().nullable(),
      }),
    ),
    redemptions: z.array(
      z.object({
        id,
        code: z.string(),
        checkoutSessionId: z.string(),
        appliedAmount: z.number(),
        appliedShipping: z.number(),
        currency: z.string(),
        redeemedAt: instantOut,
      }),
    ),
    conversions: z.array(
      z.object({
        eventId: z.string(),
        value: z.number().nullable(),
        currency: z.string().nullable(),
        occurredAt: instantOut,
        status: z.string(),
        sentAt: instantOrNull,
      }),
    ),
    orders: z.array(
      z.object({
        ...ofShop,
        number: z.string().nullable(),
        customerRef: z.string().nullable(),
        amount: z.number(),
        refunded: z.number(),
        discountCodes: z.array(z.string()),
        landingUrl: z.string().nullable(),
        placedAt: instantOut,
        paidAt: instantOrNull,
      }),
    ),
    checkouts: z.array(
      z.object({
        ...ofShop,
        value: z.number(),
        url: z.string().nullable(),
        acceptsMarketing: z.boolean().nullable(),
        createdAt: instantOut,
        abandonedAt: instantOrNull,
        completedAt: instantOrNull,
      }),
    ),
    enrolments: z.array(
      z.object({
        id,
        funnelId: id,
        funnel: z.string().meta({ description: 'Name of the funnel.' }),
        status: z.string(),
        exitReason: z.string().nullable(),
        cart: z.unknown(),
        discountCode: z.string().nullable(),
        enteredAt: instantOut,
        endedAt: instantOrNull,
      }),
    ),
    conversations: z.array(
      z.object({
        id,
        provider: z.string(),
        address: z.string(),
        name: z.string().nullable(),
        handle: z.string().nullable(),
        status: z.string(),
        createdAt: instantOut,
        messages: z.unknown().meta({ description: 'Newest 1,000 messages without notes: direction, kind, text, at.' }),
      }),
    ),
    consents: z.array(consent),
    formSubmissions: z.array(
      z.object({
        id,
        formId: id,
        form: z.string().meta({ description: 'Name of the form.' }),
        email: z.string().nullable(),
        entered: z.unknown(),
        consents: z.unknown(),
        origin: z.string().nullable(),
        ip: z.string(),
        userAgent: z.string(),
        createdAt: instantOut,
        askedAt: instantOrNull,
        confirmedAt: instantOrNull,
      }),
    ),
    events: z.array(
      z.object({ id: z.string(), name: z.string(), at: instantOut, properties: z.record(z.string(), z.unknown()) }),
    ),
  })
  .meta({ id: 'ContactExport' });
export type ContactExport = z.output<typeof exportOutput>;
