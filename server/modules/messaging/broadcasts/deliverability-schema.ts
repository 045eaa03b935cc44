/** The reaction of mailbox providers to the e-mails of a workspace (docs/contract/insights.md#deliverability). */
import * as z from 'zod';
import { clampedInteger, instantOut } from '@/server/platform/lib/fields';

/** The largest number of listed domains; the rest is put together. */
export const MOST_DOMAINS = 20;
/**
 * The most messages that are judged, newest first. A mailbox provider's opinion of a sender also rests on recent
 * messages.
 */
export const MOST_MESSAGES = 100_000;
/** The smallest number of messages for a verdict. */
export const FEWEST_MESSAGES = 100;

const count = z.int().min(0);
const rate = z.number().nullable();
export const VERDICTS = ['ok', 'warn', 'stop'] as const;
export const verdict = z
  .enum(VERDICTS)
  .nullable()
  .meta({ id: 'DeliverabilityVerdict', description: `Null with fewer than ${FEWEST_MESSAGES} messages.` });
export type Verdict = z.output<typeof verdict>;
export const MAILBOXES = ['gmail', 'yahoo'] as const;

const figures = {
  sent: count.meta({ description: 'Messages accepted by a provider. The other figures count among these.' }),
  delivered: count.meta({ description: 'Delivered messages, opened and clicked ones included.' }),
  bounced: count,
  complained: count.meta({ description: 'Spam complaints that a provider reported, by address.' }),
  bounceRate: rate.meta({ description: 'bounced / sent, not rounded. Null when nothing was sent.' }),
  complaintRate: rate.meta({
    description:
      'complained / delivered, not rounded; complained / (sent − bounced) when the provider reports no deliveries. Null when nobody reports complaints.',
  }),
  verdict: verdict.meta({ description: 'The worse verdict of complaints and bounces.' }),
  because: z
    .array(z.enum(['complaints', 'bounces']))
    .meta({ description: 'Reasons of the verdict when it is warn or stop.' }),
};
const figuresOutput = z.object(figures).meta({ id: 'DeliverabilityFigures' });
export type Deliverability = z.output<typeof figuresOutput>;

const source = z.object({
  by: z.enum([...MAILBOXES, 'amazon_ses']),
  warn: z.number().nullable(),
  stop: z.number(),
  url: z.string().meta({ description: 'Page that states the threshold.' }),
});
const threshold = z
  .object({
    warn: z.number().meta({ description: 'Lowest rate that counts, as a fraction.', sample: 0.001 }),
    stop: z.number().meta({ description: 'Lowest rate that counts, as a fraction.', sample: 0.003 }),
    sources: z.array(source),
  })
  .meta({ id: 'DeliverabilityThreshold' });

/** The shares from which a rate is `warn` or `stop`. The answer names the sources. */
export const THRESHOLDS: Record<'complaints' | 'bounces', z.output<typeof threshold>> = {
  complaints: {
    warn: 0.001,
    stop: 0.003,
    sources: [
      { by: 'gmail', warn: 0.001, stop: 0.003, url: 'https://support.google.com/mail/answer/81126' },
      { by: 'yahoo', warn: null, stop: 0.003, url: 'https://senders.yahooinc.com/best-practices/' },
    ],
  },
  bounces: {
    warn: 0.05,
    stop: 0.1,
    sources: [
      {
        by: 'amazon_ses',
        warn: 0.05,
        stop: 0.1,
        url: 'https://docs.aws.amazon.com/ses/latest/dg/faqs-enforcement.html',
      },
    ],
  },
};

export const deliverabilityInput = z.object({ windowDays: clampedInteger({ fallback: 30, min: 1, max: 90 }) });
export type DeliverabilityInput = z.output<typeof deliverabilityInput>;
export const deliverabilityOutput = z.object({
  windowDays: z.int(),
  from: instantOut.meta({
    description: 'Begin of the figures; later than the begin of the window when `limited` is true.',
  }),
  to: instantOut,
  limited: z.boolean().meta({
    description: `True when the window has more than ${MOST_MESSAGES.toLocaleString('en')} messages. Only the newest of them are counted then.`,
  }),
  thresholds: z.object({ complaints: threshold, bounces: threshold }),
  sender: figuresOutput.meta({
    description: 'All domains together. The complaint rate leaves out domains that report no complaints.',
  }),
  domains: z
    .array(
      z.object({
        domain: z.string().meta({ description: "Domain of the recipients' addresses.", sample: 'gmail.com' }),
        mailbox: z
          .enum(MAILBOXES)
          .nullable()
          .meta({ description: 'Mailbox provider that publishes thresholds; null for any other.' }),
        ...figures,
      }),
    )
    .meta({ description: `The ${MOST_DOMAINS} domains with the most messages.` }),
  others: z
    .object({ domains: count, ...figures })
    .nullable()
    .meta({ description: 'All other domains together. Null when there are none.' }),
});
export type DeliverabilityAnswer = z.output<typeof deliverabilityOutput>;
