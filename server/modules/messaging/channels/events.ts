/**
 * The webhook events about channels (docs/contract/channels.md): a channel was connected (it became active) or revoked.
 */
import * as z from 'zod';
import type { ChannelIntegration } from '@/prisma/generated/client';
import { defineEvents } from '@/server/platform/outbox/declaration';
import { presentChannel } from '@/server/modules/messaging/channels/rows';
import { channel } from '@/server/modules/messaging/channels/schema';

const payload = z.object({ channel });

export const channelEvents = defineEvents<ChannelIntegration>({
  table: 'ChannelIntegration',
  on: ['insert', 'update'],
  subject: 'id',
  leftOut: ['credentials'],
  payloads: { 'svc.channel.connected.v1': payload, 'svc.channel.revoked.v1': payload },
  eventsOf({ before, after }) {
    if (after === null || after.status === before?.status) return [];
    const data = () => payload.parse({ channel: presentChannel(after) });
    if (after.status === 'active') return [{ type: 'svc.channel.connected.v1', data }];
    return after.status === 'revoked' && before !== null ? [{ type: 'svc.channel.revoked.v1', data }] : [];
  },
});
