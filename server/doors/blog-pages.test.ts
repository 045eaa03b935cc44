/** The public pages of a blog (docs/contract/blog.md#pages). */
import { SaxesParser } from 'saxes';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ATTACKS } from '@/server/modules/content/blog/pages/attacks';
import { setClockOffset } from '@/server/platform/lib/clock';
import { makeBlogPost } from '@/server/testing/factories/content';
import { expectData } from '@/server/testing/http';
import { rawHttp, rawText } from '@/server/testing/raw-http';
import { parseRss } from '@/server/testing/rss';
import { useServer, type Answer, type Tenant } from '@/server/testing/server';

const server = useServer({}, { pages: true });
afterEach(() => setClockOffset(0));

const day = (n: number): Date => new Date(Date.UTC(2026, 0, n));
const live = (tenant: Tenant, options: Parameters<typeof makeBlogPost>[2] = {}) =>
  makeBlogPost(server.services.database, tenant.accountId, { status: 'published', publishedAt: day(1), ...options });
const read = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
  server.fetch(method, path, { headers });
const home = ({ accountId }: Tenant): string => `/b/${accountId}`;
const unescape = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
const meta = (html: string, name: string): string | undefined => {
  const found = new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];
  return found === undefined ? undefined : unescape(found);
};
const linksOf = (html: string, rel: string): string[] =>
  [...html.matchAll(new RegExp(`<link rel="${rel}"[^>]*href="([^"]*)"`, 'g'))].map((match) => match[1]!);
const jsonLd = (html: string) => JSON.parse(/<script type="application\/ld\+json">([^]*?)<\/script>/.exec(html)![1]!);
const base = (): string => server.services.settings.baseUrl;

/** Titles that documents break on. */
const HOSTILE = [
  ']]>',
  '</script><script>alert(1)</script>',
  '<!--',
  '&amp; & &#0;',
  '"\' onload="x',
  '\u0001\u000b\ufffe',
  '🙂 \u2028',
];

let shop: Tenant;
beforeAll(async () => {
  shop = await server.makeTenant({ name: 'Kopi & Kawan' });
  await live(shop, { slug: 'old', title: 'Old', publishedAt: day(1), body: 'First paragraph of old.\n\nMore.' });
  await live(shop, {
    slug: 'full',
    title: 'Full <post>',
    publishedAt: new Date('2026-01-02T18:00:00Z'),
    body: '# Begin\n\nWords [other](old).\n\n![i](https://img.example/i.jpg)',
    excerpt: 'The "excerpt"',
    coverImage: 'https://img.example/c.jpg',
    authorName: 'Rina',
    tags: ['Kopi', 'Gayo'],
    metaTitle: 'Meta title',
    metaDescription: 'Meta words',
  });
  await live(shop, { slug: 'new', title: 'New', publishedAt: day(3) });
});

describe('the page of a post', () => {
  it('tells search engines and messengers what it is', async () => {
    const { text: html, headers, status } = await read(`${home(shop)}/full`);
    const url = `${base()}/b/${shop.accountId}/full`;
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(/<title>([^<]*)/.exec(html)?.[1]).toBe('Meta title');
    expect([linksOf(html, 'canonical'), linksOf(html, 'alternate')]).toEqual([
      [url],
      [`${base()}/b/${shop.accountId}/feed.xml`],
    ]);
    const expected = {
      description: 'Meta words',
      author: 'Rina',
      'og:type': 'article',
      'og:title': 'Meta title',
      'og:description': 'Meta words',
      'og:url': url,
      'og:image': 'https://img.example/c.jpg',
      'og:site_name': 'Kopi & Kawan',
      'og:locale': 'id_ID',
      'article:published_time': '2026-01-02T18:00:00.000Z',
      'twitter:card': 'summary_large_image',
    };
    for (const [name, value] of Object.entries(expected)) expect(meta(html, name), name).toBe(value);
    expect(jsonLd(html)).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Article',
      headline: 'Full <post>',
      mainEntityOfPage: url,
      datePublished: '2026-01-02T18:00:00.000Z',
      author: { '@type': 'Person', name: 'Rina' },
      image: ['https://img.example/c.jpg'],
      publisher: { name: 'Kopi & Kawan' },
      keywords: 'Kopi, Gayo',
    });
  });

  it('shows the post, in the language and time zone of the workspace, with one h1', async () => {
    const { text: html } = await read(`${home(shop)}/full`);
    expect(html).toContain('<html lang="id">');
    expect([...html.matchAll(/<h1>([^<]*)<\/h1>/g)].map((match) => match[1])).toEqual(['Full &lt;post&gt;']);
    expect(html).toContain('<h2>Begin</h2>');
    // 18:00 in UTC is the next day in Jakarta.
    expect(html).toContain('3 Januari 2026');
    expect(html).toContain('Oleh Rina');
    expect(html).toContain(`<a href="${base()}/b/${shop.accountId}/old">other</a>`);
    expect(html).toMatch(/<img src="https:\/\/img.example\/i.jpg"[^>]*loading="lazy"/);
    expect([...html.matchAll(/<a class="(newer|older)" href="[^"]*\/(\w+)"/g)].map((match) => match.slice(1))).toEqual([
      ['older', 'old'],
      ['newer', 'new'],
    ]);
  });

  it('is in English elsewhere', async () => {
    const abroad = await server.makeTenant();
    await server.services.database.prisma.account.update({
      where: { id: abroad.accountId },
      data: { country: 'SG', timeZone: 'Asia/Singapore' },
    });
    const { slug } = await live(abroad);
    const { text: html } = await read(`${home(abroad)}/${slug}`);
    expect(html).toContain('<html lang="en">');
    expect(html).toContain('January 1, 2026');
  });

  it('falls back: title, excerpt, then the first paragraph', async () => {
    const { slug } = await live(server.ours, {
      title: 'T',
      body: '# H\n\nThe *first* paragraph.\n\nSecond.',
      excerpt: '  ',
    });
    const { text: html } = await read(`${home(server.ours)}/${slug}`);
    expect([
      /<title>([^<]*)/.exec(html)?.[1],
      meta(html, 'description'),
      meta(html, 'twitter:card'),
      meta(html, 'og:image'),
    ]).toEqual(['T', 'The first paragraph.', 'summary', undefined]);
    const other = await live(server.ours, { excerpt: 'The excerpt' });
    expect(meta((await read(`${home(server.ours)}/${other.slug}`)).text, 'description')).toBe('The excerpt');
  });

  it('has no JavaScript, whatever stands in any field, and a policy that allows none', async () => {
    const tenant = await server.makeTenant({ name: '</script><script>alert(1)</script>' });
    const evil = '"\'></title></script><script>alert(1)</script><img src=x onerror=alert(1)>';
    const { slug } = await live(tenant, {
      title: evil,
      excerpt: evil,
      authorName: evil,
      tags: [evil.slice(0, 64)],
      metaTitle: evil,
      metaDescription: evil,
      coverImage: 'https://a.example/"onerror="alert(1)',
      body: ATTACKS.join('\n\n').replaceAll('\0', ''),
    });
    for (const path of [home(tenant), `${home(tenant)}/${slug}`]) {
      const { text: html, headers } = await read(path);
      const scripts = [...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
      expect(new Set(scripts)).toEqual(new Set(['<script type="application/ld+json">']));
      expect(scripts).toHaveLength(1);
      expect(() => jsonLd(html)).not.toThrow();
      // Every tag of the document, with its attributes: no handler, no address that runs.
      for (const [tag] of html.matchAll(/<[a-z][^>]*>/gi))
        expect(tag.replace(/"[^"]*"/g, '""')).not.toMatch(/\son\w+\s*=|\sstyle=|srcdoc/i);
      expect(html).not.toMatch(/(?:href|src)="\s*(?:javascript|data|vbscript):/i);
      const policy = headers.get('content-security-policy')!;
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/script-src|unsafe|data:/);
      expect([headers.get('x-content-type-options'), headers.get('x-frame-options')]).toEqual(['nosniff', 'DENY']);
    }
  });

  it('is 404 for drafts, scheduled posts, neighbours’ and unknown ones: a page, not an envelope', async () => {
    const draft = await makeBlogPost(server.services.database, shop.accountId);
    const scheduled = await live(shop, { publishedAt: new Date('2031-01-01T00:00:00Z') });
    const theirs = await live(server.theirs);
    for (const path of [draft.slug, scheduled.slug, theirs.slug, 'none', '%00', 'No', 'a/b', 'old%2F', 'a'.repeat(600)]
      .map((slug) => `${home(shop)}/${slug}`)
      .concat('/b', '/b/cunknown/x', '/b/%00/x')) {
      const { status, headers, text } = await read(path);
      expect([path, status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
        path,
        404,
        'text/html; charset=utf-8',
        'no-store',
      ]);
      expect(text).toMatch(/^<!doctype html><html lang="(?:en|id)">/);
      expect(headers.get('x-request-id')).toBeTruthy();
    }
    expect((await read(`${home(shop)}/none`)).text).toContain('Halaman ini tidak ada');
  });

  it('is shown without a date where the post has none', async () => {
    const { slug } = await live(shop, { publishedAt: null });
    const { status, text } = await read(`${home(shop)}/${slug}`);
    expect([status, meta(text, 'article:published_time'), text.includes('<time')]).toEqual([200, undefined, false]);
  });
});

describe('the first page', () => {
  it('lists what is public, the newest first, with excerpts or first paragraphs', async () => {
    const { text: html } = await read(home(shop));
    expect([...html.matchAll(/<h2><a href="[^"]*\/(\w+)">/g)].map((match) => match[1])).toEqual(['new', 'full', 'old']);
    expect(html).toContain('First paragraph of old.');
    expect([linksOf(html, 'canonical'), meta(html, 'og:type')]).toEqual([[`${base()}${home(shop)}`], 'website']);
  });

  it('is 200 and empty for an unknown workspace, and not indexed', async () => {
    for (const path of ['/b/cunknown', '/b/No', '/b/%00']) {
      const { status, text } = await read(path);
      expect([status, meta(text, 'robots'), text.includes('<h2>')]).toEqual([200, 'noindex', false]);
    }
  });
});

describe('feed and sitemap', () => {
  it('survive a strict parser, whatever a post holds', async () => {
    const tenant = await server.makeTenant({ name: HOSTILE.join(' ') });
    for (const title of HOSTILE)
      await live(tenant, {
        title,
        excerpt: title,
        authorName: title,
        tags: [title],
        body: `${title}\n\n${ATTACKS.slice(0, 40).join('\n')}`,
      });
    const feed = await read(`${home(tenant)}/feed.xml`);
    expect([feed.status, feed.headers.get('content-type')]).toEqual([200, 'application/rss+xml; charset=utf-8']);
    const rss = parseRss(feed.text);
    expect([rss.version, rss.items.length]).toEqual(['2.0', HOSTILE.length]);
    const sitemap = await read(`${home(tenant)}/sitemap.xml`);
    expect(sitemap.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const parser = new SaxesParser({ xmlns: true });
    parser.on('error', (error) => {
      throw error;
    });
    parser.write(sitemap.text).close();
  });

  it('the feed has the posts with their content', async () => {
    const rss = parseRss((await read(`${home(shop)}/feed.xml`)).text);
    expect(rss.channel).toMatchObject({ title: 'Kopi & Kawan', link: `${base()}${home(shop)}`, language: 'id' });
    const item = Object.fromEntries(rss.items[1]!);
    expect(item).toMatchObject({
      title: 'Full <post>',
      link: `${base()}${home(shop)}/full`,
      pubDate: 'Fri, 02 Jan 2026 18:00:00 GMT',
      'dc:creator': 'Rina',
      description: 'The "excerpt"',
    });
    expect(item['content:encoded']).toContain('<h2>Begin</h2>');
  });

  it('the sitemap has the first page and every listed post', async () => {
    const { text } = await read(`${home(shop)}/sitemap.xml`);
    expect([...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1]!.replace(base(), ''))).toEqual([
      home(shop),
      `${home(shop)}/new`,
      `${home(shop)}/full`,
      `${home(shop)}/old`,
    ]);
    expect((await read('/b/cunknown/sitemap.xml')).status).toBe(200);
    expect(parseRss((await read('/b/cunknown/feed.xml')).text).items).toEqual([]);
  });
});

describe('every page', () => {
  const paths = () => [home(shop), `${home(shop)}/full`, `${home(shop)}/feed.xml`, `${home(shop)}/sitemap.xml`];

  it('is asked for each time, 304 while it is the same, compressed where that is accepted, and open to any site', async () => {
    for (const path of paths()) {
      const { headers } = await read(path);
      expect([headers.get('cache-control'), headers.get('vary'), headers.get('access-control-allow-origin')]).toEqual([
        'public, no-cache',
        'Accept-Encoding',
        '*',
      ]);
      const unchanged = await read(path, { 'if-none-match': headers.get('etag')! });
      expect([unchanged.status, unchanged.text]).toEqual([304, '']);
      const head = await read(path, {}, 'HEAD');
      expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', headers.get('etag')]);
    }
    for (const encoding of ['br', 'gzip'])
      expect(
        (await rawHttp(server.baseUrl, rawText('GET', `${home(shop)}/full`, { 'accept-encoding': encoding }))).headers[
          'content-encoding'
        ],
      ).toBe(encoding);
  });

  it('answers OPTIONS, and 405 with Allow to what it does not take', async () => {
    for (const path of paths()) {
      const options = await read(path, {}, 'OPTIONS');
      expect([
        options.status,
        options.headers.get('allow'),
        options.headers.get('access-control-allow-methods'),
      ]).toEqual([204, 'GET, HEAD, OPTIONS', 'GET, HEAD, OPTIONS']);
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const refused = await read(path, {}, method);
        expect([refused.status, refused.headers.get('allow'), refused.headers.get('content-type')]).toEqual([
          405,
          'GET, HEAD, OPTIONS',
          'text/html; charset=utf-8',
        ]);
      }
    }
  });

  it('takes off a slash too many', async () => {
    for (const path of [home(shop), `${home(shop)}/full`]) {
      const { status, headers } = await read(`${path}/`);
      expect([status, headers.get('location')]).toEqual([308, path]);
      expect((await read(`${path}/?utm_source=a&b=/c/`)).headers.get('location')).toBe(`${path}?utm_source=a&b=/c/`);
    }
    expect((await read('/b/')).status).toBe(404);
  });

  it('has a style of its own, kept for good under an address that changes with it', async () => {
    const { text: html } = await read(home(shop));
    const [address] = linksOf(html, 'stylesheet');
    const { headers, text } = await read(address!);
    expect([headers.get('content-type'), headers.get('cache-control')]).toEqual([
      'text/css; charset=utf-8',
      'public, max-age=31536000',
    ]);
    expect(text.length + html.length).toBeLessThan(30_000);
  });

  it('holds whole texts in its feed as far as they are not too long together, and of the others their beginning', async () => {
    const tenant = await server.makeTenant();
    for (let n = 0; n < 4; n++)
      await live(tenant, {
        slug: `long-${n}`,
        publishedAt: day(n + 1),
        body: `Beginning of ${n}.\n\n${'Words of a long post. '.repeat(6_000)}`,
      });
    await live(tenant, { slug: 'endless', publishedAt: day(9), body: '<'.repeat(1_000_000) });
    const begun = performance.now();
    const { text, headers } = await read(`${home(tenant)}/feed.xml`);
    expect(performance.now() - begun).toBeLessThan(5_000);
    expect(text.length).toBeLessThan(2_000_000);
    expect([...text.matchAll(/<content:encoded>/g)]).toHaveLength(2);
    for (let n = 0; n < 4; n++) expect(text).toContain(`<description>Beginning of ${n}.</description>`);
    expect((await read(`${home(tenant)}/endless`)).text.length).toBeLessThan(2_000_000);
    expect((await read(`${home(tenant)}/feed.xml`, { 'if-none-match': headers.get('etag')! })).status).toBe(304);
  });

  it('shows a scheduled post when its time comes, and nothing that was deleted', async () => {
    const tenant = await server.makeTenant();
    const { id, slug } = await live(tenant, { publishedAt: new Date(Date.now() + 3_600_000), title: 'To come' });
    const pages = () =>
      Promise.all([home(tenant), `${home(tenant)}/feed.xml`, `${home(tenant)}/sitemap.xml`].map((path) => read(path)));
    for (const { text } of await pages()) expect(text).not.toContain(slug);
    setClockOffset(3_660_000);
    for (const { text } of await pages()) expect(text).toContain(slug);
    expect((await read(`${home(tenant)}/${slug}`)).status).toBe(200);
    expectData(await server.call(tenant.key, 'DELETE', `/api/v1/blog/${id}`));
    for (const { text } of await pages()) expect(text).not.toContain(slug);
    expect((await read(`${home(tenant)}/${slug}`)).status).toBe(404);
  });

  it('has the workspace’s new name at once', async () => {
    const tenant = await server.makeTenant();
    const before = await read(home(tenant));
    await server.services.database.prisma.account.update({
      where: { id: tenant.accountId },
      data: { name: 'Nama Baru' },
    });
    const after = await read(home(tenant), { 'if-none-match': before.headers.get('etag')! });
    expect([after.status, after.text.includes('Nama Baru')]).toEqual([200, true]);
  });
});
