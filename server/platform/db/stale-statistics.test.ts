/**
 * What stands at the top of statement.ts, for every door that asks many rows: on a database whose statistics are older
 * than the workspace, no statement takes up more than a few times the rows that there are.
 */
import { describe, expect, it } from 'vitest';
import { startDelivery } from '@/server/modules/messaging/broadcasts/delivery/delivery';
import { startScheduler } from '@/server/modules/messaging/broadcasts/delivery/scheduler';
import type { Provider } from '@/server/platform/vendors/provider';
import { createTransport } from '@/server/platform/vendors/transport';
import { makeBroadcast, makeChannel } from '@/server/testing/factories/messaging';
import { makeContact, makeSegment } from '@/server/testing/factories/audience';
import { makeReferralLink, makeReferralProgram } from '@/server/testing/factories/offers';
import { unique } from '@/server/testing/factories/unique';
import { sendChunks } from '@/server/testing/contact-imports';
import { eventually, trpc } from '@/server/testing/http';
import { times } from '@/server/testing/lane';
import { rowId } from '@/server/testing/large-workspace';
import { useServer, type TestServer } from '@/server/testing/server';
import { useStaleStatistics, type Statistics } from '@/server/testing/stale-statistics';
import { runJobs } from '@/server/testing/worker';

/** More than are looked up one by one, so that sets are sets. */
const PEOPLE = 12_000;
const FEW = 500;
/** Rows of an import. Each is reported with what its triggers do, so that they take most of the time. */
const IMPORTED = times(500, 2_000);
const IN_FILE = times(1_000, 3_000);

/** What a door came to. */
interface Came {
  status: number;
  text: string;
}

/** How many times the workspace's contacts a statement may take up. */
const PASS = 30;
/** Takes up every attribute of the newest contacts. */
const FIELDS = 40;
/** Counts each of many conditions over everybody. */
const MANY_PASSES = 90;

interface Read {
  name: string;
  most: number;
  /** @param id of a row that the workspace was filled with */
  run: (server: TestServer, id: (what: string, n: number) => string) => Promise<Came>;
}

const get = (path: (id: (what: string, n: number) => string) => string, most = PASS): Read => ({
  name: `GET ${path((what, n) => `${what}${n}`)}`,
  most,
  run: (server, id) => server.call(server.ours.key, 'GET', `/api/v1${path(id)}`),
});
const send = (
  name: string,
  method: string,
  path: (id: (what: string, n: number) => string) => string,
  body?: (id: (what: string, n: number) => string) => unknown,
  most = PASS,
): Read => ({
  name,
  most,
  run: (server, id) =>
    server.call(server.ours.key, method, `/api/v1${path(id)}`, body === undefined ? {} : { body: body(id) }),
});
const typed = (
  name: string,
  type: 'query' | 'mutation',
  input: (id: (what: string, n: number) => string) => unknown,
  most = PASS,
): Read => ({
  name: `${name} ${JSON.stringify(input((what, n) => `${what}${n}`))}`,
  most,
  run: (server, id) => trpc(server, type, name, input(id), { cookie: server.ours.cookie }),
});

/** No group takes more conditions, and one of them may be of a list. */
const MOST_EVENTS = 9;

const EVENTS = [
  'order.placed',
  'order.refunded',
  'message.sent',
  'message.delivered',
  'message.opened',
  'message.clicked',
  'message.bounced',
  'cart.abandoned',
  'cart.recovered',
  'discount.redeemed',
  'referral.rewarded',
  'event.product_viewed',
];
type Id = (what: string, n: number) => string;
const SEGMENTS: [name: string, conditions: (id: Id) => unknown[], match?: 'any'][] = [
  ...EVENTS.flatMap((event): (typeof SEGMENTS)[number][] => [
    [event, () => [{ event, op: 'at_least', count: 1 }]],
    [`no ${event}`, () => [{ event, op: 'none', withinDays: 30 }]],
  ]),
  [
    'events with a property',
    () => [
      {
        event: 'event.product_viewed',
        op: 'at_least',
        count: 1,
        where: [{ property: 'sku', op: 'eq', value: 2 }],
      },
    ],
  ],
  ['members of a large list', (id) => [{ field: 'list', op: 'member_of', value: id('l', 1) }]],
  ['members of a small list', (id) => [{ field: 'list', op: 'member_of', value: id('l', 2) }]],
  ['no members of a list', (id) => [{ field: 'list', op: 'not_member_of', value: id('l', 2) }]],
  [
    'members with events',
    (id) => [
      { field: 'list', op: 'member_of', value: id('l', 2) },
      ...EVENTS.slice(0, MOST_EVENTS).map((event) => ({ event, op: 'at_least', count: 1 })),
    ],
  ],
  ['any event', () => EVENTS.slice(-MOST_EVENTS).map((event) => ({ event, op: 'at_least', count: 1 })), 'any'],
  [
    'fields',
    () => [
      { field: 'attributes.city', op: 'eq', value: 'Bandung' },
      { field: 'subscriptions.email', op: 'neq', value: 'unsubscribed' },
    ],
  ],
];

const AUDIENCES: [name: string, audience: (id: Id) => unknown][] = [
  ['a large list', (id) => ({ listIds: [id('l', 1)] })],
  ['a small list', (id) => ({ listIds: [id('l', 2)] })],
  ['lists', (id) => ({ listIds: [id('l', 1), id('l', 2)] })],
  ['a small list without a large one', (id) => ({ listIds: [id('l', 2)], exclude: { listIds: [id('l', 1)] } })],
  ['a large list without itself', (id) => ({ listIds: [id('l', 1)], exclude: { listIds: [id('l', 1)] } })],
  ['contacts', (id) => ({ contactIds: Array.from({ length: FEW }, (_, n) => id('p', n + 1)) })],
  ['all contacts', (id) => ({ contactIds: Array.from({ length: PEOPLE }, (_, n) => id('p', n + 1)) })],
];
const PROVIDERS = ['email_p1', 'sms_p1'];

const rows = (first: number, count: number, more: Record<string, unknown> = {}) =>
  Array.from({ length: count }, (_, n) => ({
    email: `person${first + n}@example.test`,
    phone: `+62812${first + n}`,
    firstName: 'Budi',
    ...more,
  }));

const ADAPTER = {
  id: 'email_p1',
  send: () => Promise.resolve({ kind: 'accepted', providerMessageId: unique('m') }),
} as unknown as Provider;

const READS: Read[] = [
  get((id) => `/contact-lists/${id('l', 1)}`, PASS),
  ...[
    '',
    '?q=person12',
    '?q=12',
    '?subscription=email.unsubscribed',
    '?source=csv_import',
    '?q=person&sort=oldest',
  ].map((query) => get(() => `/contacts${query}`)),
  ...['', '&q=person', '&q=person123', '&source=csv_import', '&subscription=email.unsubscribed'].flatMap((query) => [
    get((id) => `/contacts?listId=${id('l', 1)}${query}`),
    get((id) => `/contacts?listId=${id('l', 2)}${query}`),
  ]),
  typed('contacts.count', 'query', (id) => ({ listId: id('l', 1) })),
  typed('contacts.count', 'query', (id) => ({ listId: id('l', 1), q: 'person' })),
  typed('contacts.count', 'query', (id) => ({ listId: id('l', 2), subscription: 'email.unsubscribed' })),
  typed('contacts.sources', 'query', () => ({})),
  typed('contacts.figures', 'query', () => ({})),
  get((id) => `/contacts/${id('p', 1)}`, PASS),
  get((id) => `/contacts/${id('p', 1)}/export`),
  typed('contacts.timeline', 'query', (id) => ({ id: id('p', 1) })),
  typed('contacts.standing', 'query', (id) => ({ id: id('p', 1) })),
  send(
    'POST /contacts',
    'POST',
    () => '/contacts',
    () => ({ email: 'person7@example.test', phone: '+628127' }),
  ),
  send(
    'PATCH /contacts/:id',
    'PATCH',
    (id) => `/contacts/${id('p', 9)}`,
    () => ({ subscriptions: { email: 'unsubscribed' } }),
  ),
  send('DELETE /contacts/:id', 'DELETE', (id) => `/contacts/${id('p', 8)}`),
  send('POST /contacts/:id/erase', 'POST', (id) => `/contacts/${id('p', 6)}/erase`),
  send(
    'POST /contacts/import of new ones',
    'POST',
    () => '/contacts/import',
    () => ({ rows: rows(900_000, IMPORTED), listName: 'New' }),
  ),
  send(
    'POST /contacts/import of known ones',
    'POST',
    () => '/contacts/import',
    () => ({ rows: rows(100, IMPORTED), listName: 'Known' }),
  ),
  send(
    'POST /contacts/import of opt-outs',
    'POST',
    () => '/contacts/import',
    () => ({ rows: rows(200, IMPORTED, { subscriptions: { email: 'unsubscribed', sms: 'unsubscribed' } }) }),
  ),
  {
    name: 'an import of a file',
    most: PASS,
    async run(server) {
      const id = await sendChunks(server, server.ours, rows(5_000, IN_FILE), { listName: 'File' });
      await runJobs(server.services);
      await trpc(server, 'mutation', 'contacts.imports.start', { id }, { cookie: server.ours.cookie });
      await runJobs(server.services);
      const { status, data, text } = await trpc(
        server,
        'query',
        'contacts.imports.get',
        { id },
        { cookie: server.ours.cookie },
      );
      expect(data).toMatchObject({ status: 'done', updated: IN_FILE });
      return { status, text };
    },
  },
  send(
    'POST members',
    'POST',
    (id) => `/contact-lists/${id('l', 3)}/members`,
    (id) => ({ contactIds: Array.from({ length: FEW }, (_, n) => id('p', n + 100)) }),
  ),
  send('DELETE a member', 'DELETE', (id) => `/contact-lists/${id('l', 3)}/members/${id('p', 101)}`, undefined, PASS),
  get(() => '/audience-segments/fields', FIELDS),
  ...AUDIENCES.flatMap(([name, audience]) => [
    {
      ...typed('broadcasts.audience', 'mutation', (id) => ({ providers: PROVIDERS, audience: audience(id) })),
      name: `the composer's count of ${name}`,
    },
  ]),
  typed(
    'broadcasts.localTimes',
    'query',
    (id) => ({ providers: PROVIDERS, audience: { listIds: [id('l', 1)] }, localTime: '09:00' }),
    MANY_PASSES,
  ),
  typed('broadcasts.check', 'query', (id) => ({
    providers: PROVIDERS,
    content: {},
    audience: { listIds: [id('l', 1)] },
  })),
  ...SEGMENTS.map(([name, conditions, match = 'all']): Read => ({
    name: `a segment: ${name}`,
    most: MANY_PASSES,
    async run(server, id) {
      const definition = { match: 'all', groups: [{ match, conditions: conditions(id) }] };
      const call = (method: string, path: string, body?: unknown) =>
        server.call(server.ours.key, method, `/api/v1/audience-segments${path}`, body === undefined ? {} : { body });
      const made = await call('POST', '', { name: unique('Segment '), definition });
      const segment = made.body.data?.id as string;
      const answers = [
        made,
        await call('POST', '/preview', { definition }),
        await call('GET', `/${segment}/contacts?limit=20`),
        await call('GET', `/${segment}/count`),
        await trpc(
          server,
          'query',
          'broadcasts.audience',
          { providers: PROVIDERS, audience: { segmentIds: [segment] } },
          { cookie: server.ours.cookie },
        ),
      ];
      return answers.find(({ status }) => status >= 300) ?? made;
    },
  })),
  {
    name: 'a segment as a list',
    most: MANY_PASSES,
    async run(server) {
      const definition = {
        match: 'all',
        groups: [{ match: 'all', conditions: [{ event: 'message.sent', op: 'at_least', count: 1 }] }],
      };
      const { id } = await makeSegment(server.services.database, server.ours.accountId, { definition });
      return server.call(server.ours.key, 'POST', `/api/v1/audience-segments/${id}/to-list`, {
        body: { name: unique('From ') },
      });
    },
  },
  get(() => '/insights/overview'),
  get(() => '/insights/attribution?windowDays=90&periodDays=365'),
  get(() => '/insights/attribution?model=first_touch'),
  get(() => '/insights/deliverability'),
  get(() => '/insights/setup'),
  ...['contacts.new', 'contacts.unsubscribed', 'broadcasts.sent'].map((metric) =>
    get(() => `/insights/timeseries?metric=${metric}`),
  ),
  typed('insights.problems', 'query', () => undefined),
  typed('insights.topCodes', 'query', () => ({ windowDays: 30 })),
  get(() => '/marketing-campaigns'),
  get((id) => `/marketing-campaigns/${id('k', 1)}/full`),
  typed('marketingCampaigns.rollUp', 'query', (id) => ({ id: id('k', 1) })),
  typed('marketingCampaigns.overview', 'query', () => ({})),
  ...['discount_code', 'cart_reminder', 'broadcast'].map((kind) =>
    typed('marketingCampaigns.children', 'query', (id) => ({ id: id('k', 1), type: kind })),
  ),
  ...['discount_code', 'cart_reminder', 'broadcast'].map((kind) =>
    typed('marketingCampaigns.candidates', 'query', (id) => ({ id: id('k', 1), type: kind })),
  ),
  get(() => '/abandoned-cart/reminders'),
  get(() => '/abandoned-cart/stats'),
  get(() => '/abandoned-cart/suppressions'),
  typed('abandonedCart.searchSuppressions', 'query', () => ({ q: 'person1' })),
  typed('abandonedCart.listReminders', 'query', () => ({ limit: 20 })),
  typed('abandonedCart.activity', 'query', () => ({})),
  get(() => '/pixels/conversions'),
  get(() => '/referrals/stats'),
  get(() => '/referrals/links'),
  get(() => '/referrals/attributions'),
  typed('referrals.funnel', 'query', () => ({})),
  typed('referrals.listLinks', 'query', () => ({ limit: 20 })),
  typed('referrals.listAttributions', 'query', () => ({ limit: 20 })),
  {
    name: 'a sign-up where the program is for new customers',
    most: 1,
    async run(server) {
      const { database } = server.services;
      const { accountId, key } = server.ours;
      await makeReferralProgram(database, accountId, { existingCustomers: 'refuse' });
      const { code } = await makeReferralLink(database, accountId);
      // Nothing refuses them, so that every look is taken.
      const refereeCustomerId = unique('friend-');
      await makeContact(database, accountId, { externalRef: refereeCustomerId });
      const body = { linkCode: code, refereeCustomerId, refereeEmail: `${unique('friend')}@example.test` };
      const answer = await server.call(key, 'POST', '/api/v1/referrals/attributions/signup', { body });
      expect(answer.body.data.attribution).not.toBeNull();
      return answer;
    },
  },
  get(() => '/discount-codes'),
  get((id) => `/discount-codes/${id('d', 1)}/redemptions`),
  typed('uploads.library', 'query', () => ({ q: 'kebun' })),
  typed('search.records', 'query', () => ({ q: 'person 77' })),
  typed('search.records', 'query', () => ({ q: 'zz' })),
  typed('discountCodes.activity', 'query', (id) => ({ id: id('d', 1) })),
  get(() => '/broadcasts'),
  get((id) => `/broadcasts/${id('b', 1)}`),
  typed('broadcasts.progress', 'query', (id) => ({ id: id('b', 1) })),
  typed('broadcasts.waves', 'query', (id) => ({ id: id('b', 1) })),
  typed('broadcasts.reasons', 'query', (id) => ({ id: id('b', 1) })),
  typed('broadcasts.links', 'query', (id) => ({ id: id('b', 1) })),
  get((id) => `/broadcasts/${id('b', 1)}/report`),
  get((id) => `/broadcasts/${id('b', 1)}/recipients?state=failed`),
  get((id) => `/broadcasts/${id('b', 1)}/messages?q=nobody`),
  {
    name: 'a send, a cancel, another send, and its delivery',
    most: MANY_PASSES,
    async run(server, id) {
      const { database } = server.services;
      await makeChannel(server.services, server.ours.accountId);
      const broadcast = await makeBroadcast(database, server.ours.accountId, { audience: { listIds: [id('l', 1)] } });
      const call = (what: string) => server.call(server.ours.key, 'POST', `/api/v1/broadcasts/${broadcast.id}/${what}`);
      const answers = [await call('send'), await call('cancel'), await call('send')];
      const transport = createTransport();
      const delivery = startDelivery({
        services: server.services,
        transport,
        adapterOf: () => ADAPTER,
        rateOf: () => null,
      });
      try {
        await eventually(async () => {
          const { body } = await server.call(server.ours.key, 'GET', `/api/v1/broadcasts/${broadcast.id}`);
          expect(body.data.statusCounts.queued ?? 0).toBe(0);
          expect(body.data.statusCounts.sending ?? 0).toBe(0);
        });
      } finally {
        await delivery.stop();
        await transport.close();
      }
      return answers.find(({ status }) => status >= 300) ?? (answers[0] as Came);
    },
  },
  {
    name: 'a send at a rate and at own hours, all of it due at once, and its cancel',
    most: MANY_PASSES,
    async run(server, id) {
      const { database } = server.services;
      await makeChannel(server.services, server.ours.accountId);
      const broadcast = await makeBroadcast(database, server.ours.accountId, {
        audience: { listIds: [id('l', 1)] },
        perHour: 60,
        localTime: '00:00',
      });
      const call = (what: string) => server.call(server.ours.key, 'POST', `/api/v1/broadcasts/${broadcast.id}/${what}`);
      const sent = await call('send');
      await database.pool.query(`UPDATE "MarketingMessage" SET "claimableAt" = $2 WHERE "campaignId" = $1`, [
        broadcast.id,
        new Date(),
      ]);
      const transport = createTransport();
      const delivery = startDelivery({
        services: server.services,
        transport,
        adapterOf: () => ADAPTER,
        rateOf: () => null,
      });
      const where = { campaignId: broadcast.id, status: 'queued', claimableAt: { lte: new Date() } };
      try {
        await eventually(async () => expect(await database.prisma.marketingMessage.count({ where })).toBe(0));
      } finally {
        await delivery.stop();
        await transport.close();
      }
      const canceled = await call('cancel');
      return sent.status >= 300 ? sent : canceled;
    },
  },
  {
    name: 'a send with a test, its figures, and its end',
    most: MANY_PASSES,
    async run(server, id) {
      const { database } = server.services;
      await makeChannel(server.services, server.ours.accountId);
      const test = { variants: [{}, { subject: 'Other' }], share: 50, metric: 'opened', hours: 1 };
      const broadcast = await makeBroadcast(database, server.ours.accountId, {
        audience: { listIds: [id('l', 1)] },
        test,
      });
      const call = (what: string) => server.call(server.ours.key, 'POST', `/api/v1/broadcasts/${broadcast.id}/${what}`);
      const sent = await call('send');
      if (sent.status >= 300) return sent;
      await trpc(server, 'query', 'broadcasts.testFigures', { id: broadcast.id }, { cookie: server.ours.cookie });
      const ended = await call('test/end');
      return ended.status >= 300 ? ended : await call('cancel');
    },
  },
  {
    name: 'a scheduled send',
    most: MANY_PASSES,
    async run(server, id) {
      const { database } = server.services;
      const broadcast = await makeBroadcast(database, server.ours.accountId, {
        audience: { listIds: [id('l', 1)], exclude: { listIds: [id('l', 2)] } },
        status: 'scheduled',
        scheduledAt: new Date(0),
      });
      const scheduler = startScheduler(server.services, { everyMs: 20 });
      try {
        await eventually(async () => {
          const { body } = await server.call(server.ours.key, 'GET', `/api/v1/broadcasts/${broadcast.id}`);
          expect(body.data.status).toBe('sending');
        });
      } finally {
        await scheduler.stop();
      }
      return server.call(server.ours.key, 'POST', `/api/v1/broadcasts/${broadcast.id}/cancel`);
    },
  },
  {
    name: 'a send to nobody who can be reached',
    most: MANY_PASSES,
    async run(server, id) {
      await makeChannel(server.services, server.ours.accountId, { provider: 'msg_p4' });
      const broadcast = await makeBroadcast(server.services.database, server.ours.accountId, {
        providers: ['msg_p4'],
        audience: { listIds: [id('l', 1)] },
      });
      const answer = await server.call(server.ours.key, 'POST', `/api/v1/broadcasts/${broadcast.id}/send`);
      expect(answer.body.error?.code).toBe('NO_RECIPIENTS');
      return { status: 200, text: '' };
    },
  },
  send('DELETE a list', 'DELETE', (id) => `/contact-lists/${id('l', 1)}`, undefined, MANY_PASSES),
];
const FORMS: Statistics[] = ['nothing', 'one large neighbour', 'many workspaces of one row'];

describe.each(FORMS)('with statistics of %s', (form) => {
  const server = useServer({ EXTENSIONS: 'webhook-delivery,message-list' });
  const stale = useStaleStatistics(server, form, { people: PEOPLE, few: FEW });

  it.each(READS)('$name', async ({ run, most }) => {
    let came: Came | undefined;
    const id = (what: string, n: number): string => rowId(server.ours.accountId, what, n);
    const [worst] = await stale.costsOf(async () => (came = await run(server, id)));
    expect(came?.status, came?.text).toBeLessThan(300);
    expect(worst?.work ?? 0, `${worst?.text ?? ''}\n${worst?.steps ?? ''}`).toBeLessThan(most * PEOPLE);
  });
});
