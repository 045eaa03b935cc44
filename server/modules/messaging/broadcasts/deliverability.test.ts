/** GET /insights/deliverability, and the warning of a sender of whom too many complain. */
import { describe, expect, it } from 'vitest';
import { CATALOG } from '@/server/platform/vendors/catalog';
import { MOST_MESSAGES, type DeliverabilityAnswer } from '@/server/modules/messaging/broadcasts/deliverability-schema';
import { figuresOf } from '@/server/modules/messaging/broadcasts/deliverability';
import { makeContact } from '@/server/testing/factories/audience';
import { makeMessage } from '@/server/testing/factories/messaging';
import { unique } from '@/server/testing/factories/unique';
import { expectData, trpc } from '@/server/testing/http';
import { makeSendgrid, callAsSendgrid } from '@/server/testing/sendgrid';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();
const db = () => server.services.database;
const DAY = 86_400_000;
const ago = (days: number): Date => new Date(Date.now() - days * DAY);
const get = async (us: Tenant, query = ''): Promise<DeliverabilityAnswer> =>
  expectData(await server.call(us.key, 'GET', `/api/v1/insights/deliverability${query}`)) as DeliverabilityAnswer;
const ask = async (us: Tenant, procedure: string, input?: unknown) =>
  (await trpc(server, 'query', procedure, input, { cookie: us.cookie })).data;

/** So many messages to a domain, `u0@…` first. */
async function send(
  { accountId }: Tenant,
  domain: string,
  counts: Record<string, number>,
  { provider = 'email_p1', sentAt = ago(1) }: { provider?: string; sentAt?: Date | null } = {},
): Promise<void> {
  const statuses = Object.entries(counts).flatMap(([status, count]) => Array<string>(count).fill(status));
  await db().prisma.marketingMessage.createMany({
    data: statuses.map((status, n) => ({
      ...{ accountId, channelIntegrationId: 'channel', contentId: 'content', provider, status, sentAt },
      recipient: `u${n}@${domain}`,
      ...{ createdAt: ago(1), updatedAt: ago(1) },
    })),
  });
}
const complain = ({ accountId }: Tenant, domain: string, people: number, createdAt = ago(0.5)): Promise<unknown> =>
  db().prisma.suppression.createMany({
    data: Array.from({ length: people }, (_, n) => ({
      ...{ accountId, family: 'email', address: `u${n}@${domain}`, reason: 'complaint', createdAt },
    })),
  });
const of = (answer: DeliverabilityAnswer, domain: string) => answer.domains.find((each) => each.domain === domain);

describe('deliverability', () => {
  it('counts by the domain of the recipient and judges each by the published thresholds', async () => {
    const us = await server.makeTenant();
    await send(us, 'yahoo.co.id', { delivered: 700, opened: 200, clicked: 100, bounced: 20 });
    await complain(us, 'yahoo.co.id', 3);
    await send(us, 'Example.com', { delivered: 1_000 });
    await complain(us, 'example.com', 1);
    await send(us, 'gmail.com', { delivered: 400, bounced: 100 });
    await send(us, 'small.test', { delivered: 40, bounced: 40 });
    await complain(us, 'small.test', 5);
    // What did not leave, left long ago, is no e-mail or is somebody else's.
    await send(us, 'yahoo.co.id', { failed: 5 }, { sentAt: null });
    await send(us, 'yahoo.co.id', { bounced: 5 }, { sentAt: ago(31) });
    await send(us, 'sms.test', { delivered: 200 }, { provider: 'sms_p1' });
    const neighbour = await server.makeTenant();
    await send(neighbour, 'yahoo.co.id', { bounced: 7 });
    // An address that has got nothing of late, and one that complained long ago.
    await complain(us, 'nobody.test', 9);
    for (let n = 0; n < 9; n++) await makeContact(db(), us.accountId, { email: `u${n}@nobody.test` });
    await complain(us, 'gmail.com', 2, ago(40));
    const answer = await get(us);
    expect(answer).toMatchObject({ windowDays: 30, limited: false, others: null });
    expect(answer.domains.map(({ domain }) => domain)).toEqual([
      'yahoo.co.id',
      'example.com',
      'gmail.com',
      'small.test',
    ]);
    expect(of(answer, 'yahoo.co.id')).toEqual({
      domain: 'yahoo.co.id',
      mailbox: 'yahoo',
      sent: 1_020,
      delivered: 1_000,
      bounced: 20,
      complained: 3,
      bounceRate: 20 / 1_020,
      complaintRate: 0.003,
      verdict: 'stop',
      because: ['complaints'],
    });
    expect(of(answer, 'example.com')).toMatchObject({ mailbox: null, complaintRate: 0.001, verdict: 'warn' });
    // Gmail says nothing of complaints; every fifth bounced.
    expect(of(answer, 'gmail.com')).toMatchObject({
      ...{ mailbox: 'gmail', complaintRate: null, bounceRate: 0.2, verdict: 'stop', because: ['bounces'] },
    });
    expect(of(answer, 'small.test')).toMatchObject({ bounceRate: 0.5, verdict: null, because: [] });
    // Of those whose complaints are told: without Gmail's 400.
    expect(answer.sender).toMatchObject({ sent: 2_600, delivered: 2_440, complained: 9, complaintRate: 9 / 2_040 });
    expect(answer.thresholds).toMatchObject({
      complaints: { warn: 0.001, stop: 0.003, sources: [{ by: 'gmail' }, { by: 'yahoo', warn: null }] },
      bounces: { warn: 0.05, stop: 0.1, sources: [{ by: 'amazon_ses' }] },
    });
    expect((await get(neighbour)).sender).toMatchObject({ sent: 7, verdict: null });
    expect((await get(us, '?windowDays=90')).sender.sent).toBe(2_605);
  });

  it('takes what neither bounced nor failed for delivered where the vendor reports no delivery', async () => {
    const us = await server.makeTenant();
    await send(us, 'example.com', { sent: 198, bounced: 2 });
    await complain(us, 'example.com', 1);
    expect((await get(us)).sender).toMatchObject({ delivered: 0, complaintRate: 1 / 198, verdict: 'stop' });
  });

  it('counts who complained and was erased since, and shows no domain of nobody', async () => {
    const us = await server.makeTenant();
    const contacts: string[] = [];
    for (let n = 0; n < 4; n++)
      contacts.push((await makeContact(db(), us.accountId, { email: `u${n}@example.com` })).id);
    await send(us, 'example.com', { delivered: 1_000 });
    for (const [n, contactId] of contacts.entries())
      await db().prisma.marketingMessage.updateMany({
        where: { accountId: us.accountId, recipient: `u${n}@example.com` },
        data: { contactId },
      });
    await complain(us, 'example.com', 4);
    const before = await get(us);
    expect(before.sender).toMatchObject({ complaintRate: 0.004, verdict: 'stop' });
    for (const id of contacts) expectData(await server.call(us.key, 'POST', `/api/v1/contacts/${id}/erase`));
    const after = await get(us);
    expect(after.sender).toEqual(before.sender);
    expect(after.domains.map(({ domain, complained }) => [domain, complained])).toEqual([['example.com', 4]]);
    expect(after.others).toMatchObject({ domains: 0, sent: 4 });
  });

  it('judges at the thresholds themselves, and by the worse of both', () => {
    const judged = (complained: number, bounced: number, sent = 1_000) => {
      const { verdict, because } = figuresOf({ sent, delivered: sent, judged: sent, complained, bounced });
      return [verdict, ...because];
    };
    expect(judged(0, 49)).toEqual(['ok']);
    expect(judged(0, 50)).toEqual(['warn', 'bounces']);
    expect(judged(1, 50)).toEqual(['warn', 'complaints', 'bounces']);
    expect(judged(1, 100)).toEqual(['stop', 'bounces']);
    expect(judged(3, 99)).toEqual(['stop', 'complaints']);
    expect(judged(2, 0)).toEqual(['warn', 'complaints']);
    expect(judged(99, 99, 99)).toEqual([null]);
    expect(figuresOf({ sent: 0, delivered: 0, judged: 0, complained: 0, bounced: 0 })).toMatchObject({
      ...{ bounceRate: null, complaintRate: null, verdict: null },
    });
  });

  it('lists 20 domains and puts the others together', async () => {
    const us = await server.makeTenant();
    for (let n = 0; n < 23; n++) await send(us, `d${n}.test`, { delivered: 10 + n, bounced: 1 });
    const { domains, others, sender } = await get(us);
    expect(domains).toHaveLength(20);
    expect(domains[0]?.domain).toBe('d22.test');
    expect(others).toMatchObject({ domains: 3, sent: 36, bounced: 3 });
    expect([...domains, others].reduce((sum, each) => sum + (each?.sent ?? 0), 0)).toBe(sender.sent);
  });

  it('looks at the newest of very many, and says since when', async () => {
    const us = await server.makeTenant();
    await db().pool.query(
      `INSERT INTO "MarketingMessage" ("accountId", "channelIntegrationId", provider, recipient, "contentId", status, "sentAt", "createdAt", "updatedAt")
       SELECT $1, 'channel', 'email_p1', 'u' || n || '@example.com', 'content', CASE WHEN n > ${MOST_MESSAGES} THEN 'bounced' ELSE 'delivered' END, $2::timestamptz - n * interval '1 second', now(), now() FROM generate_series(1, ${MOST_MESSAGES + 500}) n`,
      [us.accountId, ago(1)],
    );
    const { limited, sender, from } = await get(us);
    expect({ limited, sent: sender.sent, bounced: sender.bounced }).toEqual({
      ...{ limited: true, sent: MOST_MESSAGES, bounced: 0 },
    });
    expect(new Date(from).getTime()).toBeGreaterThan(ago(3).getTime());
  });

  it('is for e-mail, whose providers are known by their names', () => {
    for (const { id, family } of CATALOG.values()) expect(id.startsWith('email_')).toBe(family === 'email');
  });
});

describe('a sender of whom too many complain', () => {
  const problems = async (us: Tenant) =>
    (await ask(us, 'insights.problems')).problems.filter(({ kind }: { kind: string }) => kind === 'complaints_high');
  const finding = async (us: Tenant, provider = 'email_p1') =>
    (await ask(us, 'broadcasts.check', { providers: [provider] })).findings.filter(
      ({ kind }: { kind: string }) => kind === 'complaints_high',
    );

  it('is warned on Home and before the next e-mail, with the figures', async () => {
    const us = await server.makeTenant();
    await send(us, 'yahoo.com', { delivered: 1_000 });
    await send(us, 'gmail.com', { delivered: 9_000 });
    await complain(us, 'yahoo.com', 2);
    expect(await problems(us)).toEqual([]);
    expect(await finding(us)).toEqual([]);
    await db().prisma.suppression.create({
      data: {
        accountId: us.accountId,
        family: 'email',
        address: 'u700@yahoo.com',
        reason: 'complaint',
        createdAt: ago(0),
      },
    });
    expect(await problems(us)).toEqual([{ kind: 'complaints_high', complained: 3, delivered: 1_000, rate: 0.003 }]);
    expect(await finding(us)).toEqual([
      { kind: 'complaints_high', level: 'warns', provider: null, family: 'email', detail: ['3', '1000'] },
    ]);
    expect(await finding(us, 'sms_p1')).toEqual([]);
    const neighbour = await server.makeTenant();
    await send(neighbour, 'yahoo.com', { delivered: 1_000 });
    expect(await problems(neighbour)).toEqual([]);
  });

  it('counts what a vendor’s callback tells', async () => {
    const us = await server.makeTenant();
    const channel = await makeSendgrid(server, us.accountId);
    await send(us, 'aol.com', { delivered: 199 });
    const email = `${unique('angry')}@aol.com`;
    const contact = await makeContact(db(), us.accountId, { email });
    const providerMessageId = unique('vendor');
    await makeMessage(db(), us.accountId, {
      ...{ channelIntegrationId: channel.id, provider: 'email_p2', recipient: email, contactId: contact.id },
      ...{ status: 'delivered', sentAt: ago(1), providerMessageId },
    });
    await callAsSendgrid(server, channel.id, [{ event: 'spamreport', email, sg_message_id: providerMessageId }]);
    expect(of(await get(us), 'aol.com')).toMatchObject({ mailbox: 'yahoo', complained: 1, verdict: 'stop' });
    expect(await problems(us)).toHaveLength(1);
  });
});
