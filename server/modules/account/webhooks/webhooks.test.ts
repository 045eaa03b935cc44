/** Webhook endpoints through the doors, with EXTENSIONS unset (docs/contract/webhooks.md#endpoint). */
import { describe, expect, it } from 'vitest';
import { openEndpointSecret } from '@/server/modules/account/webhooks/secrets';
import { makeContact } from '@/server/testing/factories/audience';
import { makeKey, makeWebhookDelivery, makeWebhookEndpoint } from '@/server/testing/factories/account';
import { unique } from '@/server/testing/factories/unique';
import { auditOf, bySession, expectData, expectError } from '@/server/testing/http';
import { useServer } from '@/server/testing/server';
import { atBest, longestWait } from '@/server/testing/waits';

const server = useServer();

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const PATH = '/api/v1/webhooks/endpoints';
const url = (): string => `https://hooks.example.com/${unique('h')}`;
const create = (body: unknown) => server.call(server.ours.key, 'POST', PATH, { body });
const patch = (id: string, body: unknown) => server.call(server.ours.key, 'PATCH', `${PATH}/${id}`, { body });
const rowOf = (id: string) => server.services.database.prisma.webhookEndpoint.findFirst({ where: { id } });

describe('POST /webhooks/endpoints', () => {
  it('answers 201 with exactly the fields of the contract, everything subscribed to and active', async () => {
    const sent = url();
    const data = expectData(await create({ url: sent }), 201);
    expect(Object.keys(data).sort()).toEqual(['endpoint', 'secret']);
    expect(data.endpoint).toEqual({
      id: expect.stringMatching(/^c[a-z0-9]{24}$/),
      url: sent,
      events: ['*'],
      description: null,
      active: true,
      createdAt: expect.stringMatching(INSTANT),
    });
    expect(data.secret).toMatch(/^whsec_[A-Za-z0-9_-]{43}$/);
    expect(Buffer.from(data.secret.slice(6), 'base64url')).toHaveLength(32);
  });

  it('takes any event strings and a long description', async () => {
    const events = [
      'discount_code.redeemed',
      'abandoned_cart.recovered',
      'svc.contact.created.v1',
      'no such thing',
      '',
      '*',
    ];
    const description = 'd'.repeat(100_000);
    expect(expectData(await create({ url: url(), events, description }), 201).endpoint).toMatchObject({
      events,
      description,
    });
    expect(expectData(await create({ url: url(), events: [], description: null }), 201).endpoint).toMatchObject({
      events: [],
      description: null,
    });
  });

  it('takes 1,000 events of 255 characters and a description of 100,000, and no more', async () => {
    const most = {
      url: url(),
      events: Array.from({ length: 1000 }, () => 'e'.repeat(255)),
      description: 'd'.repeat(100_000),
    };
    expectData(await create(most), 201);
    for (const more of [
      { events: [...most.events, 'e'] },
      { events: ['e'.repeat(256)] },
      { description: 'd'.repeat(100_001) },
    ])
      expectError(await create({ ...most, ...more }), 400, 'VALIDATION');
  });

  it('answers at once whatever the address is made of, and keeps nobody else waiting', async () => {
    const many = 100_000;
    const bodies = [
      { url: `https://a${'.'.repeat(many)}b` },
      { url: `https://${'a.'.repeat(many)}` },
      { url: `https://[${':'.repeat(many)}]/` },
      { url: `https://example.com/${'.'.repeat(many)}` },
      { url: `${'https://'.repeat(many / 10)}.` },
    ];
    const measure = () =>
      longestWait(server.baseUrl, async () => {
        for (const body of bodies) expectError(await create(body), 400, 'VALIDATION');
      });
    expect(await atBest(measure, 250)).toBeLessThan(250);
  });

  it('stores the secret encrypted, and shows it nowhere else', async () => {
    const tenant = await server.makeTenant();
    const { endpoint, secret } = expectData(await server.call(tenant.key, 'POST', PATH, { body: { url: url() } }), 201);
    const row = await rowOf(endpoint.id);
    expect(openEndpointSecret(server.services.settings.appSecrets, row!)).toBe(secret);
    const seen = [
      JSON.stringify(row),
      (await server.call(tenant.key, 'GET', PATH)).text,
      (await server.call(tenant.key, 'PATCH', `${PATH}/${endpoint.id}`, { body: { active: false } })).text,
      JSON.stringify(await auditOf(server, tenant.accountId)),
    ];
    for (const text of seen) expect(text).not.toContain(secret);
  });

  it('makes another secret each time', async () => {
    const made = await Promise.all(
      Array.from({ length: 5 }, async () => expectData(await create({ url: url() }), 201).secret),
    );
    expect(new Set(made).size).toBe(5);
  });

  it.each([
    ['no url', {}, 'url'],
    ['a url that is no text', { url: 5 }, 'url'],
    ['a url that is null', { url: null }, 'url'],
    ['events that are no list', { url: 'https://a.example', events: '*' }, 'events'],
    ['events that are null', { url: 'https://a.example', events: null }, 'events'],
    ['an event that is no text', { url: 'https://a.example', events: ['*', 1] }, 'events.1'],
    ['an event with NUL', { url: 'https://a.example', events: ['a\0b'] }, 'events.0'],
    ['a description that is no text', { url: 'https://a.example', description: 1 }, 'description'],
  ])('refuses %s with 400 VALIDATION and its path', async (_, body, path) => {
    const error = expectError(await create(body), 400, 'VALIDATION');
    expect(error.details.issues.map((issue: { path: string }) => issue.path)).toEqual([path]);
  });

  it('starts active whatever is sent: active and unknown keys are ignored', async () => {
    const { endpoint } = expectData(
      await create({
        url: url(),
        active: false,
        secret: 'whsec_mine',
        accountId: server.theirs.accountId,
        stoppedBy: 'gone',
      }),
      201,
    );
    expect(await rowOf(endpoint.id)).toMatchObject({ active: true, stoppedBy: null, accountId: server.ours.accountId });
  });

  it('needs the scope write; a key with read alone lists', async () => {
    const reader = await makeKey(server.services.database, server.services.keys, server.ours.accountId, {
      scopes: ['read'],
    });
    expectError(await server.call(reader, 'POST', PATH, { body: { url: url() } }), 403, 'INSUFFICIENT_SCOPE');
    expectData(await server.call(reader, 'GET', PATH));
    const writer = await makeKey(server.services.database, server.services.keys, server.ours.accountId, {
      scopes: ['write'],
    });
    expectData(await server.call(writer, 'POST', PATH, { body: { url: url() } }), 201);
  });
});

/** One address in each notation that a reader of URLs knows, and every range of docs/contract/webhooks.md#addresses. */
const REFUSED = [
  // The scheme, in lower case and in front of all.
  'http://hooks.example.com/',
  'HTTPS://hooks.example.com/',
  'Https://hooks.example.com/',
  ' https://hooks.example.com/',
  'https:hooks.example.com',
  'hooks.example.com',
  'ftp://hooks.example.com/',
  '',
  // No address.
  'https://',
  'https://.',
  'https://exa mple.com/',
  'https://a:99999/',
  'https://[::1',
  'https://1.2.3.4.5/',
  'https://256.1.1.1/',
  // User info.
  'https://user@hooks.example.com/',
  'https://user:pass@hooks.example.com/',
  'https://hooks.example.com@127.0.0.1/',
  'https://:x@hooks.example.com/',
  // Names.
  'https://localhost/',
  'https://LOCALHOST/',
  'https://localhost./',
  'https://a.b.localhost/',
  'https://printer.local/',
  'https://Printer.LOCAL./',
  'https://metadata.google.internal/',
  'https://db.INTERNAL.:8443/',
  // Full-width letters, dots and digits, percent-encoded ones: the host that they become counts.
  'https://ｌｏｃａｌｈｏｓｔ/',
  'https://loc%61lhost/',
  'https://１２７.0.0.1/',
  'https://127。0。0。1/',
  'https://printer。local/',
  'https://%31%32%37.0.0.1/',
  // 127.0.0.1: decimal, octal, hex, short, mixed, trailing dot, port, upper case.
  'https://127.0.0.1/',
  'https://127.0.0.1./',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0X7F000001/',
  'https://017700000001/',
  'https://0177.0.0.1/',
  'https://0x7f.0.0.1/',
  'https://127.1/',
  'https://127.0.1/',
  'https://127.255.255.254:8443/hook',
  // The ranges of IPv4, first and last address.
  ...[
    '0.0.0.0',
    '0.255.255.255',
    '10.0.0.0',
    '10.255.255.255',
    '100.64.0.0',
    '100.127.255.255',
    '169.254.0.0',
    '169.254.169.254',
    '172.16.0.0',
    '172.31.255.255',
    '192.0.0.0',
    '192.0.0.255',
    '192.168.0.0',
    '192.168.255.255',
    '198.18.0.0',
    '198.19.255.255',
    '224.0.0.0',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
  ].map((host) => `https://${host}/`),
  // IPv6, and IPv4 inside of it: mapped, NAT64, 6to4.
  ...[
    '::',
    '::1',
    '0:0:0:0:0:0:0:1',
    'fc00::1',
    'fdff::1',
    'FD00::1',
    'fe80::1',
    'febf::1',
    '::ffff:127.0.0.1',
    '::FFFF:7f00:1',
    '::ffff:10.0.0.1',
    '64:ff9b::10.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2002:a9fe:a9fe::1',
    '2002:c0a8:1::',
  ].map((host) => `https://[${host}]/`),
];

const ACCEPTED = [
  'https://hooks.example.com',
  'https://hooks.example.com/a?b=c#d',
  'https://HOOKS.Example.COM/Path',
  'https://hooks.example.com./',
  'https://hooks.example.com:8443/',
  'https://bücher.example/',
  'https://ｈｏｏｋｓ.example/',
  'https://localhost.example.com/',
  'https://mylocal/',
  'https://internal.example.com/',
  'https://127.0.0.1.example.com/',
  'https://8.8.8.8/',
  'https://0x08080808/',
  'https://9.255.255.255/',
  'https://11.0.0.0/',
  'https://100.63.255.255/',
  'https://100.128.0.0/',
  'https://172.15.255.255/',
  'https://172.32.0.0/',
  'https://192.0.1.0/',
  'https://198.17.255.255/',
  'https://198.20.0.0/',
  'https://223.255.255.255/',
  'https://[2606:4700:4700::1111]/',
  'https://[::ffff:8.8.8.8]/',
  'https://[64:ff9b::808:808]/',
  'https://[2002:808:808::]/',
];

describe('addresses', () => {
  it.each(REFUSED)('refuses %j on create and on PATCH', async (address) => {
    const { endpoint } = expectData(await create({ url: 'https://hooks.example.com/before' }), 201);
    for (const answer of [await create({ url: address }), await patch(endpoint.id, { url: address })]) {
      const error = expectError(answer, 400, 'VALIDATION');
      expect(error.details.issues.map((issue: { path: string }) => issue.path)).toEqual(['url']);
    }
    expect(await rowOf(endpoint.id)).toMatchObject({ url: 'https://hooks.example.com/before' });
  });

  it.each(ACCEPTED)('takes %j and keeps it as it was sent', async (address) => {
    const { endpoint } = expectData(await create({ url: address }), 201);
    expect(endpoint.url).toBe(address);
    expect(expectData(await patch(endpoint.id, { url: address })).endpoint.url).toBe(address);
  });
});

describe('GET /webhooks/endpoints', () => {
  it('lists newest first, of one instant by id descending, with secretPreview in place of the secret', async () => {
    const tenant = await server.makeTenant();
    const { endpoint, secret } = expectData(
      await server.call(tenant.key, 'POST', PATH, {
        body: { url: url(), events: ['contact.created'], description: 'Shop' },
      }),
      201,
    );
    const createdAt = new Date('2099-01-01T00:00:00Z');
    const later = await Promise.all(
      Array.from({ length: 4 }, () => makeWebhookEndpoint(server.services, tenant.accountId, { createdAt })),
    );
    const data = expectData(await server.call(tenant.key, 'GET', PATH));
    expect(Object.keys(data)).toEqual(['endpoints']);
    expect(data.endpoints.map((each: { id: string }) => each.id)).toEqual([
      ...later
        .map(({ id }) => id)
        .sort()
        .reverse(),
      endpoint.id,
    ]);
    expect(data.endpoints.at(-1)).toEqual({
      id: endpoint.id,
      accountId: tenant.accountId,
      url: endpoint.url,
      events: ['contact.created'],
      description: 'Shop',
      active: true,
      secretPreview: `whsec_…${secret.slice(-4)}`,
      createdAt: endpoint.createdAt,
      updatedAt: endpoint.createdAt,
    });
  });

  it("shows nothing of the neighbour's", async () => {
    const theirs = await makeWebhookEndpoint(server.services, server.theirs.accountId);
    const ours = expectData(await server.call(server.ours.key, 'GET', PATH)).endpoints;
    expect(ours.map((each: { id: string }) => each.id)).not.toContain(theirs.id);
  });
});

describe('PATCH /webhooks/endpoints/:id', () => {
  it('changes what is sent, replaces events as a whole, and answers with the object without its secret', async () => {
    const made = expectData(await create({ url: url(), events: ['a', 'b'], description: 'Before' }), 201);
    const changed = expectData(await patch(made.endpoint.id, { events: ['c'] }));
    expect(Object.keys(changed)).toEqual(['endpoint']);
    expect(changed.endpoint).toEqual({
      ...made.endpoint,
      accountId: server.ours.accountId,
      events: ['c'],
      secretPreview: `whsec_…${made.secret.slice(-4)}`,
      updatedAt: expect.stringMatching(INSTANT),
    });
    expect(changed.endpoint.updatedAt > made.endpoint.createdAt).toBe(true);
    expect(expectData(await patch(made.endpoint.id, { description: null, active: false })).endpoint).toMatchObject({
      description: null,
      active: false,
      events: ['c'],
    });
    expect(expectData(await patch(made.endpoint.id, { active: true })).endpoint).toMatchObject({ active: true });
  });

  it('leaves the secret alone, whatever is sent', async () => {
    const { endpoint } = expectData(await create({ url: url() }), 201);
    const before = await rowOf(endpoint.id);
    expectData(
      await patch(endpoint.id, {
        secret: 'whsec_mine',
        secretPreview: 'x',
        id: 'cother',
        accountId: server.theirs.accountId,
        description: 'New',
      }),
    );
    expect(await rowOf(endpoint.id)).toMatchObject({
      secret: before!.secret,
      secretPreview: before!.secretPreview,
      accountId: server.ours.accountId,
    });
  });

  it('answers with the row when nothing is sent, and records nothing', async () => {
    const tenant = await server.makeTenant();
    const { endpoint } = expectData(await server.call(tenant.key, 'POST', PATH, { body: { url: url() } }), 201);
    const same = expectData(await server.call(tenant.key, 'PATCH', `${PATH}/${endpoint.id}`, { body: {} })).endpoint;
    expect(same.updatedAt).toBe(endpoint.createdAt);
    expect((await auditOf(server, tenant.accountId)).map(({ action }) => action)).toEqual(['webhook_endpoint.create']);
  });

  it('forgets on switching on why the service had switched it off', async () => {
    const { id } = await makeWebhookEndpoint(server.services, server.ours.accountId, {
      active: false,
      stoppedBy: 'gone',
    });
    expectData(await patch(id, { description: 'still off' }));
    expect(await rowOf(id)).toMatchObject({ active: false, stoppedBy: 'gone' });
    expectData(await patch(id, { active: true }));
    expect(await rowOf(id)).toMatchObject({ active: true, stoppedBy: null });
  });

  it.each([
    ['active that is no boolean', { active: 'yes' }, 'active'],
    ['a null url', { url: null }, 'url'],
    ['null events', { events: null }, 'events'],
  ])('refuses %s', async (_, body, path) => {
    const { id } = await makeWebhookEndpoint(server.services, server.ours.accountId);
    expect(expectError(await patch(id, body), 400, 'VALIDATION').details.issues[0].path).toBe(path);
  });

  it("answers 404 for an unknown id and for the neighbour's, which stays as it is", async () => {
    const theirs = await makeWebhookEndpoint(server.services, server.theirs.accountId);
    for (const id of [theirs.id, 'c0000000000000000000000000', '%00']) {
      expectError(await patch(id, { active: false }), 404, 'NOT_FOUND');
      expectError(await patch(id, {}), 404, 'NOT_FOUND');
    }
    expect(await rowOf(theirs.id)).toMatchObject({ active: true });
  });
});

describe('DELETE /webhooks/endpoints/:id', () => {
  it('deletes for good, deliveries included, and is 404 from then on', async () => {
    const { endpoint } = expectData(await create({ url: url() }), 201);
    await makeWebhookDelivery(server.services.database, server.ours.accountId, { endpointId: endpoint.id });
    expect(expectData(await server.call(server.ours.key, 'DELETE', `${PATH}/${endpoint.id}`))).toEqual({
      id: endpoint.id,
      deleted: true,
    });
    expect(await rowOf(endpoint.id)).toBeNull();
    expect(await server.services.database.prisma.webhookDelivery.count({ where: { endpointId: endpoint.id } })).toBe(0);
    expectError(await server.call(server.ours.key, 'DELETE', `${PATH}/${endpoint.id}`), 404, 'NOT_FOUND');
  });

  it('deletes once when called ten times at once', async () => {
    const { id } = await makeWebhookEndpoint(server.services, server.ours.accountId);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => server.call(server.ours.key, 'DELETE', `${PATH}/${id}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(404)]);
    expect((await auditOf(server, server.ours.accountId)).filter((row) => row.targetId === id)).toHaveLength(1);
  });

  it('of one with many deliveries that breaks off says so on the endpoint and in the log; the next call ends it', async () => {
    const tenant = await server.makeTenant();
    const { pool } = server.services.database;
    const { id } = await makeWebhookEndpoint(server.services, tenant.accountId);
    const asked = () => server.call(tenant.key, 'DELETE', `${PATH}/${id}`);
    await pool.query(
      `INSERT INTO "WebhookDelivery" ("accountId", "endpointId", "eventId", type, payload, status, "createdAt", "updatedAt") SELECT $1, $2, 'e' || n, 'svc.contact.created.v1', '{}', 'sent', now(), now() FROM generate_series(1, 10500) n`,
      [tenant.accountId, id],
    );
    const left = () => server.services.database.prisma.webhookDelivery.count({ where: { endpointId: id } });
    const before = await rowOf(id);
    // The second batch is the one of fewer rows.
    await pool.query(
      `CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF (SELECT count(*) FROM old) < 10000 THEN RAISE 'broken off'; END IF; RETURN NULL; END $$`,
    );
    await pool.query(
      'CREATE TRIGGER break_off AFTER DELETE ON "WebhookDelivery" REFERENCING OLD TABLE AS old FOR EACH STATEMENT EXECUTE FUNCTION break_off()',
    );
    try {
      expectError(await asked(), 500, 'INTERNAL');
    } finally {
      await pool.query('DROP TRIGGER break_off ON "WebhookDelivery"; DROP FUNCTION break_off()');
    }
    const stopped = await rowOf(id);
    expect(stopped).toMatchObject({ active: false, stoppedBy: 'deleting' });
    expect(stopped!.updatedAt.getTime()).toBeGreaterThan(before!.updatedAt.getTime());
    expect(await left()).toBe(500);
    // Switched on again it is as any other; deleted again it goes.
    expectData(await server.call(tenant.key, 'PATCH', `${PATH}/${id}`, { body: { active: true } }));
    expect(await rowOf(id)).toMatchObject({ active: true, stoppedBy: null });
    expectData(await asked());
    expect([await rowOf(id), await left()]).toEqual([null, 0]);
    expect((await auditOf(server, tenant.accountId)).map(({ action, data }) => ({ action, data }))).toEqual([
      { action: 'webhook_endpoint.update', data: { url: before!.url, changed: ['active'], stoppedBy: 'deleting' } },
      { action: 'webhook_endpoint.update', data: { url: before!.url, changed: ['active'] } },
      { action: 'webhook_endpoint.delete', data: { url: before!.url } },
    ]);
  });

  it("answers 404 for the neighbour's, which stays", async () => {
    const theirs = await makeWebhookEndpoint(server.services, server.theirs.accountId);
    expectError(await server.call(server.ours.key, 'DELETE', `${PATH}/${theirs.id}`), 404, 'NOT_FOUND');
    expect(await rowOf(theirs.id)).not.toBeNull();
  });
});

describe('the audit log', () => {
  it('records create, update and delete with who did it, and never a secret', async () => {
    const tenant = await server.makeTenant();
    const first = url();
    const { endpoint, secret } = expectData(
      await bySession(server, tenant.cookie, 'POST', PATH, { url: first, events: ['*'] }),
      201,
    );
    expectData(
      await server.call(tenant.key, 'PATCH', `${PATH}/${endpoint.id}`, { body: { active: false, description: 'x' } }),
    );
    expectData(
      await server.call(server.platform, 'DELETE', `${PATH}/${endpoint.id}`, { onBehalfOf: tenant.accountId }),
    );
    const entries = await auditOf(server, tenant.accountId);
    expect(
      entries.map(({ action, actorKind, targetType, targetId }) => ({ action, actorKind, targetType, targetId })),
    ).toEqual([
      {
        action: 'webhook_endpoint.create',
        actorKind: 'session',
        targetType: 'webhook_endpoint',
        targetId: endpoint.id,
      },
      { action: 'webhook_endpoint.update', actorKind: 'key', targetType: 'webhook_endpoint', targetId: endpoint.id },
      {
        action: 'webhook_endpoint.delete',
        actorKind: 'platform',
        targetType: 'webhook_endpoint',
        targetId: endpoint.id,
      },
    ]);
    expect(entries.map(({ data }) => data)).toEqual([
      { url: first, events: ['*'] },
      { url: first, changed: ['description', 'active'] },
      { url: first },
    ]);
    expect(JSON.stringify(entries)).not.toContain(secret);
  });
});

describe('GET /webhooks/events without the extension', () => {
  it('is always empty, even where rows are left of a time when it was on', async () => {
    const { id } = await makeWebhookEndpoint(server.services, server.ours.accountId);
    await makeWebhookDelivery(server.services.database, server.ours.accountId, { endpointId: id });
    expect(expectData(await server.call(server.ours.key, 'GET', '/api/v1/webhooks/events'))).toEqual({ events: [] });
  });

  it('stays empty, and nothing is written, whatever changes', async () => {
    const tenant = await server.makeTenant();
    await makeWebhookEndpoint(server.services, tenant.accountId, { events: ['*'] });
    const call = async (method: string, path: string, body: unknown, status = 200) =>
      expectData(await server.call(tenant.key, method, `/api/v1${path}`, { body }), status);
    const contact = await makeContact(server.services.database, tenant.accountId);
    await call('PATCH', `/contacts/${contact.id}`, { firstName: 'Ani' });
    const list = await call('POST', '/contact-lists', { name: unique('L') }, 201);
    await call('POST', `/contact-lists/${list.id}/members`, { contactIds: [contact.id] });
    await call('DELETE', `/contact-lists/${list.id}`, undefined);
    await call('DELETE', `/contacts/${contact.id}`, undefined);
    expect(await call('GET', '/webhooks/events', undefined)).toEqual({ events: [] });
    expect(
      await server.services.database.prisma.webhookDelivery.count({ where: { accountId: tenant.accountId } }),
    ).toBe(0);
  });
});
