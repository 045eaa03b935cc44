/** The page Privacy of the dashboard. */
import * as z from 'zod';
import { instantOut } from '@/server/platform/lib/fields';
import { keysOf } from '@/server/platform/lib/narrow';
import { KEPT_DAYS } from '@/server/platform/lib/retention';

export const CONSENT_SPAN_DAYS = 90;

export const privacyOutput = z.object({
  /** The newest 50. */
  requests: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['export', 'erase', 'data_request', 'customer_redact', 'shop_redact']),
      at: instantOut,
      /** The time when the request was done; null: a person still has to do it. */
      doneAt: instantOut.nullable(),
      /** The person or key that did it, or the shop whose vendor asked. */
      by: z.string().nullable(),
    }),
  ),
  /** Days on which something was said, by channel. */
  consent: z.array(z.object({ family: z.string(), day: z.string(), subscribed: z.number(), unsubscribed: z.number() })),
  kept: z.array(
    z.object({
      what: z.enum(keysOf(KEPT_DAYS)),
      days: z.number(),
    }),
  ),
});
