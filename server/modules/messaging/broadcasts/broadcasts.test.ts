/** Creating, finding and changing broadcasts (docs/contract/broadcasts.md), and what the composer asks. */
import { describe, expect, it } from 'vitest';
import { makeBroadcast, makeChannel, makeMessage } from '@/server/testing/factories/messaging';
import { makeMarketingCampaign } from '@/server/testing/factories/content';
import { unique } from '@/server/testing/factories/unique';
import { expectData, expectError, trpc } from '@/server/testing/http';
import { useServer } from '@/server/testing/server';

const server = useServer({ EXTENSIONS: '' });
const call = (method: string, path: string, body?: unknown, key = server.ours.key) =>
  server.call(key, method, `/api/v1/broadcasts${path}`, body === undefined ? {} : { body });
const make = async (options: Parameters<typeof makeBroadcast>[2] = {}) =>
  (await makeBroadcast(server.services.database, server.ours.accountId, options)).id;
const ask = async (name: string, input: unknown) => {
  // As the dashboard asks when the input does not fit into an address.
  const answer = await trpc(server, name === 'check' ? 'mutation' : 'query', `broadcasts.${name}`, input, {
    cookie: server.ours.cookie,
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.data;
};
const contact = async (options: object = {}) => {
  const at = new Date();
  return (
    await server.services.database.prisma.contact.create({
      data: {
        accountId: server.ours.accountId,
        identityHash: unique('h'),
        email: `${unique('a')}@example.test`,
        createdAt: at,
        updatedAt: at,
        ...options,
      },
    })
  ).id;
};

it('has no lists of messages without the extension, whatever is asked of them', async () => {
  const id = await make();
  for (const path of ['report', 'recipients?state=lost', 'messages?status=lost', 'recipients.csv?state=lost'])
    expectError(await call('GET', `/${id}/${path}`), 404, 'NOT_FOUND');
});

describe('POST /broadcasts', () => {
  it('makes a draft, and answers with the row', async () => {
    const marketingCampaignId = await makeMarketingCampaign(server.services.database, server.ours.accountId);
    const body = {
      name: 'Lebaran',
      description: 'd',
      providers: ['email_p1', 'sms_p1'],
      content: { email: { subject: 's', html: '<p>h</p>', text: 't', own: { deep: [1] } } },
      audience: { listIds: ['a'], contactIds: ['B'], segmentIds: [] },
      marketingCampaignId,
    };
    const row = expectData(await call('POST', '', body), 201);
    expect(row).toEqual({
      ...body,
      id: row.id,
      accountId: server.ours.accountId,
      status: 'draft',
      scheduledAt: null,
      startedAt: null,
      completedAt: null,
      createdAt: row.createdAt,
      updatedAt: row.createdAt,
    });
    expect(expectData(await call('GET', `/${row.id}`))).toEqual({ ...row, statusCounts: {} });
  });
  it('answers with the options that it asks for, and without any as it always did', async () => {
    const asked = {
      perHour: 600,
      localTime: '09:00',
      tracking: true,
      utm: { source: 'laris', campaign: 'lebaran' },
    };
    const made = expectData(await call('POST', '', { name: 'n', providers: ['email_p1'], ...asked }), 201);
    expect(made).toMatchObject(asked);
    const none = { perHour: null, localTime: null, tracking: false, utm: null };
    const changed = expectData(await call('PATCH', `/${made.id}`, none));
    expect(Object.keys(changed).filter((key) => key in asked)).toEqual([]);
    expect(Object.keys(changed).sort()).toEqual(
      Object.keys(expectData(await call('POST', '', { name: 'n', providers: ['email_p1'] }), 201)).sort(),
    );
  });
  it.each([
    ['perHour', 59],
    ['perHour', 1_000_001],
    ['perHour', 99.5],
    ['localTime', '24:00'],
    ['localTime', '9:00'],
    ['tracking', 'yes'],
    ['utm', { source: '' }],
    ['utm', 'laris'],
  ])('refuses %s of %j', async (key, value) => {
    const refused = await call('POST', '', { name: 'n', providers: ['email_p1'], [key]: value });
    expect(expectError(refused, 400, 'VALIDATION').details).toMatchObject({
      issues: [{ path: expect.stringContaining(key) as string }],
    });
  });
  it('makes a scheduled one with a time, of any offset and also in the past', async () => {
    expect(
      expectData(
        await call('POST', '', { name: 'n', providers: ['email_p1'], scheduledAt: '2099-01-01T07:00:00+07:00' }),
        201,
      ),
    ).toMatchObject({
      status: 'scheduled',
      scheduledAt: '2099-01-01T00:00:00.000Z',
      content: {},
      audience: {},
      description: null,
    });
    const past = expectData(
      await call('POST', '', { name: 'n', providers: ['email_p1'], scheduledAt: '2020-01-01T00:00:00Z' }),
      201,
    );
    expect(past.status).toBe('scheduled');
    await server.services.database.prisma.broadcast.updateMany({ where: { id: past.id }, data: { status: 'draft' } });
  });
  it("compiles the composer's block document", async () => {
    const blocks = {
      subject: 'Hello',
      preheader: '',
      accentColor: '#0F766E',
      blocks: [{ kind: 'text', body: 'Some <b>words</b>' }],
    };
    const row = expectData(
      await call('POST', '', { name: 'n', providers: ['email_p1'], content: { email: { blocks } } }),
      201,
    );
    expect(row.content.email).toMatchObject({
      subject: 'Hello',
      html: expect.stringContaining('Some &lt;b&gt;words'),
      text: expect.stringContaining('Some <b>words</b>'),
    });
    expect(
      expectError(
        await call('PATCH', `/${row.id}`, {
          content: { email: { blocks: { ...blocks, blocks: [{ kind: 'nonsense' }] } } },
        }),
        400,
        'VALIDATION',
      ).details.issues[0].path,
    ).toMatch(/^content\.email\.blocks\.blocks/);
  });
  it('counts a provider that is picked twice once, ignores status and unknown keys', async () => {
    expect(
      expectData(
        await call('POST', '', {
          name: 'n',
          providers: ['email_p1', 'email_p1'],
          status: 'sending',
          id: 'cx',
          audience: { everybody: true },
        }),
        201,
      ),
    ).toMatchObject({ providers: ['email_p1'], status: 'draft', audience: {} });
  });
  it.each([
    ['no name', { providers: ['email_p1'] }],
    ['an empty name', { name: '', providers: ['email_p1'] }],
    ['a long name', { name: 'x'.repeat(121), providers: ['email_p1'] }],
    ['a long description', { name: 'n', providers: ['email_p1'], description: 'x'.repeat(2001) }],
    ['no providers', { name: 'n' }],
    ['none of them', { name: 'n', providers: [] }],
    ['eleven', { name: 'n', providers: Array(11).fill('email_p1') }],
    ['an unknown one', { name: 'n', providers: ['fax'] }],
    ['a date without a zone', { name: 'n', providers: ['email_p1'], scheduledAt: '2099-01-01T00:00:00' }],
    ['content that is a list', { name: 'n', providers: ['email_p1'], content: [] }],
    [
      'too many excluded lists',
      { name: 'n', providers: ['email_p1'], audience: { exclude: { listIds: Array(1001).fill('l') } } },
    ],
    ['an audience of texts', { name: 'n', providers: ['email_p1'], audience: { listIds: 'a' } }],
    ['NUL', { name: 'n', providers: ['email_p1'], content: { email: { subject: '\0' } } }],
  ])('refuses %s', async (_what, body) => {
    expectError(await call('POST', '', body), 400, 'VALIDATION');
  });
  it("refuses the neighbour's campaign, on PATCH too", async () => {
    const marketingCampaignId = await makeMarketingCampaign(server.services.database, server.theirs.accountId);
    for (const answer of [
      await call('POST', '', { name: 'n', providers: ['email_p1'], marketingCampaignId }),
      await call('PATCH', `/${await make()}`, { marketingCampaignId }),
    ]) {
      expect(expectError(answer, 400, 'VALIDATION').details).toEqual({ reason: 'CAMPAIGN_NOT_IN_ACCOUNT' });
    }
  });
});

describe('GET /broadcasts', () => {
  it('lists ours, newest first, with their messages counted', async () => {
    const { accountId, key } = await server.makeTenant();
    const channel = await makeChannel(server.services, accountId);
    const [old, young] = [
      await makeBroadcast(server.services.database, accountId, { createdAt: new Date('2026-01-01') }),
      await makeBroadcast(server.services.database, accountId),
    ];
    for (const status of ['queued', 'sent', 'sent'])
      await makeMessage(server.services.database, accountId, {
        campaignId: old.id,
        channelIntegrationId: channel.id,
        status,
        claimableAt: null,
      });
    const rows = expectData(await call('GET', '', undefined, key));
    expect(rows.map(({ id, _count }: { id: string; _count: object }) => ({ id, _count }))).toEqual([
      { id: young.id, _count: { messages: 0 } },
      { id: old.id, _count: { messages: 3 } },
    ]);
    expect(expectData(await call('GET', `/${old.id}`, undefined, key)).statusCounts).toEqual({ queued: 1, sent: 2 });
    expectError(await call('GET', `/${old.id}`), 404, 'NOT_FOUND');
  });
});

describe('contents', () => {
  const html = (bytes: number) => ({ email: { html: 'x'.repeat(bytes - '{"email":{"html":""}}'.length) } });

  it('have at most 512 KB of JSON', async () => {
    const { id } = expectData(
      await call('POST', '', { name: 'x', providers: ['email_p1'], content: html(512 * 1024) }),
      201,
    );
    const content = html(512 * 1024 + 100);
    expectError(await call('POST', '', { name: 'x', providers: ['email_p1'], content }), 400, 'VALIDATION');
    expectError(await call('PATCH', `/${id}`, { content }), 400, 'VALIDATION');
    expectError(await call('POST', '/templates', { name: unique('t'), content }), 400, 'VALIDATION');
  });

  it('that are larger from before can be read, and do not break the lists, which end where 16 MB are full', async () => {
    const tenant = await server.makeTenant();
    const content = html(9_000_000);
    const day = (number: number) => new Date(Date.UTC(2026, 0, number));
    const ids: string[] = [];
    for (let number = 1; number <= 4; number++) {
      const { id } = await makeBroadcast(server.services.database, tenant.accountId, { content });
      await server.services.database.prisma.broadcast.updateMany({ where: { id }, data: { createdAt: day(number) } });
      await server.services.database.prisma.broadcastTemplate.create({
        data: {
          accountId: tenant.accountId,
          name: `t${number}`,
          providers: [],
          content,
          createdAt: day(number),
          updatedAt: day(number),
        },
      });
      ids.unshift(id);
    }
    expect(expectData(await call('GET', `/${ids[3]}`, undefined, tenant.key)).content).toEqual(content);
    const listed = expectData(await call('GET', '', undefined, tenant.key)) as { id: string }[];
    expect(listed.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const { templates } = expectData(await call('GET', '/templates', undefined, tenant.key)) as {
      templates: { name: string }[];
    };
    expect(templates.map(({ name }) => name)).toEqual(['t4', 't3']);
  });
});

describe('PATCH /broadcasts/:id', () => {
  it('changes what is sent, keeps the rest, and answers with the row', async () => {
    const marketingCampaignId = await makeMarketingCampaign(server.services.database, server.ours.accountId);
    const id = await make({ description: 'Keep', marketingCampaignId });
    const { statusCounts: _, ...before } = expectData(await call('GET', `/${id}`));
    const row = expectData(
      await call('PATCH', `/${id}`, { name: 'New', status: 'sent', startedAt: '2020-01-01T00:00:00Z' }),
    );
    expect(row).toEqual({ ...before, name: 'New', updatedAt: row.updatedAt });
    expect(expectData(await call('PATCH', `/${id}`, { marketingCampaignId: null, description: null }))).toMatchObject({
      marketingCampaignId: null,
      description: null,
    });
  });
  it.each([
    ['draft', '2099-01-01T00:00:00Z', 'scheduled'],
    ['scheduled', '2099-01-01T00:00:00Z', 'scheduled'],
    ['paused', '2099-01-01T00:00:00Z', 'scheduled'],
    ['scheduled', null, 'draft'],
    ['draft', null, 'draft'],
    ['paused', null, 'paused'],
  ])('%s with the time %s becomes %s', async (status, scheduledAt, next) => {
    const id = await make({ status, scheduledAt: new Date('2098-01-01') });
    expect(expectData(await call('PATCH', `/${id}`, { scheduledAt })).status).toBe(next);
    expect(expectData(await call('PATCH', `/${id}`, { name: 'n' })).status).toBe(next);
  });
  it.each(['sending', 'sent'])('is BAD_STATE when it is %s', async (status) => {
    expectError(await call('PATCH', `/${await make({ status })}`, { name: 'n' }), 409, 'BAD_STATE');
  });
});

describe('the composer', () => {
  it('counts people, and says who is left out and why, as send would', async () => {
    await makeChannel(server.services, server.ours.accountId);
    const email = `${unique('s')}@example.test`;
    await server.services.database.prisma.suppression.create({
      data: {
        accountId: server.ours.accountId,
        family: 'email',
        address: email,
        reason: 'bounce',
        createdAt: new Date(),
      },
    });
    const contactIds = [
      await contact(),
      await contact({ email: null, phoneE164: '+6281' }),
      await contact({ subscriptions: { email: 'unsubscribed' } }),
      await contact({ subscriptions: { email: 'pending' } }),
      await contact({ email }),
    ];
    const preview = await ask('audience', { providers: ['email_p1', 'sms_p1', 'msg_p5'], audience: { contactIds } });
    expect(preview).toEqual({
      people: 5,
      excluded: 0,
      reachable: 5,
      messages: 3,
      providers: [
        {
          provider: 'email_p1',
          family: 'email',
          perBroadcast: false,
          messages: 1,
          leftOut: [
            { reason: 'no_address', people: 1 },
            { reason: 'unsubscribed', people: 1 },
            { reason: 'pending', people: 1 },
            { reason: 'suppressed', people: 1 },
          ],
        },
        {
          provider: 'sms_p1',
          family: 'sms',
          perBroadcast: false,
          messages: 1,
          leftOut: [{ reason: 'no_address', people: 4 }],
        },
        { provider: 'msg_p5', family: 'slack', perBroadcast: true, messages: 1, leftOut: [] },
      ],
    });
    const id = await make({ audience: { contactIds } });
    expect(expectData(await call('POST', `/${id}/send`)).queued).toBe(preview.providers[0].messages);
    expect((await ask('audience', { providers: ['email_p1', 'sms_p1'], audience: { contactIds } })).reachable).toBe(2);
    expect(await ask('audience', {})).toEqual({ people: 0, excluded: 0, reachable: 0, messages: 0, providers: [] });
  });

  it('checks: what blocks first, then what warns', async () => {
    await makeChannel(server.services, server.ours.accountId, { provider: 'email_p2', config: {} });
    await makeChannel(server.services, server.ours.accountId, { provider: 'social_p3' });
    const kinds = async (input: object) =>
      ((await ask('check', input)).findings as { kind: string; level: string }[]).map(
        ({ kind, level }) => `${level} ${kind}`,
      );
    expect(await kinds({})).toEqual(['blocks no_provider', 'blocks empty_audience']);
    expect(
      await kinds({
        providers: ['email_p4'],
        audience: { contactIds: [await contact({ email: null })] },
        content: { email: { html: 'x' } },
      }),
    ).toEqual(['blocks no_channel', 'blocks no_recipients', 'blocks content_missing']);
    // The subject may stand in the block document alone, as in what is saved.
    const blocks = { subject: 'Dari dokumen', blocks: [{ kind: 'text', body: 'Halo' }] };
    for (const [content, missing] of [
      [{ html: 'x', blocks }, false],
      [{ html: 'x', blocks: { ...blocks, subject: ' ' } }, true],
      [{ html: 'x', subject: 's', blocks: { ...blocks, subject: ' ' } }, false],
    ] as const)
      expect(
        (await kinds({ providers: ['email_p2'], content: { email: content } })).includes('blocks content_missing'),
      ).toBe(missing);
    // A template of WhatsApp with less than Meta asks of any is none.
    for (const [template, missing] of [
      [{}, true],
      [{ name: 'sale' }, true],
      [{ name: 'sale', language: 'id' }, false],
    ] as const)
      expect(
        (await kinds({ providers: ['msg_p1'], content: { whatsapp: { template } } })).includes(
          'blocks content_missing',
        ),
      ).toBe(missing);
    const findings = await kinds({
      providers: ['email_p2', 'social_p3'],
      audience: { contactIds: [await contact({ socialHandles: { threads: '1' } })] },
      content: { email: { subject: '{firstName}', html: `<p>${'x'.repeat(103_000)}</p>` }, threads: { text: 't' } },
    });
    expect(findings).toEqual([
      'blocks channel_without_sender',
      'warns unreachable_provider',
      'warns merge_tags_as_text',
      'warns html_too_long',
      'warns no_unsubscribe_link',
      'warns no_text_part',
    ]);
  });

  it('does not miss the unsubscribe link of an e-mail from blocks whose footer leaves it to us', async () => {
    const footer = { kind: 'footer', text: 'From Toko', businessAddress: 'Jalan Asia 1', unsubscribeUrl: '' };
    const text = { kind: 'text', body: 'News' };
    const linkIsMissed = async (blocks: object[]): Promise<boolean> => {
      const made = await server.call(server.ours.key, 'POST', '/api/v1/broadcasts', {
        body: {
          name: 'Blocks',
          providers: ['email_p1'],
          content: { email: { blocks: { subject: 'News', blocks } } },
          audience: {},
        },
      });
      const { content } = expectData(made, 201);
      expect(content.email.html).toContain('News');
      const { findings } = await ask('check', { providers: ['email_p1'], content });
      return findings.some(({ kind }: { kind: string }) => kind === 'no_unsubscribe_link');
    };
    expect(await linkIsMissed([text, footer])).toBe(false);
    expect(await linkIsMissed([text, { ...footer, unsubscribeUrl: 'https://toko.example/unsubscribe' }])).toBe(false);
    expect(await linkIsMissed([text])).toBe(true);
  });

  it('follows a send: counts, rate, what is left, and reasons', async () => {
    const channel = await makeChannel(server.services, server.ours.accountId);
    const id = await make({ status: 'sending', startedAt: new Date(Date.now() - 30_000) });
    const message = (options: object) =>
      makeMessage(server.services.database, server.ours.accountId, {
        campaignId: id,
        channelIntegrationId: channel.id,
        claimableAt: null,
        ...options,
      });
    for (let n = 0; n < 3; n++) await message({ status: 'sent' });
    for (let n = 0; n < 2; n++) await message({ status: 'failed', lastError: 'No such mailbox.' });
    await message({ status: 'skipped', lastError: 'The recipient has opted out.' });
    await message({});
    const at = new Date(Math.floor(Date.now() / 10_000) * 10_000 - 10_000);
    await server.services.database.prisma.broadcastRate.create({
      data: { accountId: server.ours.accountId, broadcastId: id, at, messages: 60 },
    });
    const progress = await ask('progress', { id });
    expect(progress).toMatchObject({
      status: 'sending',
      total: 7,
      done: 6,
      statusCounts: { sent: 3, failed: 2, skipped: 1, queued: 1 },
      points: [{ at: at.toISOString(), messages: 60 }],
    });
    expect(progress.perSecond).toBeGreaterThan(1);
    expect(progress.perSecond).toBeLessThanOrEqual(2);
    expect(progress.secondsLeft).toBe(1);
    expect(await ask('reasons', { id })).toEqual({
      reasons: [
        { status: 'failed', provider: 'email_p1', reason: 'No such mailbox.', messages: 2 },
        { status: 'skipped', provider: 'email_p1', reason: 'The recipient has opted out.', messages: 1 },
      ],
    });
  });

  it('lists in pages, by part of the name and by status', async () => {
    const name = unique('Needle ');
    const ids = [
      await make({ name: `${name} a`, createdAt: new Date('2026-01-03') }),
      await make({ name: `${name} b`, status: 'paused', createdAt: new Date('2026-01-02') }),
      await make({ name: `${name} c`, createdAt: new Date('2026-01-01') }),
    ];
    const first = await ask('overview', { q: name.toUpperCase(), limit: 2 });
    expect(first).toMatchObject({ total: 3, hasMore: true });
    const second = await ask('overview', { q: name, limit: 2, cursor: first.nextCursor });
    expect(second).toMatchObject({ total: 3, hasMore: false, nextCursor: null });
    expect([...first.items, ...second.items].map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(first.items[0]).not.toHaveProperty('content');
    expect((await ask('overview', { q: name, status: 'paused' })).items.map(({ id }: { id: string }) => id)).toEqual([
      ids[1],
    ]);
  });
});
