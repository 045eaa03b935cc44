/** The results of a broadcast, for programs (docs/contract/broadcasts.md#report). Needs the extension message-list. */
import * as z from 'zod';
import { clampedInteger, cursor, id, idIn, instantOut, text } from '@/server/platform/lib/fields';
import { provider } from '@/server/modules/messaging/channels/schema';
import {
  exportRecipientsInput,
  MESSAGE_STATUSES,
  reasonsOutput,
  recipient,
  statusCounts,
} from '@/server/modules/messaging/broadcasts/schema';
import { MACHINES } from '@/server/modules/messaging/broadcasts/vocabulary';

const page = { limit: clampedInteger({ fallback: 50, min: 1, max: 100 }), cursor };
const paged = { cursor: z.string().nullable(), hasMore: z.boolean() };

export const recipientsInput = exportRecipientsInput.extend({ id: idIn, ...page });
export type RecipientsInput = z.output<typeof recipientsInput>;
export const recipientsOutput = z.object({ data: z.array(recipient), ...paged });
export type Recipients = z.output<typeof recipientsOutput>;

export const messagesInput = z.object({
  id: idIn,
  status: z.enum(MESSAGE_STATUSES).optional().meta({ description: 'All unless sent.' }),
  q: text(0, 200).optional().meta({ description: 'Part of the recipient; case is ignored.' }),
  ...page,
});
export type MessagesInput = z.output<typeof messagesInput>;

const instant = instantOut.nullable();
export const message = z
  .object({
    id,
    accountId: id,
    campaignId: z.string().nullable().meta({ description: 'Id of the broadcast.' }),
    funnelId: z.string().nullable(),
    funnelStepId: z.string().nullable(),
    contactId: z.string().nullable(),
    channelIntegrationId: id,
    provider,
    recipient: z.string(),
    status: z.enum(MESSAGE_STATUSES),
    providerMessageId: z.string().nullable(),
    attempts: z.number(),
    lastError: z.string().nullable(),
    scheduledAt: instant,
    sentAt: instant,
    deliveredAt: instant,
    openedAt: instant,
    clickedAt: instant,
    bouncedAt: instant,
    failedAt: instant,
    createdAt: instantOut,
    updatedAt: instantOut,
  })
  .meta({ id: 'Message' });
export type Message = z.output<typeof message>;
export const messagesOutput = z.object({ data: z.array(message), ...paged });
export type Messages = z.output<typeof messagesOutput>;

const machine = z.enum(MACHINES);
/** The number of messages whose picture a machine loaded, or whose link it followed, by the first machine that did. */
const visits = z.array(z.object({ machine, messages: z.number() }));
export const machinesOutput = z.object({ opened: visits, clicked: visits });
export type Machines = z.output<typeof machinesOutput>;

/** A link of a broadcast, with the number of people who followed it, and of messages in which a machine did. */
export const clickedLink = z.object({ link: z.string(), people: z.number(), machines: z.number() });
export type ClickedLink = z.output<typeof clickedLink>;

export const linksOutput = z.object({
  /** The links that most people clicked first, at most 20. */
  links: z.array(clickedLink),
  machines: machinesOutput,
});
export type Links = z.output<typeof linksOutput>;

const rate = z.number().nullable();
const count = z.number();
export const reportOutput = z
  .object({
    statusCounts,
    figures: z
      .object({
        messages: count,
        waiting: count,
        sent: count,
        delivered: count,
        opened: count,
        clicked: count,
        bounced: count,
        failed: count,
        skipped: count,
        unsubscribed: count,
      })
      .meta({
        description:
          'Recipients by state. Clicked ones count as opened, and opened ones as delivered; clicks and opens of machines do not count.',
      }),
    rates: z
      .object({ delivered: rate, opened: rate, clicked: rate, bounced: rate, unsubscribed: rate })
      .meta({ description: 'Shares of `sent`, 0 to 1. Null when nothing was sent.' }),
    machines: machinesOutput.meta({ description: 'Messages opened or clicked by machines, such as link scanners.' }),
    links: z.array(clickedLink).meta({ description: 'At most 100 links, most clicked first.' }),
    reasons: reasonsOutput.shape.reasons,
  })
  .meta({ id: 'BroadcastReport' });
export type Report = z.output<typeof reportOutput>;
