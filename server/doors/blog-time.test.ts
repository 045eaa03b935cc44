/** Posts that are written to make their page slow: nobody else waits for them, and their page comes all the same. */
import { beforeAll, describe, expect, it } from 'vitest';
import { renderBody } from '@/server/platform/pages/render-body';
import { makeBlogPost } from '@/server/testing/factories/content';
import { trpc } from '@/server/testing/http';
import { useServer } from '@/server/testing/server';
import { atBest, longestWait } from '@/server/testing/waits';

const server = useServer();

const LARGEST = 290_000;
const SLOWLY = { timeout: 180_000 };
const LONGEST_WAIT_MS = 250;

const filled = (piece: string): string => piece.repeat(Math.ceil(LARGEST / piece.length)).slice(0, LARGEST);

/** Those that took longest of two hundred kinds; the first goes on for seconds between two looks at its budget. */
const SLOW = {
  'lines that go on in nested quotes': `${'>'.repeat(90)}a\n${filled('b\n')}`,
  'angle brackets': filled('<'),
  'backticks that never match': filled('``a`'),
  'nested emphasis': filled('*_*_a'),
  'many tables': filled('|a|\n|-|\n'),
  autolinks: filled('<https://a'),
  'lists in lists': Array.from({ length: 1_400 }, (_, n) => `${' '.repeat((n * 2) % 400)}- a\n`).join(''),
  'links in links': `${'['.repeat(LARGEST / 5)}${'](a)'.repeat(LARGEST / 5)}`,
};

describe('a post that is slow to render', () => {
  it.each(Object.entries(SLOW))('keeps nobody else waiting: %s', SLOWLY, async (_, body) => {
    const waited = await atBest(async () => {
      const { accountId } = await server.makeTenant();
      const { slug } = await makeBlogPost(server.services.database, accountId, {
        status: 'published',
        publishedAt: new Date('2026-01-01'),
        body,
      });
      return await longestWait(server.baseUrl, async () => {
        const page = await server.fetch('GET', `/b/${accountId}/${slug}`);
        expect([page.status, page.text.includes('</html>')]).toEqual([200, true]);
      });
    }, LONGEST_WAIT_MS);
    expect(waited).toBeLessThan(LONGEST_WAIT_MS);
  });

  it('keeps nobody waiting in the preview, in the list and in the feed either', SLOWLY, async () => {
    const waited = await atBest(async () => {
      const tenant = await server.makeTenant();
      // Short, and 65,536 cells.
      const cells = `${'|a'.repeat(120)}\n${'|-'.repeat(120)}\n${'|\n'.repeat(600)}`;
      await Promise.all(
        Array.from({ length: 5 }, () =>
          makeBlogPost(server.services.database, tenant.accountId, {
            status: 'published',
            publishedAt: new Date('2026-01-01'),
            body: cells,
          }),
        ),
      );
      return await longestWait(server.baseUrl, async () => {
        const answers = await Promise.all([
          server.fetch('GET', `/b/${tenant.accountId}`),
          server.fetch('GET', `/b/${tenant.accountId}/feed.xml`),
        ]);
        expect(answers.map(({ status }) => status)).toEqual([200, 200]);
        const preview = await trpc(
          server,
          'mutation',
          'blog.preview',
          { title: 'T', body: SLOW['nested emphasis'] },
          { cookie: tenant.cookie },
        );
        expect(preview.status).toBe(200);
      });
    }, LONGEST_WAIT_MS);
    expect(waited).toBeLessThan(LONGEST_WAIT_MS);
  });
});

describe('rendering in a thread', () => {
  const BASE = 'https://laris.example/b/c1/post';
  const HONEST =
    '## Judul bagian\n\nSatu paragraf dengan **kata tebal**, sebuah [tautan](https://a.example/x), dan `kode`. Lalu kalimat lagi, supaya panjangnya wajar.\n\n- butir satu\n- butir dua\n\n';
  beforeAll(() => expect(filled(HONEST).length).toBe(LARGEST));

  it('gives a long honest text whole', async () => {
    const { html, firstParagraph, words } = await renderBody(filled(HONEST), BASE, 'honest');
    expect(html.split('<h2>Judul bagian</h2>').length - 1).toBe(Math.ceil(LARGEST / HONEST.length));
    expect(firstParagraph).toMatch(/^Satu paragraf dengan kata tebal/);
    expect(words).toBeGreaterThan(30_000);
  });

  it('shows a text as it was written that takes too long, and one that is longer than any post', async () => {
    const slow = await renderBody(SLOW['lines that go on in nested quotes'], BASE, 'slow');
    expect([slow.html.startsWith('<pre>&gt;&gt;&gt;'), slow.html.length > LARGEST]).toEqual([true, true]);
    const long = await renderBody('<b>x '.repeat(200_000), BASE, 'long');
    expect([long.html.startsWith('<pre>&lt;b&gt;x '), long.html.length < 800_000]).toEqual([true, true]);
  });

  it('gives everybody a turn: one workspace never has both threads', SLOWLY, async () => {
    const slow = Array.from({ length: 3 }, () => renderBody(SLOW['many tables'], BASE, 'slow'));
    let ended = 0;
    for (const each of slow) void each.then(() => ended++);
    const { html } = await renderBody(filled(HONEST).slice(0, 20_000), BASE, 'honest');
    expect(html).toContain('<h2>Judul bagian</h2>');
    expect(ended).toBeLessThan(2);
    await Promise.all(slow);
  });
});
