/** What the public reads of a blog as JSON (docs/contract/blog.md#public-routes). */
import { afterEach, describe, expect, it } from 'vitest';
import { setClockOffset } from '@/server/platform/lib/clock';
import { makeBlogPost } from '@/server/testing/factories/content';
import { expectData, expectError } from '@/server/testing/http';
import { useServer, type Answer, type Tenant } from '@/server/testing/server';

const server = useServer();
afterEach(() => setClockOffset(0));

const url = ({ accountId }: Tenant, slug?: string): string =>
  `/api/v1/blog/public/${accountId}${slug === undefined ? '' : `/${slug}`}`;
const read = (path: string, tag?: string): Promise<Answer> =>
  server.fetch('GET', path, tag === undefined ? {} : { headers: { 'if-none-match': tag } });
const slugs = async (tenant: Tenant): Promise<string[]> =>
  (expectData(await read(url(tenant))).posts as { slug: string }[]).map(({ slug }) => slug);
const day = (n: number): Date => new Date(Date.UTC(2026, 0, n));
const live = (tenant: Tenant, options: Parameters<typeof makeBlogPost>[2] = {}) =>
  makeBlogPost(server.services.database, tenant.accountId, { status: 'published', publishedAt: day(1), ...options });

describe('the public list', () => {
  it('has published posts whose time has come, latest first, with these fields only', async () => {
    const tenant = await server.makeTenant();
    const first = await live(tenant, {
      excerpt: 'e',
      coverImage: 'https://a.example/a.jpg',
      authorName: 'Rina',
      tags: ['kopi'],
      metaTitle: 'm',
    });
    const second = await live(tenant, { publishedAt: day(2) });
    await live(tenant, { publishedAt: null });
    await live(tenant, { publishedAt: new Date('2031-01-01T00:00:00Z') });
    await makeBlogPost(server.services.database, tenant.accountId, { publishedAt: day(3) });
    await live(server.theirs);
    const { posts } = expectData(await read(url(tenant)));
    expect(posts.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);
    expect(posts[1]).toEqual({
      id: first.id,
      slug: first.slug,
      title: first.title,
      excerpt: 'e',
      coverImage: 'https://a.example/a.jpg',
      authorName: 'Rina',
      tags: ['kopi'],
      publishedAt: day(1).toISOString(),
    });
  });

  it('has at most 100', async () => {
    const tenant = await server.makeTenant();
    await server.services.database.prisma.blogPost.createMany({
      data: Array.from({ length: 105 }, (_, n) => ({
        accountId: tenant.accountId,
        slug: `p-${n}`,
        title: 'T',
        body: '',
        status: 'published',
        publishedAt: new Date(day(1).getTime() + n * 1000),
        createdAt: day(1),
        updatedAt: day(1),
      })),
    });
    expect(await slugs(tenant)).toEqual(Array.from({ length: 100 }, (_, n) => `p-${104 - n}`));
  });

  it.each(['cunknown', 'NOT%20AN%20ID', '%00', 'a'.repeat(500)])(
    'is 200 and empty for the unknown workspace %s, whose posts are 404',
    async (accountId) => {
      expect(expectData(await read(`/api/v1/blog/public/${accountId}`))).toEqual({ posts: [] });
      expectError(await read(`/api/v1/blog/public/${accountId}/post`), 404, 'NOT_FOUND');
    },
  );
});

describe('the public single post', () => {
  it('is the whole post without updatedAt', async () => {
    const { id, slug, title } = await live(server.ours, { body: '# B', metaTitle: 'm' });
    const { post } = expectData(await read(url(server.ours, slug)));
    expect(post).toEqual({
      id,
      accountId: server.ours.accountId,
      slug,
      title,
      excerpt: null,
      body: '# B',
      coverImage: null,
      status: 'published',
      publishedAt: day(1).toISOString(),
      authorName: null,
      tags: [],
      metaTitle: 'm',
      metaDescription: null,
      marketingCampaignId: null,
      createdAt: post.createdAt,
    });
  });

  it('is 404 for a draft, a scheduled post, the neighbour’s slug and what can be no slug; without a date it is shown', async () => {
    const draft = await makeBlogPost(server.services.database, server.ours.accountId, { publishedAt: day(1) });
    const scheduled = await live(server.ours, { publishedAt: new Date('2031-01-01T00:00:00Z') });
    const theirs = await live(server.theirs);
    for (const slug of [draft.slug, scheduled.slug, theirs.slug, 'none', '%00', 'Kopi', '-', 'a'.repeat(600)]) {
      const answer = await read(url(server.ours, slug));
      expectError(answer, 404, 'NOT_FOUND');
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    }
    const dateless = await live(server.ours, { publishedAt: null });
    expect(expectData(await read(url(server.ours, dateless.slug))).post.publishedAt).toBeNull();
  });
});

describe('time and writes are seen at once, also by who has a copy', () => {
  const tagOf = (answer: Answer): string => answer.headers.get('etag')!;

  it('shows a scheduled post when the clock passes its instant, and not before', async () => {
    const tenant = await server.makeTenant();
    const published = await live(tenant);
    const at = new Date(Date.now() + 3_600_000);
    const scheduled = await live(tenant, { publishedAt: at });
    const before = await read(url(tenant));
    const tag = tagOf(before);
    expectError(await read(url(tenant, scheduled.slug)), 404, 'NOT_FOUND');
    setClockOffset(3_600_000 - 60_000);
    expect((await read(url(tenant), tag)).status).toBe(304);
    setClockOffset(3_600_000 + 60_000);
    const after = await read(url(tenant), tag);
    expect(expectData(after).posts.map(({ slug }: { slug: string }) => slug)).toEqual([scheduled.slug, published.slug]);
    expect(expectData(await read(url(tenant, scheduled.slug))).post.id).toBe(scheduled.id);
    // And back: nothing that was kept for a later time is shown at an earlier one.
    setClockOffset(0);
    expect((await read(url(tenant), tag)).status).toBe(304);
    expectError(await read(url(tenant, scheduled.slug)), 404, 'NOT_FOUND');
  });

  it('is gone the moment it is deleted or made a draft, changed the moment it is changed', async () => {
    const tenant = await server.makeTenant();
    const { id, slug } = await live(tenant);
    const [list, single] = [tagOf(await read(url(tenant))), tagOf(await read(url(tenant, slug)))];
    expect([(await read(url(tenant), list)).status, (await read(url(tenant, slug), single)).status]).toEqual([
      304, 304,
    ]);

    expectData(await server.call(tenant.key, 'PATCH', `/api/v1/blog/${id}`, { body: { title: 'Changed' } }));
    expect(expectData(await read(url(tenant), list)).posts[0].title).toBe('Changed');
    const changed = await read(url(tenant, slug), single);
    expect(expectData(changed).post.title).toBe('Changed');

    expectData(await server.call(tenant.key, 'PATCH', `/api/v1/blog/${id}`, { body: { status: 'draft' } }));
    expect(expectData(await read(url(tenant), list)).posts).toEqual([]);
    expectError(await read(url(tenant, slug), tagOf(changed)), 404, 'NOT_FOUND');
    expectData(await server.call(tenant.key, 'PATCH', `/api/v1/blog/${id}`, { body: { status: 'published' } }));
    expect((await read(url(tenant, slug), tagOf(changed))).status).toBe(304);

    expectData(await server.call(tenant.key, 'DELETE', `/api/v1/blog/${id}`));
    expectError(await read(url(tenant, slug), tagOf(changed)), 404, 'NOT_FOUND');
    expect(expectData(await read(url(tenant))).posts).toEqual([]);
  });

  it('never shows what was before a write that was answered, while many read', async () => {
    const tenant = await server.makeTenant();
    const { id, slug } = await live(tenant);
    for (let n = 0; n < 15; n++) {
      const reading = Array.from({ length: 6 }, () => read(url(tenant, slug)));
      expectData(await server.call(tenant.key, 'PATCH', `/api/v1/blog/${id}`, { body: { title: `T${n}` } }));
      const answers = await Promise.all([read(url(tenant, slug)), read(url(tenant)), read(url(tenant, slug))]);
      expect([
        answers[0].body.data.post.title,
        answers[1].body.data.posts[0].title,
        answers[2].body.data.post.title,
      ]).toEqual([`T${n}`, `T${n}`, `T${n}`]);
      await Promise.all(reading);
    }
  });

  it('has a tag made over the payload: the same in every process, and again when the payload is again the same', async () => {
    const tenant = await server.makeTenant();
    const { id, slug } = await live(tenant);
    const before = await read(url(tenant, slug));
    const patch = (title: string) => server.call(tenant.key, 'PATCH', `/api/v1/blog/${id}`, { body: { title } });
    const { title } = before.body.data.post;
    await patch('Other');
    await patch(title);
    expect((await read(url(tenant, slug), tagOf(before))).status).toBe(304);
    expect(before.headers.get('cache-control')).toBe('public, no-cache');
    expect((await server.fetch('OPTIONS', url(tenant, slug))).headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });
});
