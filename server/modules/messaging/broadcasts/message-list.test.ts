/** Messages, recipients and the report of a broadcast for programs, with EXTENSIONS=message-list (docs/contract/broadcasts.md#report). */
import { describe, expect, it } from 'vitest';
import { makeBroadcast, makeChannel, makeMessage } from '@/server/testing/factories/messaging';
import { makeContact } from '@/server/testing/factories/audience';
import { unique } from '@/server/testing/factories/unique';
import { auditOf, bySession } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer({ EXTENSIONS: 'message-list' });
const database = () => server.services.database;
const SENT = new Date('2026-03-01T09:00:00Z');
const STATUSES = ['queued', 'sent', 'delivered', 'opened', 'clicked', 'bounced', 'failed', 'skipped'] as const;

const made = async (who: Tenant = server.ours) => {
  const channel = await makeChannel(server.services, who.accountId);
  const { id } = await makeBroadcast(database(), who.accountId, { status: 'sending', startedAt: SENT });
  const message = (options: Partial<Parameters<typeof makeMessage>[2]>) =>
    makeMessage(database(), who.accountId, { channelIntegrationId: channel.id, campaignId: id, ...options });
  return { id, channel, message };
};
const get = (path: string, key = server.ours.key) => server.call(key, 'GET', `/api/v1/broadcasts/${path}`);
const ofEachStatus = async () => {
  const broadcast = await made();
  for (const status of STATUSES)
    await broadcast.message({
      status,
      recipient: `${status}_1@example.test`,
      sentAt: ['queued', 'skipped', 'failed'].includes(status) ? null : SENT,
      lastError: ['bounced', 'failed', 'skipped'].includes(status) ? `It ${status}.` : null,
    });
  return broadcast;
};
/** Every row of a list, page by page. */
async function walked(path: string): Promise<{ id: string; recipient: string; status: string }[]> {
  const rows = [];
  for (let cursor = ''; ;) {
    const page = (await get(`${path}${path.includes('?') ? '&' : '?'}limit=3${cursor}`)).body.data;
    expect(page.data.length).toBeLessThanOrEqual(3);
    rows.push(...page.data);
    expect(page.hasMore).toBe(page.cursor !== null);
    if (page.cursor === null) return rows;
    cursor = `&cursor=${page.cursor}`;
  }
}

describe('messages', () => {
  it('are listed in pages, by status, and by a part of the recipient in whichever case', async () => {
    const { id, channel, message } = await ofEachStatus();
    const other = await makeBroadcast(database(), server.ours.accountId);
    await makeMessage(database(), server.ours.accountId, { channelIntegrationId: channel.id, campaignId: other.id });
    const all = await walked(`${id}/messages`);
    expect(all.map(({ status }) => status).sort()).toEqual([...STATUSES].sort());
    expect(all.map((row) => row.id)).toEqual(all.map((row) => row.id).sort());
    const of = async (query: string) => (await walked(`${id}/messages?${query}`)).map(({ recipient }) => recipient);
    expect(await of('status=opened')).toEqual(['opened_1@example.test']);
    expect(await of('q=SKIPPED_')).toEqual(['skipped_1@example.test']);
    expect(await of('q=%25')).toEqual([]);
    expect(await of('q=%5C')).toEqual([]);
    expect(await of('q=opened_1&status=clicked')).toEqual([]);
    expect(await of('q=')).toHaveLength(STATUSES.length);
    const handle = await message({ recipient: 'Sari_LINE', provider: 'msg_p3' });
    expect((await walked(`${id}/messages?q=sari_line`)).map((row) => row.id)).toEqual([handle.id]);
  });

  it('have the fields of a message, and nothing of the queue', async () => {
    const { id, channel, message } = await made();
    const { id: messageId } = await message({ status: 'sent', sentAt: SENT, providerMessageId: 'v1', attempts: 1 });
    const [row] = (await get(`${id}/messages`)).body.data.data;
    expect(row).toEqual({
      id: messageId,
      accountId: server.ours.accountId,
      campaignId: id,
      funnelId: null,
      funnelStepId: null,
      contactId: null,
      channelIntegrationId: channel.id,
      provider: 'email_p1',
      recipient: expect.any(String),
      status: 'sent',
      providerMessageId: 'v1',
      attempts: 1,
      lastError: null,
      scheduledAt: null,
      sentAt: SENT.toISOString(),
      deliveredAt: null,
      openedAt: null,
      clickedAt: null,
      bouncedAt: null,
      failedAt: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
  });

  it('refuse what is no status and no cursor', async () => {
    const { id } = await made();
    expect((await get(`${id}/messages?status=lost`)).body.error?.code).toBe('VALIDATION');
    expect((await get(`${id}/messages?cursor=forged`)).body.error?.code).toBe('VALIDATION');
    expect((await get(`${id}/messages?q=${'x'.repeat(201)}`)).body.error?.code).toBe('VALIDATION');
  });
});

describe('recipients', () => {
  it('are listed by state in pages, and come as a file of which the audit log tells', async () => {
    const { id } = await ofEachStatus();
    expect((await walked(`${id}/recipients?state=delivered`)).map(({ status }) => status).sort()).toEqual([
      'clicked',
      'delivered',
      'opened',
    ]);
    expect(await walked(`${id}/recipients`)).toHaveLength(STATUSES.length);
    const file = await get(`${id}/recipients.csv?state=bounced`);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(file.text.trimEnd().split('\r\n')).toHaveLength(2);
    expect(file.text).toContain(',bounced_1@example.test,bounced,It bounced.,');
    expect((await get(`${id}/recipients.csv?state=lost`)).status).toBe(400);
    const audited = (await auditOf(server, server.ours.accountId)).filter(({ targetId }) => targetId === id);
    expect(audited).toMatchObject([{ action: 'broadcast.export', data: { state: 'bounced' } }]);
  });
});

describe('the report', () => {
  it('has figures in which whoever clicked has opened it, rates of what was sent, and reasons', async () => {
    const { id, message } = await ofEachStatus();
    const address = `${unique('ani')}@example.test`;
    const contact = await makeContact(database(), server.ours.accountId, { email: address });
    await message({ recipient: address, contactId: contact.id, status: 'sent', sentAt: SENT });
    await database().prisma.suppression.create({
      data: {
        accountId: server.ours.accountId,
        family: 'email',
        address,
        reason: 'recipient',
        createdAt: new Date(SENT.getTime() + 60_000),
        broadcastId: id,
      },
    });
    const { data } = (await get(`${id}/report`)).body;
    expect(data.statusCounts).toEqual({ ...Object.fromEntries(STATUSES.map((status) => [status, 1])), sent: 2 });
    expect(data.figures).toEqual({
      messages: 9,
      waiting: 1,
      sent: 6,
      delivered: 3,
      opened: 2,
      clicked: 1,
      bounced: 1,
      failed: 1,
      skipped: 1,
      unsubscribed: 1,
    });
    expect(data.rates).toEqual({ delivered: 0.5, opened: 1 / 3, clicked: 1 / 6, bounced: 1 / 6, unsubscribed: 1 / 6 });
    expect(data.reasons.map(({ reason }: { reason: string }) => reason).sort()).toEqual([
      'It bounced.',
      'It failed.',
      'It skipped.',
    ]);
    expect([data.links, data.machines]).toEqual([[], { opened: [], clicked: [] }]);
  });

  it('has no rates where nothing was sent', async () => {
    const { id } = await makeBroadcast(database(), server.ours.accountId);
    const { data } = (await get(`${id}/report`)).body;
    expect(data.rates).toEqual({ delivered: null, opened: null, clicked: null, bounced: null, unsubscribed: null });
    expect(data.statusCounts).toEqual({});
  });
});

it("tells nothing of the neighbour's", async () => {
  const { id, message } = await made(server.theirs);
  await message({ status: 'sent' });
  for (const path of ['report', 'recipients', 'recipients.csv', 'messages'])
    expect([path, (await get(`${id}/${path}`)).status]).toEqual([path, 404]);
  const file = await bySession(server, server.ours.cookie, 'GET', `/api/v1/broadcasts/${id}/recipients.csv`);
  expect(file.status).toBe(404);
});
