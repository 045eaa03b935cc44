/** The page of the sandbox's shops (docs/contract/integrations.md#sandbox). */
import * as z from 'zod';
import { list } from '@/server/platform/lib/bounded';
import { id, idIn, instantOut, text } from '@/server/platform/lib/fields';
import { emailIn } from '@/server/platform/lib/fields';
import { STOREFRONTS } from '@/server/platform/lib/shared-vocabulary';

const provider = z.enum(STOREFRONTS);
const ref = text(1, 40);

export const shopAction = z.discriminatedUnion('verb', [
  z.object({ verb: z.literal('abandon'), product: ref, email: emailIn, accepts: z.boolean() }),
  z.object({
    verb: z.literal('buy'),
    product: ref,
    email: emailIn,
    code: text(0, 120),
    /** The checkout that it completes; null: none. */
    checkout: ref.nullable(),
  }),
  z.object({ verb: z.literal('refund'), ref }),
  z.object({ verb: z.literal('unsubscribe'), email: emailIn }),
  z.object({ verb: z.literal('delete_order'), ref }),
]);
export type ShopAction = z.output<typeof shopAction>;

/** The times at which the webhooks of an action go. */
export const WHEN = ['now', 'twice', 'late', 'by_hand'] as const;
/** The delay of `late`, in seconds. */
export const LATE_SECONDS = 60;

export const shopInput = z.object({ provider });
export const playInput = z.object({ provider, action: shopAction, when: z.enum(WHEN) });
/** In this order: another than that in which they happened is out of order. */
export const sendInput = z.object({ provider, ids: list(idIn, 50).min(1) });

const view = z.object({
  name: z.string(),
  products: z.array(z.object({ ref: z.string(), name: z.string(), price: z.number() })),
  orders: z.array(
    z.object({
      ref: z.string(),
      number: z.string(),
      email: z.string().nullable(),
      total: z.number(),
      status: z.string(),
      canRefund: z.boolean(),
    }),
  ),
  checkouts: z.array(z.object({ ref: z.string(), email: z.string().nullable(), total: z.number() })),
});
export type ShopView = z.output<typeof view>;

export const shopOutput = view.extend({
  /** The integration that listens; null: none does. */
  integrationId: id.nullable(),
  changes: z.array(
    z.object({
      id,
      verb: z.enum(['abandon', 'buy', 'refund', 'unsubscribe', 'delete_order']),
      about: z.string(),
      sent: z.number(),
      dueAt: instantOut.nullable(),
      createdAt: instantOut,
    }),
  ),
});
export type ShopPage = z.output<typeof shopOutput>;
