/** Posts that say the same in several languages: their pages, JSON, sitemap and feed (docs/contract/blog.md#languages). */
import { afterEach, describe, expect, it } from 'vitest';
import { setClockOffset } from '@/server/platform/lib/clock';
import { unique } from '@/server/testing/factories/unique';
import { expectData } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer({}, { pages: true });
afterEach(() => setClockOffset(0));

const send = (tenant: Tenant, method: string, path: string, body?: object) =>
  server.call(tenant.key, method, `/api/v1/blog${path}`, body === undefined ? {} : { body });
const create = (tenant: Tenant, body: object) =>
  send(tenant, 'POST', '', { slug: unique('post-'), title: unique('T '), body: 'b', ...body });
const make = async (tenant: Tenant, body: object) => expectData(await create(tenant, body), 201).post;
const patch = (tenant: Tenant, id: string, body: object) => send(tenant, 'PATCH', `/${id}`, body);
const read = (path: string, tag?: string) =>
  server.fetch('GET', path, tag === undefined ? {} : { headers: { 'if-none-match': tag } });
const alternatesIn = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<link rel="alternate" hrefLang="([^"]*)" href="([^"]*)"/gi)].map(([, lang = '', href = '']) => [
      lang,
      href.split('/').at(-1) ?? '',
    ]),
  );
/** An Indonesian post and its English translation. */
async function pair(tenant: Tenant, english: object = { status: 'published' }) {
  const id = await make(tenant, { locale: 'ID-id', status: 'published', title: 'Kopi' });
  const en = await make(tenant, { locale: 'en', translationOf: id.id, title: 'Coffee', ...english });
  return { id, en };
}

describe('the public', () => {
  it('is notified of published translations in both directions, at once and at no other time', async () => {
    const shop = await server.makeTenant();
    const { id, en } = await pair(shop, {});
    const json = `/api/v1/blog/public/${shop.accountId}/${id.slug}`;
    const page = `/b/${shop.accountId}/${id.slug}`;
    const alone = await read(page);
    expect(alone.text).toContain('<html lang="id-ID">');
    expect(alternatesIn(alone.text)).toEqual({});
    expect(expectData(await read(json)).post).not.toHaveProperty('alternates');
    expect((await read(page, alone.headers.get('etag')!)).status).toBe(304);

    expectData(await patch(shop, en.id, { status: 'published' }));
    const both = await read(page, alone.headers.get('etag')!);
    expect(both.status).toBe(200);
    const hreflangs = { 'id-ID': id.slug, en: en.slug, 'x-default': id.slug };
    expect(alternatesIn(both.text)).toEqual(hreflangs);
    expect(both.text).toContain(`hrefLang="en" lang="en" rel="alternate">Read in English</a>`);
    const english = await read(`/b/${shop.accountId}/${en.slug}`);
    expect(alternatesIn(english.text)).toEqual(hreflangs);
    expect(english.text).toContain('<html lang="en">');
    expect(english.text).toContain('min read');
    expect(english.text).toMatch(/>Baca dalam bahasa Indonesia[^<]*<\/a>/);
    expect(english.text).toContain('property="og:locale" content="en_US"');
    expect(expectData(await read(json)).post).toMatchObject({
      locale: 'id-ID',
      alternates: [{ id: en.id, locale: 'en', slug: en.slug, title: 'Coffee' }],
    });
    const { posts } = expectData(await read(`/api/v1/blog/public/${shop.accountId}`));
    expect(
      posts.map(({ locale, alternates }: { locale: string; alternates: unknown[] }) => [locale, alternates.length]),
    ).toEqual([
      ['en', 1],
      ['id-ID', 1],
    ]);
    const { text: sitemap } = await read(`/b/${shop.accountId}/sitemap.xml`);
    expect(sitemap.match(/<xhtml:link rel="alternate" hreflang="(?:en|id-ID|x-default)"/g)).toHaveLength(6);
    expect((await read(`/b/${shop.accountId}/feed.xml`)).text).toContain('<dc:language>id-ID</dc:language>');

    expectData(await patch(shop, en.id, { status: 'draft' }));
    const back = await read(page, both.headers.get('etag')!);
    expect([back.status, alternatesIn(back.text)]).toEqual([200, {}]);
    expect(expectData(await read(json)).post).not.toHaveProperty('alternates');
  });

  it('is notified of a scheduled translation when its time comes', async () => {
    const shop = await server.makeTenant();
    const { id, en } = await pair(shop, {
      status: 'published',
      publishedAt: new Date(Date.now() + 3_600_000).toISOString(),
    });
    const page = `/b/${shop.accountId}/${id.slug}`;
    const early = await read(page);
    expect(alternatesIn(early.text)).toEqual({});
    setClockOffset(3_700_000);
    const late = await read(page, early.headers.get('etag')!);
    expect([late.status, alternatesIn(late.text).en]).toEqual([200, en.slug]);
  });

  it('of a shop that writes in no language we have reads whose words they are', async () => {
    const shop = await server.makeTenant();
    const { id } = await pair(shop);
    const de = await make(shop, { locale: 'de', translationOf: id.id, status: 'published' });
    const { text } = await read(`/b/${shop.accountId}/${de.slug}`);
    expect(text).toContain('<html lang="de">');
    expect(text).toContain('<footer class="bottom" lang="id">');
    expect((await read(`/b/${shop.accountId}/${id.slug}`)).text).toContain('>Baca dalam bahasa Jerman</a>');
  });
});
