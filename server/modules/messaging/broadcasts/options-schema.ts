/**
 * The options of a broadcast that is not sent to everybody at once (docs/contract/broadcasts.md#options). A broadcast
 * without options is returned without these keys.
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
    .meta({ description: 'Most messages an hour, 60 to 1,000,000. Null: as fast as the channels allow.' }),
  localTime: text(1, 5).regex(LOCAL_TIME, { error: 'must be a time of day such as 09:00' }).nullable().meta({
    description: "Time of day, HH:MM, in the contact's own time zone. Null: everybody at once.",
    sample: '09:00',
  }),
  tracking: z.boolean().meta({ description: 'True: links are redirected, so that opens and clicks are counted.' }),
  utm: z
    .object({ source: utmField, medium: utmField, campaign: utmField })
    .meta({ id: 'BroadcastUtm' })
    .nullable()
    .meta({ description: 'UTM parameters added to the links of an e-mail.', sample: { source: 'laris' } }),
});

/** The options in answers: only the options that are set. */
export const storedOptions = z.object({
  test: storedAbTest.optional(),
  testEndsAt: instantOut.optional().meta({ description: 'End of the running A/B test.' }),
  testResult: abTestResult.optional(),
  perHour: z.number().optional(),
  localTime: z.string().optional(),
  tracking: z.literal(true).optional(),
  utm: z
    .object({ source: z.string().optional(), medium: z.string().optional(), campaign: z.string().optional() })
    .optional(),
});
