/** The snippets, run: in a page that loads nothing and notes what would be loaded and sent. */
import vm from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasIds, liveSnippet, staticSnippet, type PixelIds, type Snippet } from './snippet';

const IDS: PixelIds = {
  adPixelAId: '1234567890',
  analyticsId: 'G-AB12',
  adsConversionId: 'AW-99',
  adsPurchaseLabel: 'LaBeL',
  adPixelBId: 'C4TIKTOK',
};
const NONE: PixelIds = {
  adPixelAId: null,
  analyticsId: null,
  adsConversionId: null,
  adsPurchaseLabel: null,
  adPixelBId: null,
};
const WORDS = { fillIn: 'Put in the order.' };

interface Seen {
  loaded: string[];
  meta: unknown[][];
  google: unknown[][];
  tiktok: unknown[][];
  fetched: string[];
}

/** Runs the scripts of a snippet as a browser would, one after the other. */
async function run({ base, purchase }: Snippet, answer?: unknown): Promise<Seen> {
  const loaded: string[] = [];
  const fetched: string[] = [];
  const insert = (element: { src: string }): void => void loaded.push(element.src);
  const document = {
    createElement: () => ({}),
    getElementsByTagName: () => [{ parentNode: { insertBefore: insert } }],
    head: { appendChild: insert },
  };
  const page: Record<string, unknown> = {
    document,
    encodeURIComponent,
    fetch: (url: string) => (
      fetched.push(url),
      answer === undefined
        ? Promise.reject(new Error('offline'))
        : Promise.resolve({ json: () => Promise.resolve(answer) })
    ),
  };
  page.window = page;
  vm.createContext(page);
  const scripts = (html: string): string[] =>
    [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map((match) => match[1] ?? '');
  for (const code of [...scripts(base), ...scripts(purchase)]) vm.runInContext(code, page);
  await page.larisPixels;
  await new Promise((resolve) => setImmediate(resolve));
  const list = (value: unknown): unknown[][] =>
    JSON.parse(
      JSON.stringify(Array.from((value ?? []) as ArrayLike<ArrayLike<unknown>>, (each) => Array.from(each))),
    ) as unknown[][];
  return {
    loaded,
    fetched,
    meta: list((page.fbq as { queue?: unknown } | undefined)?.queue),
    google: list(page.dataLayer),
    tiktok: list(page.ttq),
  };
}

const EVERYTHING = {
  meta: [
    ['init', '1234567890'],
    ['track', 'PageView'],
    ['track', 'Purchase', { value: 150_000, currency: 'IDR' }, { eventID: 'CHECKOUT_SESSION_ID' }],
  ],
  google: [
    ['js', expect.any(String)],
    ['config', 'G-AB12'],
    ['config', 'AW-99'],
    [
      'event',
      'purchase',
      { send_to: 'G-AB12', transaction_id: 'CHECKOUT_SESSION_ID', value: 150_000, currency: 'IDR' },
    ],
    [
      'event',
      'conversion',
      { send_to: 'AW-99/LaBeL', transaction_id: 'CHECKOUT_SESSION_ID', value: 150_000, currency: 'IDR' },
    ],
  ],
  tiktok: [['page'], ['track', 'Purchase', { value: 150_000, currency: 'IDR' }, { event_id: 'CHECKOUT_SESSION_ID' }]],
};
const LOADED = [
  'https://connect.facebook.net/en_US/fbevents.js',
  'https://www.googletagmanager.com/gtag/js?id=G-AB12',
  'https://analytics.tiktok.com/i18n/pixel/events.js?sdkid=C4TIKTOK&lib=ttq',
];

describe('the snippet with its ids', () => {
  it('loads every vendor once and tells each of the purchase', async () => {
    const seen = await run(staticSnippet(IDS, WORDS));
    expect(seen).toEqual({ ...EVERYTHING, loaded: LOADED, fetched: [] });
  });

  it.each<[keyof PixelIds, keyof Seen]>([
    ['adPixelAId', 'meta'],
    ['analyticsId', 'google'],
    ['adsConversionId', 'google'],
    ['adPixelBId', 'tiktok'],
  ])('with %s alone says nothing to the others', async (field, vendor) => {
    const ids = { ...NONE, [field]: IDS[field] };
    const seen = await run(staticSnippet(ids, WORDS));
    expect(seen.loaded).toHaveLength(1);
    for (const each of ['meta', 'google', 'tiktok'] as const) expect(seen[each].length > 0).toBe(each === vendor);
    expect(hasIds(ids)).toBe(true);
  });

  it('without ids loads nothing; a label alone is none', async () => {
    expect(await run(staticSnippet({ ...NONE, adsPurchaseLabel: 'x' }, WORDS))).toEqual({
      loaded: [],
      fetched: [],
      meta: [],
      google: [],
      tiktok: [],
    });
    expect(hasIds({ ...NONE, adsPurchaseLabel: 'x' })).toBe(false);
  });

  it('is the same code whatever the ids hold: no id can end the script or add to it', async () => {
    const id = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.constantFrom(
        '</script><script>alert(1)</script>',
        "');alert(1)//",
        '"+alert(1)+"',
        '\\',
        '\u2028',
        '<!--',
        '${x}',
      ),
    );
    await fc.assert(
      fc.asyncProperty(id, id, id, async (a, b, c) => {
        const snippet = staticSnippet(
          { adPixelAId: a, analyticsId: b, adsConversionId: null, adsPurchaseLabel: null, adPixelBId: c },
          WORDS,
        );
        expect(snippet.base.match(/<\/?script/g)).toHaveLength(6);
        expect(snippet.base).not.toMatch(/<!--(?! (?:Meta|Google|TikTok) -->)/);
        const seen = await run(snippet);
        expect(seen.meta[0]).toEqual(['init', a]);
        expect(seen.google[1]).toEqual(['config', b]);
        expect(seen.loaded[2]).toContain(`sdkid=${encodeURIComponent(c.toWellFormed())}`);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the snippet that asks for the ids', () => {
  it('asks the public route and does the same', async () => {
    const seen = await run(liveSnippet('https://laris.example', 'c123', WORDS), { data: { ...IDS, enabled: true } });
    expect(seen).toEqual({
      ...EVERYTHING,
      loaded: LOADED,
      fetched: ['https://laris.example/api/v1/pixels/public/c123'],
    });
  });

  it.each([
    ['switched off', { data: null }],
    ['one id', { data: { ...NONE, adPixelBId: 'C4TIKTOK' } }],
    ['offline', undefined],
  ])('breaks no page: %s', async (state, answer) => {
    const seen = await run(liveSnippet('https://laris.example', 'c123', WORDS), answer);
    expect(seen.loaded).toEqual(state === 'one id' ? [LOADED[2]] : []);
    expect([seen.meta, seen.google]).toEqual([[], []]);
    expect(seen.tiktok).toEqual(state === 'one id' ? EVERYTHING.tiktok : []);
  });
});
