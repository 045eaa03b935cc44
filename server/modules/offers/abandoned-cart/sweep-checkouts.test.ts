/** Checkouts that nobody goes on with (docs/contract/integrations.md#checkouts). */
import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { castJson } from '@/server/platform/db/stored';
import { now } from '@/server/platform/lib/clock';
import { wholeConfig } from '@/server/modules/shops/connections/rows';
import { sweepCheckouts } from '@/server/modules/offers/abandoned-cart/sweep-checkouts';
import { makeContact } from '@/server/testing/factories/audience';
import { makeIntegration } from '@/server/testing/factories/shops';
import { expectData } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';
import { runJobs } from '@/server/testing/worker';

const server = useServer();
const prisma = () => server.services.database.prisma;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let us: Tenant;
let began: number;
beforeEach(async () => {
  us = await server.makeTenant();
  began = now().getTime();
});

const report = async (externalRef: string, more: object = {}) =>
  expectData(
    await server.call(us.key, 'PUT', '/api/v1/integrations/checkouts', {
      body: {
        externalSource: 'toko',
        rows: [
          { externalRef, value: 90_000, currency: 'IDR', email: 'ani@example.test', acceptsMarketing: true, ...more },
        ],
      },
    }),
  );
const after = (ms: number) => sweepCheckouts(server.services.database, new Date(began + ms));
const rowOf = (externalRef: string) =>
  prisma().checkout.findFirstOrThrow({ where: { accountId: us.accountId, externalRef } });
const fired = () => prisma().domainEvent.findMany({ where: { accountId: us.accountId, type: 'abandoned_cart' } });
const contacts = () => prisma().contact.findMany({ where: { accountId: us.accountId } });

describe('a checkout that nobody goes on with', () => {
  it('is abandoned after an hour, once in its life; its buyer becomes a contact', async () => {
    await report('c');
    await after(59 * MINUTE);
    expect((await rowOf('c')).status).toBe('open');
    await Promise.all([after(61 * MINUTE), after(61 * MINUTE)]);
    const row = await rowOf('c');
    const [contact] = await contacts();
    expect(row).toMatchObject({ status: 'abandoned', dueAt: null, contactId: contact?.id });
    expect(row.abandonedAt?.getTime()).toBe(began + 61 * MINUTE);
    expect(contact).toMatchObject({ email: 'ani@example.test', source: 'abandoned_cart' });
    expect(await fired()).toMatchObject([{ subjectId: contact?.id, data: { checkoutId: row.id } }]);
    await report('c', { value: 5 });
    await after(31 * DAY);
    expect(await rowOf('c')).toMatchObject({ status: 'abandoned', value: 5n });
    expect(await fired()).toHaveLength(1);
  });

  it('is the cart of who is a contact already', async () => {
    const { id } = await makeContact(server.services.database, us.accountId, { email: 'ani@example.test' });
    await report('c');
    await after(61 * MINUTE);
    expect((await rowOf('c')).contactId).toBe(id);
    expect(await contacts()).toHaveLength(1);
  });

  it('begins its hour anew with each change', async () => {
    await report('c', { updatedAt: new Date(began + 30 * MINUTE).toISOString() });
    await after(61 * MINUTE);
    expect((await rowOf('c')).status).toBe('open');
    await after(91 * MINUTE);
    expect((await rowOf('c')).status).toBe('abandoned');
  });

  it.each([
    ['says no to messages', { acceptsMarketing: false }],
    ['is not asked', { acceptsMarketing: null }],
    ['cannot be reached', { email: null }],
    ['began long before it was reported', { createdAt: new Date(Date.now() - 2 * DAY).toISOString() }],
  ])('whose buyer %s only gets old, and is over after 30 days', async (_, more) => {
    await report('c', more);
    await after(61 * MINUTE);
    expect((await rowOf('c')).status).toBe('open');
    await after(31 * DAY);
    expect(await rowOf('c')).toMatchObject({ status: 'expired', dueAt: null });
    expect([await fired(), await contacts()]).toEqual([[], []]);
  });

  it('of a buyer who wants no reminders is abandoned, and nothing follows', async () => {
    expectData(
      await server.call(us.key, 'POST', '/api/v1/abandoned-cart/suppressions', { body: { email: 'ani@example.test' } }),
      201,
    );
    await report('c');
    await after(61 * MINUTE);
    expect((await rowOf('c')).status).toBe('abandoned');
    expect([await fired(), await contacts()]).toEqual([[], []]);
  });
});

describe('a checkout of a shop that is connected', () => {
  it.each([
    ['is left after the minutes of the shop', { abandonAfterMinutes: 30 }, {}, 31, 'abandoned'],
    ['is not left before', { abandonAfterMinutes: 90 }, {}, 61, 'open'],
    [
      'counts for anyone where the shop says so',
      { cartConsent: 'anyone' },
      { acceptsMarketing: false },
      61,
      'abandoned',
    ],
    ['counts where its buyers agreed', { consent: 'subscribed' }, { acceptsMarketing: null }, 61, 'abandoned'],
    ['does not where this one did not', { consent: 'subscribed' }, { acceptsMarketing: false }, 61, 'open'],
    ['does not where they did not', { consent: 'unsubscribed' }, { acceptsMarketing: null }, 61, 'open'],
  ] as const)('%s', async (_, config, more, minutes, status) => {
    const sync = { products: false };
    const { id } = await makeIntegration(server.services, us.accountId, {
      config: castJson(wholeConfig('http_generic', { sync, ...config })),
    });
    const row = {
      externalRef: 'c',
      value: 1,
      currency: 'IDR',
      email: 'ani@example.test',
      acceptsMarketing: true,
      ...more,
    };
    const body = JSON.stringify({ id: '1', type: 'checkouts', rows: [row] });
    const seconds = Math.floor(Date.now() / 1000);
    const signature = createHmac('sha256', 'whsec_test').update(`${seconds}.${body}`).digest('hex');
    const headers = { 'svc-signature': `t=${seconds},v1=${signature}` };
    expectData(await server.fetch('POST', `/api/v1/integrations/${id}/webhooks`, { headers, body }));
    await runJobs(server.services);
    await after(minutes * MINUTE);
    expect(await rowOf('c')).toMatchObject({ integrationId: id, status });
  });
});
