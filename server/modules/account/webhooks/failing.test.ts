/**
 * Endpoints that take nothing (docs/contract/webhooks.md#failing): attempts that fail, a clock that moves on, and a mail that
 * really goes out.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { now, setClockOffset } from '@/server/platform/lib/clock';
import { watchEndpointsJob } from '@/server/modules/account/webhooks/jobs';
import { makeWebhookDelivery } from '@/server/testing/factories/account';
import { auditOf, eventually, expectData } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';
import { startSmtp } from '@/server/testing/smtp';
import { makeDeliveries, makeEndpoint, StandInEndpoints, type MadeEndpoint } from '@/server/testing/webhooks';
import { runJobs } from '@/server/testing/worker';
import { startWebhooks, type WebhookDispatcher } from '@/server/modules/account/webhooks/delivery/dispatcher';

const smtp = await startSmtp();
const server = useServer({ EXTENSIONS: 'webhook-delivery', SMTP_URL: smtp.url, MAIL_FROM: 'halo@laris.test' });
const off = useServer();
const endpoints = new StandInEndpoints();
let worker: WebhookDispatcher;
let us: Tenant;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const prisma = () => server.services.database.prisma;

beforeAll(async () => {
  await endpoints.start();
  worker = startWebhooks(server.services, { client: endpoints.client(), timing: { idleMs: 20, stopMs: 300 } });
});
beforeEach(async () => {
  us = await server.makeTenant();
  endpoints.answer = () => ({ status: 500 });
});
afterEach(async () => {
  setClockOffset(0);
  await prisma().webhookEndpoint.deleteMany({});
});
afterAll(async () => {
  await worker.stop();
  await endpoints.stop();
});

const endpoint = (options?: Parameters<typeof makeEndpoint>[2]): Promise<MadeEndpoint> =>
  makeEndpoint(server.services, us.accountId, options);
const rowOf = ({ id }: MadeEndpoint) => prisma().webhookEndpoint.findFirstOrThrow({ where: { id } });
const shown = async ({ id }: MadeEndpoint) =>
  expectData(await server.call(us.key, 'GET', `/api/v1/webhooks/endpoints/${id}`)).endpoint;
const mailsTo = ({ user }: Tenant) => smtp.mails.filter(({ to }) => to.includes(user.email));

/** One delivery more, attempted once. @returns when the attempt began */
async function attempt(to: MadeEndpoint, status = 500): Promise<Date> {
  endpoints.answer = () => ({ status });
  const [eventId] = await makeDeliveries(server.services.database, to, 1, { createdAt: now() });
  const find = () => prisma().webhookDelivery.findFirst({ where: { eventId } });
  await eventually(async () => expect(await find()).toMatchObject({ attempts: 1, claimedBy: null }));
  return (await find())!.lastAttemptAt!;
}
/** Without its next attempts: the clock of a test goes on by days. */
const giveUp = () =>
  prisma().webhookDelivery.updateMany({
    where: { status: 'pending' },
    data: { status: 'failed', claimableAt: null, nextRetryAt: null },
  });
async function failed(to: MadeEndpoint): Promise<Date> {
  const at = await attempt(to);
  await giveUp();
  return at;
}

/** The worker looks, `ms` after the time. */
async function lookAt(from: Date, ms: number): Promise<void> {
  setClockOffset(from.getTime() + ms - Date.now() + 1_000);
  await watchEndpointsJob.run(server.services, {});
  await runJobs(server.services);
}

describe('an endpoint that takes nothing', () => {
  it('is reported to the owner after four days, once, and switched off after five', async () => {
    const to = await endpoint();
    const began = await failed(to);
    expect(await shown(to)).toMatchObject({ active: true, failingSince: began.toISOString(), stoppedBy: null });
    await lookAt(began, 2 * DAY_MS);
    expect((await failed(to)).getTime()).toBeGreaterThan(began.getTime());
    expect((await rowOf(to)).failingSince).toEqual(began);

    await lookAt(began, 4 * DAY_MS - HOUR_MS);
    expect(mailsTo(us)).toEqual([]);
    await lookAt(began, 4 * DAY_MS);
    const [mail, ...others] = mailsTo(us);
    expect(others).toEqual([]);
    const { host } = new URL(to.url);
    expect(mail!.headers.subject).toContain(host);
    const text = mail!.parts.find(({ type }) => type.startsWith('text/plain'))!.text;
    expect(text).toContain(`/webhooks/${to.id}`);
    // An address may have a secret in it.
    expect(text).not.toContain(to.url);

    for (const hours of [1, 12, 23]) await lookAt(began, 4 * DAY_MS + hours * HOUR_MS);
    expect(mailsTo(us)).toHaveLength(1);
    expect(await rowOf(to)).toMatchObject({ active: true, stoppedBy: null });

    await lookAt(began, 5 * DAY_MS + HOUR_MS);
    const { stoppedAt, failingSince, ...row } = await shown(to);
    expect(row).toMatchObject({ active: false, stoppedBy: 'failing' });
    expect(failingSince).toBe(began.toISOString());
    expect(Math.abs(Date.parse(stoppedAt) - began.getTime() - 5 * DAY_MS - HOUR_MS)).toBeLessThan(60_000);
    expect(await auditOf(server, us.accountId)).toMatchObject([
      {
        actorKind: 'system',
        action: 'webhook_endpoint.update',
        targetId: to.id,
        data: { url: to.url, changed: ['active'], stoppedBy: 'failing' },
      },
    ]);
    await lookAt(began, 9 * DAY_MS);
    expect(mailsTo(us)).toHaveLength(1);
    expect(await auditOf(server, us.accountId)).toHaveLength(1);
  });

  it('begins anew once a merchant has switched it on, and is reported once more', async () => {
    const to = await endpoint();
    const began = await failed(to);
    await lookAt(began, 4 * DAY_MS);
    await lookAt(began, 5 * DAY_MS + HOUR_MS);
    expectData(await server.call(us.key, 'PATCH', `/api/v1/webhooks/endpoints/${to.id}`, { body: { active: true } }));
    expect(await shown(to)).toMatchObject({ active: true, stoppedBy: null, stoppedAt: null, failingSince: null });
    await lookAt(began, 8 * DAY_MS);
    const again = await failed(to);
    await lookAt(again, 4 * DAY_MS - HOUR_MS);
    expect(mailsTo(us)).toHaveLength(1);
    await lookAt(again, 4 * DAY_MS);
    expect(mailsTo(us)).toHaveLength(2);
    await lookAt(again, 5 * DAY_MS + HOUR_MS);
    expect(await rowOf(to)).toMatchObject({ active: false, stoppedBy: 'failing' });
  });

  it.each([
    ['before the mail', 3],
    ['after it', 4.5],
  ])('and takes one %s, begins anew', async (_, days) => {
    const to = await endpoint();
    const began = await failed(to);
    await lookAt(began, days * DAY_MS);
    expect((await rowOf(to)).failingSince).toEqual(began);
    await attempt(to, 200);
    expect(await rowOf(to)).toMatchObject({ failingSince: null, warnedAt: null });
    await lookAt(began, 5 * DAY_MS + HOUR_MS);
    expect((await rowOf(to)).active).toBe(true);
    const again = await failed(to);
    const before = mailsTo(us).length;
    await lookAt(again, 4 * DAY_MS - HOUR_MS);
    expect(mailsTo(us)).toHaveLength(before);
    await lookAt(again, 4 * DAY_MS);
    expect(mailsTo(us)).toHaveLength(before + 1);
    expect((await rowOf(to)).active).toBe(true);
  });

  it('at an address that was changed begins anew', async () => {
    const to = await endpoint();
    const began = await failed(to);
    const patch = (body: object) => server.call(us.key, 'PATCH', `/api/v1/webhooks/endpoints/${to.id}`, { body });
    expectData(await patch({ description: 'Warehouse', url: to.url, active: true }));
    expect((await rowOf(to)).failingSince).toEqual(began);
    expectData(await patch({ url: 'https://elsewhere.example/hooks' }));
    expect((await rowOf(to)).failingSince).toBeNull();
    await lookAt(began, 6 * DAY_MS);
    expect(mailsTo(us)).toEqual([]);
  });

  it('is not switched off before a day after the mail, also where no worker looked for long', async () => {
    const to = await endpoint();
    const began = await failed(to);
    await lookAt(began, 9 * DAY_MS);
    expect(mailsTo(us)).toHaveLength(1);
    await lookAt(began, 9 * DAY_MS + 23 * HOUR_MS);
    expect((await rowOf(to)).active).toBe(true);
    await lookAt(began, 10 * DAY_MS + HOUR_MS);
    expect(await rowOf(to)).toMatchObject({ active: false, stoppedBy: 'failing' });
    expect(mailsTo(us)).toHaveLength(1);
  });

  it('is judged once by ten that look at once', async () => {
    const to = await endpoint();
    const began = await failed(to);
    const look = async (ms: number) => {
      setClockOffset(began.getTime() + ms - Date.now() + 1_000);
      await Promise.all(Array.from({ length: 10 }, () => watchEndpointsJob.run(server.services, {})));
      await runJobs(server.services);
    };
    await look(4 * DAY_MS);
    expect(mailsTo(us)).toHaveLength(1);
    await look(5 * DAY_MS + HOUR_MS);
    expect(await auditOf(server, us.accountId)).toHaveLength(1);
    expect((await rowOf(to)).active).toBe(false);
  });

  it('is reported in the language of the workspace', async () => {
    for (const [country, words] of [
      ['ID', 'tidak menerima peristiwa'],
      ['SG', 'accepts no events'],
    ] as const) {
      us = await server.makeTenant();
      await prisma().account.updateMany({ where: { id: us.accountId }, data: { country } });
      const began = await failed(await endpoint());
      await lookAt(began, 4 * DAY_MS);
      expect(mailsTo(us)[0]!.headers.subject).toContain(words);
      setClockOffset(0);
    }
  });

  it('is mailed of no more once it takes something before the mail is written', async () => {
    const to = await endpoint();
    const began = await failed(to);
    setClockOffset(began.getTime() + 4 * DAY_MS - Date.now() + 1_000);
    await watchEndpointsJob.run(server.services, {});
    await attempt(to, 200);
    await runJobs(server.services);
    expect(mailsTo(us)).toEqual([]);
  });
});

describe('an endpoint is left alone', () => {
  it('that was told nothing at all, for however long', async () => {
    const to = await endpoint();
    await lookAt(new Date(), 30 * DAY_MS);
    expect(await rowOf(to)).toMatchObject({ active: true, failingSince: null, warnedAt: null });
  });

  it('that has taken something of which its row does not know', async () => {
    const to = await endpoint();
    const began = await failed(to);
    await makeWebhookDelivery(server.services.database, us.accountId, {
      endpointId: to.id,
      status: 'sent',
      claimableAt: null,
      lastAttemptAt: new Date(began.getTime() + HOUR_MS),
    });
    await lookAt(began, 4 * DAY_MS);
    expect(await rowOf(to)).toMatchObject({ active: true, failingSince: null });
    expect(mailsTo(us)).toEqual([]);
  });

  it('whose secret this server cannot read: it was not asked', async () => {
    const to = await endpoint();
    await prisma().webhookEndpoint.updateMany({ where: { id: to.id }, data: { secret: 'v1.x.y.z' } });
    await attempt(to);
    await giveUp();
    expect((await rowOf(to)).failingSince).toBeNull();
  });

  it('by the side of one that fails', async () => {
    const [fails, takes] = [await endpoint(), await endpoint()];
    await attempt(takes, 200);
    const began = await failed(fails);
    await lookAt(began, 4 * DAY_MS);
    await lookAt(began, 5 * DAY_MS + HOUR_MS);
    expect((await rowOf(fails)).active).toBe(false);
    expect(await rowOf(takes)).toMatchObject({ active: true, failingSince: null });
  });

  it('where nothing is delivered', async () => {
    const at = new Date();
    const { id } = await makeEndpoint(off.services, off.ours.accountId);
    const all = off.services.database.prisma.webhookEndpoint;
    await all.updateMany({ where: { id }, data: { failingSince: at, warnedAt: at } });
    setClockOffset(9 * DAY_MS);
    await watchEndpointsJob.run(off.services, {});
    expect(await all.findFirst({ where: { id } })).toMatchObject({ active: true });
  });
});
