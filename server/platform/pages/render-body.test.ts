/** What is kept of rendered bodies: the same text at the same address, and nothing else. */
import { expect, it } from 'vitest';
import { renderBody } from '@/server/platform/pages/render-body';

const AT = 'https://laris.example/b/a/one';

it('a body is rendered once for its address, whichever page asks', async () => {
  const first = await renderBody('# Kopi\n\n[menu](menu)', AT, 'a');
  expect(first.html).toContain('https://laris.example/b/a/menu');
  expect(await renderBody('# Kopi\n\n[menu](menu)', AT, 'a')).toBe(first);

  const elsewhere = await renderBody('# Kopi\n\n[menu](menu)', 'https://laris.example/b/b/one', 'b');
  expect(elsewhere.html).toContain('https://laris.example/b/b/menu');
  const changed = await renderBody('# Teh\n\n[menu](menu)', AT, 'a');
  expect(changed.html).toContain('Teh');
});

it('a text that is longer than any post is not kept', async () => {
  const long = 'kopi '.repeat(70_000);
  expect(await renderBody(long, AT, 'a')).not.toBe(await renderBody(long, AT, 'a'));
});
