import { afterAll, beforeAll, expect, it } from 'vitest';
import { startDelivery } from '@/server/modules/messaging/broadcasts/delivery/delivery';
import { startQueue } from '@/server/assembly/queue';
import { eventually, trpc } from '@/server/testing/http';
import { useServer } from '@/server/testing/server';

const server = useServer();
let stop: () => Promise<void>;

// The worker's own parts, as server/worker.ts starts them.
beforeAll(async () => {
  const queue = await startQueue(server.services);
  const delivery = startDelivery({ services: server.services, transport: server.services.transport });
  stop = async () => {
    await Promise.all([queue.stop(), delivery.stop()]);
  };
});
afterAll(() => stop());

it('connect, test, look into the outbox, answer as the receiver: with the worker running', async () => {
  const { key, cookie } = server.ours;
  const connected = await server.call(key, 'POST', '/api/v1/channels', {
    body: {
      provider: 'email_p3',
      displayName: 'Toko',
      credentials: { apiKey: 'key-1', domain: 'mg.example.com' },
      config: { fromEmail: 'halo@example.com' },
    },
  });
  const tested = await server.call(key, 'POST', `/api/v1/channels/${connected.body.data.id}/test`, {
    body: { recipient: 'ani@example.com' },
  });
  const { messageId } = tested.body.data as { messageId: string };
  const status = async (): Promise<string> =>
    (await trpc(server, 'query', 'channels.testMessage', { messageId }, { cookie })).data.status;
  await eventually(async () => expect(await status()).toBe('sent'));

  const [item] = (await trpc(server, 'query', 'sandbox.list', {}, { cookie })).data.items;
  expect(item).toMatchObject({ recipient: 'ani@example.com', preview: 'A test message from Laris', status: 'sent' });
  for (const event of ['delivered', 'opened', 'clicked']) {
    await trpc(server, 'mutation', 'sandbox.answer', { messageIds: [item.id], event }, { cookie });
    await eventually(async () => expect(await status()).toBe(event));
  }

  // A wrong key shows as a failed message.
  await trpc(server, 'mutation', 'sandbox.setRule', { provider: 'email_p3', rule: 'refuse' }, { cookie });
  const refused = (
    await server.call(key, 'POST', `/api/v1/channels/${connected.body.data.id}/test`, {
      body: { recipient: 'budi@example.com' },
    })
  ).body.data.messageId;
  await eventually(async () =>
    expect(
      (await trpc(server, 'query', 'channels.testMessage', { messageId: refused }, { cookie })).data,
    ).toMatchObject({ status: 'failed', lastError: expect.stringContaining('sandbox') }),
  );
});
