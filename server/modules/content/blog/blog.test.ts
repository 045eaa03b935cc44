/** Posts by their own workspace (docs/contract/blog.md#fields). */
import { describe, expect, it } from 'vitest';
import { makeBlogPost, makeMarketingCampaign } from '@/server/testing/factories/content';
import { unique } from '@/server/testing/factories/unique';
import { auditOf, bySession, expectData, expectError, trpc } from '@/server/testing/http';
import { useServer, type Answer, type Tenant } from '@/server/testing/server';

const server = useServer();

const MINIMUM = { title: 'Menyeduh kopi', body: 'Air panas.' };
const create = (body: Record<string, unknown>, tenant: Tenant = server.ours): Promise<Answer> =>
  server.call(tenant.key, 'POST', '/api/v1/blog', { body: { slug: unique('post-'), ...MINIMUM, ...body } });
const made = async (body: Record<string, unknown> = {}, tenant: Tenant = server.ours) =>
  expectData(await create(body, tenant), 201).post;
const patch = (id: string, body: Record<string, unknown>, tenant: Tenant = server.ours): Promise<Answer> =>
  server.call(tenant.key, 'PATCH', `/api/v1/blog/${id}`, { body });
const get = (id: string, tenant: Tenant = server.ours): Promise<Answer> =>
  server.call(tenant.key, 'GET', `/api/v1/blog/${id}`);
/** Whether it is about now. */
const isNow = (instant: string): boolean => Math.abs(Date.parse(instant) - Date.now()) < 20_000;

describe('create', () => {
  it('makes a draft of slug, title and body, and shows every field', async () => {
    const slug = unique('post-');
    const post = await made({ slug });
    expect(post).toEqual({
      id: post.id,
      accountId: server.ours.accountId,
      slug,
      ...MINIMUM,
      excerpt: null,
      coverImage: null,
      status: 'draft',
      publishedAt: null,
      authorName: null,
      tags: [],
      metaTitle: null,
      metaDescription: null,
      marketingCampaignId: null,
      createdAt: post.createdAt,
      updatedAt: post.createdAt,
    });
    expect(isNow(post.createdAt)).toBe(true);
    expect(expectData(await get(post.id)).post).toEqual(post);
    expect(await auditOf(server, server.ours.accountId)).toEqual([]);
  });

  it('stores all that is sent', async () => {
    const fields = {
      slug: '2026-a',
      title: 'T'.repeat(200),
      body: '# Halo\n\n🙂',
      excerpt: 'e'.repeat(400),
      coverImage: 'https://images.example/a b.jpg'.replace(' ', '%20'),
      status: 'published',
      publishedAt: '2031-01-02T03:04:05.678Z',
      authorName: 'a'.repeat(120),
      tags: Array.from({ length: 20 }, (_, n) => `${n}`.padEnd(64, 'x')),
      metaTitle: 'm'.repeat(160),
      metaDescription: 'd'.repeat(400),
      marketingCampaignId: await makeMarketingCampaign(server.services.database, server.ours.accountId),
    };
    expect(await made(fields)).toMatchObject(fields);
  });

  it.each<[string, Record<string, unknown>, (publishedAt: string | null) => boolean]>([
    ['published without a date: now', { status: 'published' }, (at) => at !== null && isNow(at)],
    ['published with null: null', { status: 'published', publishedAt: null }, (at) => at === null],
    [
      'published with a date: that',
      { status: 'published', publishedAt: '2020-05-01T07:00:00+07:00' },
      (at) => at === '2020-05-01T00:00:00.000Z',
    ],
    ['a draft: none', {}, (at) => at === null],
    ['a draft with a date: that', { publishedAt: '2020-05-01T00:00:00Z' }, (at) => at === '2020-05-01T00:00:00.000Z'],
  ])('%s', async (_, body, holds) => {
    expect((await made(body)).publishedAt).toSatisfy(holds);
  });

  it.each<[string, Record<string, unknown>]>([
    ['slug in capitals', { slug: 'Kopi' }],
    ['slug that begins with a hyphen', { slug: '-kopi' }],
    ['slug with a dot', { slug: 'feed.xml' }],
    ['slug with a line break at its end', { slug: 'kopi\n' }],
    ['slug too long', { slug: 'a'.repeat(161) }],
    ['slug empty', { slug: '' }],
    ['no slug', { slug: undefined }],
    ['no title', { title: undefined }],
    ['title empty', { title: '' }],
    ['title too long', { title: 'a'.repeat(201) }],
    ['no body', { body: undefined }],
    ['body null', { body: null }],
    ['body with NUL', { body: 'a\0b' }],
    ['excerpt too long', { excerpt: 'a'.repeat(401) }],
    ['cover without a scheme', { coverImage: '/uploads/a.jpg' }],
    ['cover of another scheme', { coverImage: 'javascript:alert(1)' }],
    ['cover with white space', { coverImage: 'https://a.example/a b.jpg' }],
    ['cover without a host', { coverImage: 'https://' }],
    ['unknown status', { status: 'scheduled' }],
    ['date without a zone', { publishedAt: '2026-01-01T00:00:00' }],
    ['author too long', { authorName: 'a'.repeat(121) }],
    ['too many tags', { tags: Array.from({ length: 21 }, String) }],
    ['a tag too long', { tags: ['a'.repeat(65)] }],
    ['tags null', { tags: null }],
    ['metaTitle too long', { metaTitle: 'a'.repeat(161) }],
    ['metaDescription too long', { metaDescription: 'a'.repeat(401) }],
  ])('refuses: %s', async (_, body) => {
    expectError(await create(body), 400, 'VALIDATION');
  });

  it.each(['a', '0', 'a-', 'a--b', '9'.repeat(160)])('takes the slug %s', async (slug) => {
    const tenant = await server.makeTenant();
    expect((await made({ slug }, tenant)).slug).toBe(slug);
  });

  it('takes a body of megabytes, and an empty one', async () => {
    const body = 'kopi '.repeat(600_000);
    const post = await made({ body });
    expect(expectData(await get(post.id)).post.body).toBe(body);
    expect((await made({ body: '' })).body).toBe('');
  });

  it('refuses a campaign that is not of this workspace', async () => {
    for (const marketingCampaignId of [
      await makeMarketingCampaign(server.services.database, server.theirs.accountId),
      'cunknown',
      'NO ID',
    ]) {
      expect(expectError(await create({ marketingCampaignId }), 400, 'VALIDATION').details).toEqual({
        reason: 'CAMPAIGN_NOT_IN_ACCOUNT',
      });
      const { id } = await makeBlogPost(server.services.database, server.ours.accountId);
      expect(expectError(await patch(id, { marketingCampaignId }), 400, 'VALIDATION').details).toEqual({
        reason: 'CAMPAIGN_NOT_IN_ACCOUNT',
      });
    }
  });

  it('keeps slugs apart by workspace: the neighbour may have the same', async () => {
    const slug = unique('post-');
    await made({ slug });
    await made({ slug }, server.theirs);
    expectError(await create({ slug }), 409, 'SLUG_TAKEN');
  });

  it('gives a slug once, however many ask for it at the same time', async () => {
    for (let round = 0; round < 3; round++) {
      const slug = unique('post-');
      const statuses = (await Promise.all(Array.from({ length: 12 }, () => create({ slug })))).map(
        ({ status }) => status,
      );
      expect(statuses.sort()).toEqual([201, ...Array.from({ length: 11 }, () => 409)]);
    }
  });
});

describe('the plan', () => {
  it('counts rows, exactly, however many are made at the same time', async () => {
    for (let round = 0; round < 3; round++) {
      const tenant = await server.makeTenant({ plan: 'free' });
      const answers = await Promise.all(Array.from({ length: 8 }, () => create({}, tenant)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 403)]);
      expect(
        expectError(
          answers.find(({ status }) => status === 403)!,
          403,
          'PLAN_LIMIT',
        ).details,
      ).toEqual({ plan: 'free', resource: 'blogPosts', limit: 1 });
      expect(expectData(await server.call(tenant.key, 'GET', '/api/v1/blog')).posts).toHaveLength(1);
    }
  });

  it('allows starter 25, lets everything at the limit be changed, and has room after a delete', async () => {
    const tenant = await server.makeTenant({ plan: 'starter' });
    const ids = await Promise.all(
      Array.from({ length: 25 }, async () => (await makeBlogPost(server.services.database, tenant.accountId)).id),
    );
    expect(expectError(await create({}, tenant), 403, 'PLAN_LIMIT').details).toEqual({
      plan: 'starter',
      resource: 'blogPosts',
      limit: 25,
    });
    expectData(await patch(ids[0]!, { status: 'published' }, tenant));
    expectData(await server.call(tenant.key, 'DELETE', `/api/v1/blog/${ids[1]}`));
    await made({}, tenant);
  });
});

describe('update', () => {
  it('changes what is sent and nothing else', async () => {
    const post = await made({ excerpt: 'e', tags: ['a'], authorName: 'Rina', coverImage: 'https://a.example/a.jpg' });
    const { updatedAt, ...changed } = expectData(
      await patch(post.id, {
        title: 'Lain',
        excerpt: null,
        tags: ['b', 'c'],
        accountId: server.theirs.accountId,
        createdAt: '2000-01-01T00:00:00Z',
      }),
    ).post;
    expect(changed).toEqual({
      ...changed,
      ...post,
      title: 'Lain',
      excerpt: null,
      tags: ['b', 'c'],
      updatedAt: undefined,
    });
    expect(updatedAt > post.updatedAt).toBe(true);
    expect(expectData(await get(post.id)).post).toEqual({ ...changed, updatedAt });
  });

  it('writes nothing when nothing is sent', async () => {
    const post = await made();
    expect(expectData(await patch(post.id, {})).post).toEqual(post);
  });

  it('stamps the first move to published, and only that', async () => {
    const { id } = await made();
    const { publishedAt } = expectData(await patch(id, { status: 'published' })).post;
    expect(isNow(publishedAt)).toBe(true);
    // Back to draft keeps it, and so does the next move.
    expect(expectData(await patch(id, { status: 'draft' })).post).toMatchObject({ status: 'draft', publishedAt });
    expect(expectData(await patch(id, { status: 'published' })).post.publishedAt).toBe(publishedAt);
  });

  it('leaves a date that was set, and null where null was sent', async () => {
    const scheduled = await made({ publishedAt: '2031-01-01T00:00:00Z' });
    expect(expectData(await patch(scheduled.id, { status: 'published' })).post.publishedAt).toBe(
      '2031-01-01T00:00:00.000Z',
    );
    const dateless = await made();
    expect(expectData(await patch(dateless.id, { status: 'published', publishedAt: null })).post).toMatchObject({
      status: 'published',
      publishedAt: null,
    });
    // It is published already: this is no first move.
    expect(expectData(await patch(dateless.id, { status: 'published', title: 'B' })).post.publishedAt).toBeNull();
    expect(expectData(await patch(scheduled.id, { publishedAt: null })).post.publishedAt).toBeNull();
  });

  it('moves the slug, but not onto another one, also when many try at the same time', async () => {
    const posts = await Promise.all(Array.from({ length: 6 }, () => made()));
    expectError(await patch(posts[0].id, { slug: posts[1].slug }), 409, 'SLUG_TAKEN');
    for (let round = 0; round < 3; round++) {
      const slug = unique('moved-');
      const statuses = (await Promise.all(posts.map(({ id }) => patch(id, { slug })))).map(({ status }) => status);
      expect(statuses.sort()).toEqual([200, 409, 409, 409, 409, 409]);
    }
  });

  it.each([{ slug: 'No' }, { title: '' }, { body: null }, { tags: null }, { status: null }, { coverImage: 'a.jpg' }])(
    'refuses %j',
    async (body) => {
      expectError(await patch((await made()).id, body), 400, 'VALIDATION');
    },
  );

  it('is not lost beside another one: each changes its own field', async () => {
    const post = await made();
    await Promise.all([
      patch(post.id, { title: 'A' }),
      patch(post.id, { excerpt: 'B' }),
      patch(post.id, { authorName: 'C' }),
      patch(post.id, { tags: ['D'] }),
    ]);
    expect(expectData(await get(post.id)).post).toMatchObject({
      title: 'A',
      excerpt: 'B',
      authorName: 'C',
      tags: ['D'],
      body: post.body,
    });
  });
});

describe('delete', () => {
  it('removes the row', async () => {
    const { id } = await made();
    expect(expectData(await server.call(server.ours.key, 'DELETE', `/api/v1/blog/${id}`))).toEqual({
      id,
      deleted: true,
    });
    expectError(await get(id), 404, 'NOT_FOUND');
    expectError(await server.call(server.ours.key, 'DELETE', `/api/v1/blog/${id}`), 404, 'NOT_FOUND');
  });
});

describe('the list', () => {
  it('has up to 200 posts: those without a date first, then the latest date, then the newest', async () => {
    const tenant = await server.makeTenant();
    const day = (n: number) => new Date(Date.UTC(2026, 0, n));
    const rows = [
      { publishedAt: day(3), createdAt: day(1) },
      { publishedAt: day(3), createdAt: day(2) },
      { publishedAt: null, createdAt: day(1) },
      { publishedAt: null, createdAt: day(5) },
      { publishedAt: day(9), createdAt: day(1) },
    ];
    const ids = [];
    for (const row of rows)
      ids.push(
        (
          await makeBlogPost(server.services.database, tenant.accountId, {
            ...row,
            status: row.publishedAt === null ? 'draft' : 'published',
          })
        ).id,
      );
    const [late, later, dateless, newest, top] = ids;
    const list = async (query = '') =>
      (
        expectData(await server.call(tenant.key, 'GET', `/api/v1/blog${query}`)).posts as { id: string; body: string }[]
      ).map(({ id }) => id);
    expect(await list()).toEqual([newest, dateless, top, later, late]);
    expect(await list('?status=draft')).toEqual([newest, dateless]);
    expect(await list('?status=published')).toEqual([top, later, late]);
    await server.services.database.prisma.blogPost.createMany({
      data: Array.from({ length: 200 }, (_, n) => ({
        accountId: tenant.accountId,
        slug: `d-${n}`,
        title: 'T',
        body: '',
        createdAt: day(10),
        updatedAt: day(10),
      })),
    });
    // Drafts push published posts out.
    const full = await list();
    expect([full.length, full.includes(top!), full.includes(newest!)]).toEqual([200, false, false]);
    expectError(await server.call(tenant.key, 'GET', '/api/v1/blog?status=scheduled'), 400, 'VALIDATION');
  });
});

describe('who may', () => {
  it('any principal of the workspace: key, session, partner on its behalf; and nobody else', async () => {
    const { id } = await made();
    expectData(await bySession(server, server.ours.cookie, 'GET', `/api/v1/blog/${id}`));
    expectData(await bySession(server, server.ours.cookie, 'PATCH', `/api/v1/blog/${id}`, { title: 'S' }));
    expectData(await server.call(server.platform, 'GET', `/api/v1/blog/${id}`, { onBehalfOf: server.ours.accountId }));
    expectError(await get(id, server.theirs), 404, 'NOT_FOUND');
    expectError(await patch(id, { title: 'X' }, server.theirs), 404, 'NOT_FOUND');
    expectError(await server.call(server.theirs.key, 'DELETE', `/api/v1/blog/${id}`), 404, 'NOT_FOUND');
    expect(expectData(await get(id)).post.title).toBe('S');
    expectError(await server.fetch('GET', '/api/v1/blog'), 401, 'UNAUTHENTICATED');
  });
});

describe("the dashboard's own calls", () => {
  const overview = async (tenant: Tenant, input: Record<string, unknown>) =>
    (await trpc(server, 'query', 'blog.overview', input, { cookie: tenant.cookie })).data as {
      items: { id: string; slug: string }[];
      total: number;
      nextCursor: string | null;
      hasMore: boolean;
    };

  it('pages through all posts, last changed first, and finds by words and state', async () => {
    const tenant = await server.makeTenant();
    const at = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n));
    const states = [
      {},
      { status: 'published', publishedAt: new Date('2031-01-01T00:00:00Z') },
      { status: 'published', publishedAt: at(0) },
      { status: 'published', publishedAt: null },
    ];
    const ids: string[] = [];
    for (let n = 0; n < 8; n++)
      ids.unshift(
        (
          await makeBlogPost(server.services.database, tenant.accountId, {
            title: `Kopi ${n}`,
            tags: n === 5 ? ['Gayo 100%'] : [],
            updatedAt: at(n >> 1),
            ...states[n % 4],
          })
        ).id,
      );
    const walked: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await overview(tenant, { limit: 3, ...(cursor === undefined ? {} : { cursor }) });
      expect([page.total, page.hasMore]).toEqual([8, page.nextCursor !== null]);
      expect(page.items[0]).not.toHaveProperty('body');
      walked.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect([...walked].sort()).toEqual([...ids].sort());
    expect(new Set(walked.slice(0, 2))).toEqual(new Set(ids.slice(0, 2)));
    const found = async (input: Record<string, unknown>) => (await overview(tenant, input)).total;
    expect(
      await Promise.all([
        found({ status: 'draft' }),
        found({ status: 'scheduled' }),
        found({ status: 'published' }),
        found({ q: 'gayo 100%' }),
        found({ q: 'KOPI 3' }),
        found({ q: '%' }),
        found({ q: 'nothing' }),
      ]),
    ).toEqual([2, 2, 4, 1, 1, 1, 0]);
  });

  it('publishes now, whatever date the post had', async () => {
    const { id } = await made({ status: 'published', publishedAt: '2031-01-01T00:00:00Z' });
    const answer = await trpc(
      server,
      'mutation',
      'blog.publishNow',
      { id, title: 'Now' },
      { cookie: server.ours.cookie },
    );
    const { post } = answer.data as { post: { publishedAt: string; title: string; status: string } };
    expect([post.status, post.title, isNow(post.publishedAt)]).toEqual(['published', 'Now', true]);
  });

  it('previews the page of what is being written, however unfinished, with its style inside', async () => {
    const preview = async (input: Record<string, unknown>) =>
      (await trpc(server, 'mutation', 'blog.preview', input, { cookie: server.ours.cookie })).data as {
        html: string;
        excerpt: string;
      };
    const { html, excerpt } = await preview({
      title: 'Kopi <1>',
      body: '## A\n\nFirst *words*.\n\n<script>alert(1)</script>',
      coverImage: 'htt',
      slug: '',
    });
    expect(excerpt).toBe('First words.');
    expect(html).toContain('<h1>Kopi &lt;1&gt;</h1>');
    expect(html).toContain('<style>');
    expect(html).not.toMatch(/rel="stylesheet"|alert\(1\)|og:image/);
    expect((await preview({ title: '', body: '' })).excerpt).toBe('');
  });
});
