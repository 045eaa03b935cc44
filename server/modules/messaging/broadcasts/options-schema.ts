/**
 * The options of a broadcast, where more is asked than that everybody gets it at once
 * (docs/contract/broadcasts.md#options). A broadcast that asks for none of it answers without these keys.
 */
import * as z from 'zod';
import { instantOut, text } from '@/server/platform/lib/fields';
import { abTest, abTestResult, storedAbTest } from '@/server/modules/messaging/broadcasts/ab-schema';
import { PER_HOUR } from '@/server/modules/messaging/broadcasts/vocabulary';

const LOCAL_TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const utmField = text(1, 100).optional();

export const options = z.object({
  test: abTest.nullable(),
  perHour: z
    .number()
    .int()
    .min(PER_HOUR.min)
    .max(PER_HOUR.max)
    .nullable()
    .meta({ description: 'The most messages that leave in an hour. Null: as fast as the channels take them.' }),
  localTime: text(1, 5).regex(LOCAL_TIME, { error: 'must be a time of day such as 09:00' }).nullable().meta({
    description: "Each contact gets it at this hour of the contact's own day. Null: all at once.",
    sample: '09:00',
  }),
  tracking: z.boolean().meta({ description: 'Links lead through /l/, so that clicks and opens are counted.' }),
  utm: z
    .object({ source: utmField, medium: utmField, campaign: utmField })
    .meta({ id: 'BroadcastUtm' })
    .nullable()
    .meta({ description: 'Parameters that are added to the links of an e-mail.', sample: { source: 'laris' } }),
});

/** As they are answered: only what was asked for. */
export const storedOptions = z.object({
  test: storedAbTest.optional(),
  testEndsAt: instantOut.optional().meta({ description: 'Of a test that has begun: when its hours are over.' }),
  testResult: abTestResult.optional(),
  perHour: z.number().optional(),
  localTime: z.string().optional(),
  tracking: z.literal(true).optional(),
  utm: z
    .object({ source: z.string().optional(), medium: z.string().optional(), campaign: z.string().optional() })
    .optional(),
});
