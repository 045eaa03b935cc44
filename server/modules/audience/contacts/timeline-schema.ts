/** The timeline of a contact's page, newest first. */
import * as z from 'zod';
import { clampedInteger, cursor, id, idIn, instantOut } from '@/server/platform/lib/fields';
import { ENROLMENT_STATUSES } from '@/server/platform/lib/shared-vocabulary';
import { CHECKOUT_STATUSES, ORDER_STATUSES } from '@/server/platform/lib/shared-vocabulary';

export const timelineInput = z.object({ id: idIn, limit: clampedInteger({ fallback: 25, min: 1, max: 100 }), cursor });
export const timelineOutput = z.object({
  items: z.array(
    z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('message'),
        id,
        at: instantOut,
        provider: z.string(),
        recipient: z.string(),
        status: z.string(),
        lastError: z.string().nullable(),
        sentAt: instantOut.nullable(),
        openedAt: instantOut.nullable(),
        clickedAt: instantOut.nullable(),
        broadcast: z.object({ id, name: z.string() }).nullable(),
        funnel: z.object({ id, name: z.string() }).nullable(),
        /** The form that the message asks to confirm. */
        form: z.object({ id, name: z.string() }).nullable(),
      }),
      z.object({
        kind: z.literal('redemption'),
        id,
        at: instantOut,
        discountCodeId: id,
        code: z.string(),
        appliedAmount: z.number(),
        appliedShipping: z.number(),
        currency: z.string(),
      }),
      z.object({ kind: z.literal('list_added'), id, at: instantOut, list: z.object({ id, name: z.string() }) }),
      z.object({
        kind: z.literal('cart_reminder'),
        id,
        at: instantOut,
        cartId: z.string(),
        value: z.number(),
        currency: z.string(),
        recoveredAt: instantOut.nullable(),
      }),
      z.object({
        kind: z.literal('order'),
        id,
        at: instantOut,
        number: z.string(),
        status: z.enum(ORDER_STATUSES),
        amount: z.number(),
        currency: z.string(),
      }),
      z.object({
        kind: z.literal('checkout'),
        id,
        at: instantOut,
        status: z.enum(CHECKOUT_STATUSES),
        value: z.number(),
        currency: z.string(),
      }),
      z.object({
        kind: z.literal('enrolment'),
        id,
        at: instantOut,
        funnel: z.object({ id, name: z.string() }),
        status: z.enum(ENROLMENT_STATUSES),
        exitReason: z.string().nullable(),
        goalAt: instantOut.nullable(),
      }),
      z.object({ kind: z.literal('conversation'), id, at: instantOut, provider: z.string(), preview: z.string() }),
      /** An event of the contact that a shop reported; `detail` is the beginning of the JSON of its properties. */
      z.object({ kind: z.literal('event'), id, at: instantOut, name: z.string(), detail: z.string() }),
    ]),
  ),
  nextCursor: z.string().nullable(),
  hasMore: z.boolean(),
});
export type TimelineItem = z.output<typeof timelineOutput>['items'][number];
