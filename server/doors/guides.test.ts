/** The guides are whole: in both languages, with the dashboard's words, and no link of theirs leads nowhere. */
import { describe, expect, it } from 'vitest';
import { guidePages } from '@/server/doors/guides';
import { LANGUAGES } from '@/server/platform/lib/language';
import { useServer } from '@/server/testing/server';

const server = useServer();
const PAGES = guidePages('https://laris.example');

describe('the guides', () => {
  it('are the same ones in both languages, with a title and a line below it', () => {
    const slugs = (language: string): string[] =>
      PAGES.filter(({ address }) => address.startsWith(`/${language}`)).map(({ address }) => address.slice(3));
    expect(slugs('id')).toEqual(slugs('en'));
    expect(slugs('en').length).toBeGreaterThanOrEqual(9);
    for (const { body, type } of PAGES) {
      expect(body).not.toContain('{{');
      if (type === 'html')
        expect(body).toMatch(/<title>[^<]+ · Laris<\/title>\n<meta name="description" content="[^"]+">/);
    }
  });

  it.each(PAGES.map(({ address, type }) => [address, type]))('%s is served to anybody', async (address, type) => {
    const answer = await fetch(`${server.baseUrl}/docs${address}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(
      type === 'html' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    );
    if (type !== 'html') return;
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
    const page = await answer.text();
    const links = [...page.matchAll(/href="([^"]+)"/g)].map(
      ([, href = '']) => new URL(href, `${server.baseUrl}/docs${address}`),
    );
    for (const { pathname, origin } of links) {
      if (origin !== server.baseUrl || pathname === '/') continue;
      expect({ pathname, status: (await fetch(`${origin}${pathname}`)).status }).toEqual({ pathname, status: 200 });
    }
  });

  it.each(LANGUAGES)('are found by their words: %s', (language) => {
    const index = PAGES.find(({ address }) => address === `/${language}/index.json`);
    const guides = JSON.parse(index?.body ?? '[]') as { address: string; title: string; text: string }[];
    expect(guides.find(({ text }) => text.includes('blocklisted'))?.address).toBe(`/docs/${language}/from-listmonk`);
  });
});
