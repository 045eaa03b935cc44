/** SendGrid's reports on messages, signed as the sandbox signs, so that a test speaks through the door of callbacks. */
import { createPrivateKey, sign } from 'node:crypto';
import { expect } from 'vitest';
import { openConnection } from '@/server/modules/messaging/adapters/connection';
import { withSandboxSecrets } from '@/server/modules/messaging/channels/sandbox-secrets';
import { makeChannel, type MadeChannel } from '@/server/testing/factories/messaging';
import type { TestServer } from '@/server/testing/server';
import { runJobs } from '@/server/testing/worker';

export const makeSendgrid = (server: TestServer, accountId: string): Promise<MadeChannel> =>
  makeChannel(server.services, accountId, {
    provider: 'email_p2',
    credentials: { ...withSandboxSecrets(server.services.settings, 'email_p2', { apiKey: 'SG.x' }) },
  });

/** Reports events of now, and has them applied. @param events with what SendGrid's have beside their time */
export async function callAsSendgrid(
  server: TestServer,
  channelId: string,
  events: { event: string; [more: string]: unknown }[],
): Promise<void> {
  const { credentials } = openConnection(
    server.services.settings,
    await server.services.database.prisma.channelIntegration.findFirstOrThrow({ where: { id: channelId } }),
  );
  const timestamp = String(Math.floor(Date.now() / 1000));
  const body = Buffer.from(JSON.stringify(events.map((each) => ({ timestamp: Number(timestamp), ...each }))));
  const signed = Buffer.concat([Buffer.from(timestamp), body]);
  const answer = await server.fetch('POST', `/api/v1/channels/${channelId}/callbacks`, {
    headers: {
      'content-type': 'application/json',
      'x-twilio-email-event-webhook-timestamp': timestamp,
      'x-twilio-email-event-webhook-signature': sign(
        'sha256',
        signed,
        createPrivateKey(credentials.sandboxSigningKey ?? ''),
      ).toString('base64'),
    },
    body,
  });
  expect(answer.status).toBe(202);
  await runJobs(server.services);
}
