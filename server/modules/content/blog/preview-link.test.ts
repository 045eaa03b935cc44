/** The link to a draft (docs/contract/blog.md#preview-link). */
import { describe, expect, it } from 'vitest';
import { setClockOffset } from '@/server/platform/lib/clock';
import { makeBlogPost } from '@/server/testing/factories/content';
import { expectData, expectError } from '@/server/testing/http';
import { useServer } from '@/server/testing/server';

const server = useServer();
const draft = () =>
  makeBlogPost(server.services.database, server.ours.accountId, { title: 'Belum <terbit>', body: 'Isi **rahasia**.' });
const linkOf = async (id: string) => {
  const { url, expiresAt } = expectData(
    await server.call(server.ours.key, 'POST', `/api/v1/blog/${id}/preview-link`, { body: {} }),
  );
  return { path: new URL(url as string).pathname, expiresAt: new Date(expiresAt as string) };
};
const DAY_MS = 24 * 60 * 60_000;

describe('a preview link', () => {
  it('shows the draft as it is at that moment, to whoever has it, and to no search engine', async () => {
    const { id } = await draft();
    const { path, expiresAt } = await linkOf(id);
    expect(Math.abs(expiresAt.getTime() - Date.now() - 7 * DAY_MS)).toBeLessThan(60_000);
    const { status, text, headers } = await server.fetch('GET', path);
    expect(status).toBe(200);
    expect(text).toContain('Belum &lt;terbit&gt;');
    expect(text).toContain('<strong>rahasia</strong>');
    expect(text).toContain('noindex, nofollow');
    for (const said of ['canonical', 'og:title', 'ld+json']) expect(text).not.toContain(said);
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(headers.get('cache-control')).toBe('private, no-store');
    expectData(await server.call(server.ours.key, 'PATCH', `/api/v1/blog/${id}`, { body: { title: 'Sekarang lain' } }));
    expect((await server.fetch('GET', path)).text).toContain('Sekarang lain');
  });

  it('leads nowhere once it is changed, over, another workspace’s, or its post is gone', async () => {
    const { id } = await draft();
    const { path } = await linkOf(id);
    const [head = '', , signature = ''] = path.split('.');
    const hour = Math.floor(Date.now() / 1000) + 3600;
    for (const other of [
      `${head}.${hour}.${signature}`,
      `${path}0`,
      path.replace(server.ours.accountId, server.theirs.accountId),
      `/b/${server.ours.accountId}/preview/x`,
    ])
      expect([other, (await server.fetch('GET', other)).status]).toEqual([other, 404]);
    await server.services.database.prisma.blogPost.deleteMany({ where: { id } });
    expect((await server.fetch('GET', path)).status).toBe(404);
  });

  it('is over after seven days', async () => {
    const { id } = await draft();
    const { path } = await linkOf(id);
    setClockOffset(7 * DAY_MS + 2000);
    try {
      expect((await server.fetch('GET', path)).status).toBe(404);
    } finally {
      setClockOffset(0);
    }
  });

  it('is made of one’s own posts', async () => {
    const { id } = await draft();
    expectError(
      await server.call(server.theirs.key, 'POST', `/api/v1/blog/${id}/preview-link`, { body: {} }),
      404,
      'NOT_FOUND',
    );
  });
});
