/** Rotating the secret of an endpoint (docs/contract/webhooks.md#rotation): through the door, and what receivers then get. */
import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { verifyWebhook } from '@/sdk/src/webhooks';
import { setClockOffset } from '@/server/platform/lib/clock';
import { forgetSecrets } from '@/server/modules/account/webhooks/failing';
import { auditOf, eventually, expectData, expectError } from '@/server/testing/http';
import { useServer } from '@/server/testing/server';
import {
  makeDeliveries,
  makeEndpoint,
  StandInEndpoints,
  type Arrival,
  type MadeEndpoint,
} from '@/server/testing/webhooks';
import { startWebhooks, type WebhookDispatcher } from '@/server/modules/account/webhooks/delivery/dispatcher';

const server = useServer({ EXTENSIONS: 'webhook-delivery' });
const off = useServer();
const endpoints = new StandInEndpoints();
let worker: WebhookDispatcher;
const HOUR_MS = 60 * 60_000;

beforeAll(async () => {
  await endpoints.start();
  worker = startWebhooks(server.services, { client: endpoints.client(), timing: { idleMs: 20, stopMs: 300 } });
});
afterEach(() => setClockOffset(0));
afterAll(async () => {
  await worker.stop();
  await endpoints.stop();
});

interface Rotated {
  endpoint: { id: string; secretPreview: string };
  secret: string;
  previousSecretsUntil: string;
}
const rotate = async ({ id }: MadeEndpoint, key = server.ours.key): Promise<Rotated> =>
  expectData(await server.call(key, 'POST', `/api/v1/webhooks/endpoints/${id}/rotate`)) as Rotated;

/** What an endpoint is sent now. */
async function sent(to: MadeEndpoint): Promise<Arrival> {
  const [eventId] = await makeDeliveries(server.services.database, to, 1);
  const find = () => endpoints.arrivals.find(({ headers }) => headers['webhook-id'] === eventId);
  await eventually(() => Promise.resolve(expect(find()).toBeDefined()));
  return find()!;
}

/** Whether a receiver with this secret takes it: by the SDK, and by Standard Webhooks, any of whose signatures may be the right one. */
async function takenWith(secret: string, { headers, body }: Arrival): Promise<boolean[]> {
  const bySdk = verifyWebhook({ secret, signature: headers['svc-signature'], body: body.toString() });
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body.toString()}`;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64url');
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return [
    await bySdk.then(
      () => true,
      () => false,
    ),
    headers['webhook-signature']!.split(' ').includes(expected),
  ];
}
const TAKEN = [true, true];
const REFUSED = [false, false];
const countIn = ({ headers }: Arrival): number[] => [
  headers['svc-signature']!.split('v1=').length - 1,
  headers['webhook-signature']!.split(' ').length,
];

const rowOf = ({ id }: MadeEndpoint) =>
  server.services.database.prisma.webhookEndpoint.findFirstOrThrow({ where: { id } });

describe('rotating', () => {
  it('gives a new secret once; for 24 hours both sign, the one of before first, and then the new one alone', async () => {
    const to = await makeEndpoint(server.services, server.ours.accountId);
    const before = await sent(to);
    expect(before.headers['svc-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
    const { secret, endpoint, previousSecretsUntil } = await rotate(to);
    expect(secret).toMatch(/^whsec_[\w-]{43}$/);
    expect(secret).not.toBe(to.secret);
    expect(endpoint).toMatchObject({ id: to.id, secretPreview: `whsec_…${secret.slice(-4)}` });
    const begun = Date.parse(previousSecretsUntil) - 24 * HOUR_MS;
    expect(Math.abs(begun - Date.now())).toBeLessThan(10_000);

    const during = await sent(to);
    const header = /^t=(\d+),v1=([0-9a-f]{64}),v1=([0-9a-f]{64})$/.exec(during.headers['svc-signature']!)!;
    expect(header).not.toBeNull();
    expect(await takenWith(to.secret, during)).toEqual(TAKEN);
    expect(await takenWith(secret, during)).toEqual(TAKEN);
    expect(await takenWith('whsec_another', during)).toEqual(REFUSED);
    // A receiver of before that reads one signature only goes on with its secret.
    const first = { ...during, headers: { ...during.headers, 'svc-signature': `t=${header[1]},v1=${header[2]}` } };
    expect((await takenWith(to.secret, first))[0]).toBe(true);

    setClockOffset(24 * HOUR_MS - 60_000);
    expect(await takenWith(to.secret, await sent(to))).toEqual(TAKEN);
    setClockOffset(24 * HOUR_MS);
    const after = await sent(to);
    expect(after.headers['svc-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
    expect(await takenWith(secret, after)).toEqual(TAKEN);
    expect(await takenWith(to.secret, after)).toEqual(REFUSED);
  });

  it('twice within a day leaves each of before its own 24 hours', async () => {
    const to = await makeEndpoint(server.services, server.ours.accountId);
    const first = await rotate(to);
    setClockOffset(10 * HOUR_MS);
    const second = await rotate(to);
    const all = await sent(to);
    expect(countIn(all)).toEqual([3, 3]);
    for (const secret of [to.secret, first.secret, second.secret]) expect(await takenWith(secret, all)).toEqual(TAKEN);
    setClockOffset(25 * HOUR_MS);
    const later = await sent(to);
    expect(await takenWith(to.secret, later)).toEqual(REFUSED);
    expect(await takenWith(first.secret, later)).toEqual(TAKEN);
    setClockOffset(35 * HOUR_MS);
    expect(countIn(await sent(to))).toEqual([1, 1]);
  });

  it('again and again keeps the newest three of before', async () => {
    const to = await makeEndpoint(server.services, server.ours.accountId);
    const secrets = [to.secret];
    for (let n = 0; n < 5; n++) secrets.push((await rotate(to)).secret);
    const all = await sent(to);
    expect(countIn(all)).toEqual([4, 4]);
    for (const [n, secret] of secrets.entries()) expect(await takenWith(secret, all)).toEqual(n < 2 ? REFUSED : TAKEN);
  });

  it('at once by two gives two secrets that both sign', async () => {
    const to = await makeEndpoint(server.services, server.ours.accountId);
    const [one, other] = await Promise.all([rotate(to), rotate(to)]);
    const all = await sent(to);
    for (const secret of [to.secret, one.secret, other.secret]) expect(await takenWith(secret, all)).toEqual(TAKEN);
    expect([one, other].map(({ secret }) => secret.slice(-4))).toContain((await rowOf(to)).secretPreview.slice(-4));
  });

  it('stores no secret in the clear, shows none, is audited, and forgets those of before in the end', async () => {
    const us = await server.makeTenant();
    const to = await makeEndpoint(server.services, us.accountId);
    const { secret } = await rotate(to, us.key);
    const row = await rowOf(to);
    expect(row.previousSecrets).toMatch(/^v1\./);
    for (const each of [secret, to.secret]) expect(JSON.stringify(row)).not.toContain(each.slice('whsec_'.length));
    const shown = await server.call(us.key, 'GET', `/api/v1/webhooks/endpoints/${to.id}`);
    expect(expectData(shown).endpoint).toMatchObject({
      previousSecretsUntil: row.previousSecretsUntil!.toISOString(),
    });
    expect(shown.text).not.toMatch(/previousSecrets"|whsec_[\w-]{10}/);
    expect(
      (await auditOf(server, us.accountId)).map(({ action, targetId, data }) => [action, targetId, data]),
    ).toContainEqual(['webhook_endpoint.rotate', to.id, { url: to.url }]);
    expect(JSON.stringify(await auditOf(server, us.accountId))).not.toContain(secret);

    const until = row.previousSecretsUntil!.getTime();
    await forgetSecrets(server.services, new Date(until - 1));
    expect((await rowOf(to)).previousSecrets).not.toBeNull();
    await forgetSecrets(server.services, new Date(until));
    expect(await rowOf(to)).toMatchObject({ previousSecrets: null, previousSecretsUntil: null });
  });

  it('helps where the secret cannot be read any more', async () => {
    const to = await makeEndpoint(server.services, server.ours.accountId);
    await server.services.database.prisma.webhookEndpoint.updateMany({
      where: { id: to.id },
      data: { secret: 'v1.x.y.z' },
    });
    const { secret } = await rotate(to);
    const arrival = await sent(to);
    expect(countIn(arrival)).toEqual([1, 1]);
    expect(await takenWith(secret, arrival)).toEqual(TAKEN);
  });

  it('knows neither an unknown endpoint nor the neighbour’s, and is refused where nothing is delivered', async () => {
    const to = await makeEndpoint(server.services, server.ours.accountId);
    const path = (id: string) => `/api/v1/webhooks/endpoints/${id}/rotate`;
    expectError(await server.call(server.theirs.key, 'POST', path(to.id)), 404, 'NOT_FOUND');
    expectError(await server.call(server.ours.key, 'POST', path('cunknown')), 404, 'NOT_FOUND');
    expect((await rowOf(to)).previousSecrets).toBeNull();
    const quiet = await makeEndpoint(off.services, off.ours.accountId);
    const error = expectError(await off.call(off.ours.key, 'POST', path(quiet.id)), 409, 'BAD_STATE');
    expect(error.details).toEqual({ reason: 'DELIVERY_OFF' });
  });
});
