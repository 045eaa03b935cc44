/** Links found where they stand, and parameters added to them (docs/contract/broadcasts.md#tracking). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeHtml } from '@/server/platform/email/escape';
import { addressesIn, cutLinks, fillLinks } from '@/server/platform/email/linked-text';
import { linksInHtml, linksInText } from '@/server/platform/email/links';
import { withUtm } from '@/server/platform/email/utm';
import { expectLinear } from '@/server/testing/cost';

const found = (html: string): string[] => linksInHtml(html).map(({ address }) => address);

describe('links in HTML', () => {
  it.each([
    ['<a href="https://a.example/?b=1&amp;c=2">', ['https://a.example/?b=1&c=2']],
    ["<A\nHREF = ' https://a.example/&#39;x ' class=b>", ["https://a.example/'x"]],
    ['<a href=https://a.example/b>', ['https://a.example/b']],
    ['<a href="https://a.example/" href="https://b.example/">', ['https://a.example/']],
    ['<map><area shape="rect" href="https://a.example/"></map>', ['https://a.example/']],
    ['<!--[if mso]><v:roundrect href="https://a.example/"><![endif]-->', ['https://a.example/']],
    ['<!--[if !mso]><!--><a href="https://a.example/">x</a><!--<![endif]-->', ['https://a.example/']],
    ['<!-- <a href="https://a.example/">x</a> -->', []],
    ['<style>a { background: url(https://a.example/) }</style><title><a href="https://a.example/"></title>', []],
    ['<img src="https://a.example/"><link href="https://a.example/"><base href="https://a.example/">', []],
    ['<a href="mailto:a@b.example"><a href="tel:+62"><a href="#x"><a href="/x"><a href="javascript:x()">', []],
    ['<p>https://a.example/ href="https://a.example/"</p>', []],
    ['<a href="https://a.example/">Unsubscribe</a><a href="https://a.example/berhenti langganan">x</a>', []],
    ['<a href="https://a.example/opt-out">x</a>', []],
    ['<a data-href="https://a.example/" href="">', []],
    ['<v:(* href="https://a.example/">x</v:(*>', ['https://a.example/']],
    ['<a href="https://a.example/"><a href="https://b.example/">Unsubscribe</a>', ['https://a.example/']],
    ['<a href="https://a.example/', []],
    ['{cartUrl} <a href="{cartUrl|https://a.example/}">', ['{cartUrl|https://a.example/}']],
  ])('%s', (html, addresses) => {
    expect(found(html)).toEqual(addresses);
    for (const { start, end } of linksInHtml(html)) expect(html.slice(start, end).trim()).not.toMatch(/^["']|["']$/);
  });

  it('are looked for in one walk, also in megabytes of what is none', () => {
    for (const piece of ['<a href="', '<!--[if mso]>', '<a ', '&amp;', '<a href=https://a.example/ '])
      expectLinear((html) => expect(linksInHtml(html).length).toBeLessThanOrEqual(1_000), piece, 500_000);
  });
});

describe('links in a text', () => {
  it.each([
    ['See https://a.example/b.', ['https://a.example/b']],
    ['(https://a.example/b)', ['https://a.example/b']],
    ['https://a.example/b_(c)', ['https://a.example/b_(c)']],
    ['(see https://a.example/b_(c)), or <https://b.example>!', ['https://a.example/b_(c)', 'https://b.example']],
    ['{cartUrl}, {productUrl|https://a.example}.', ['{cartUrl}', '{productUrl|https://a.example}']],
    ['https://a.example/?c={discountCode}', ['https://a.example/?c={discountCode}']],
    ['To unsubscribe:\nhttps://a.example\nhttps://b.example', ['https://b.example']],
    ['mailto:a@b.example a.example https://', []],
  ])('%s', (text, addresses) => {
    const places = linksInText(text);
    expect(places.map(({ address }) => address)).toEqual(addresses);
    for (const { start, end, address } of places) expect(text.slice(start, end)).toBe(address);
  });
});

it('are looked for in a text in one walk, whatever stands behind an address', () => {
  for (const piece of ['https://', ')', '{cartUrl|'])
    expectLinear((text) => linksInText(`https://${text}`), piece, 500_000);
});

const word = fc.string({ unit: fc.constantFrom(...Array.from('abz09-_.~%éİ+')), minLength: 1, maxLength: 6 });
const value = fc.string({
  unit: fc.constantFrom(...Array.from('a &=?#%+{}é"<\'/\u{1F600}')),
  minLength: 1,
  maxLength: 12,
});
const pair = fc.oneof(
  fc
    .tuple(fc.oneof(word, fc.constantFrom('utm_source', 'utm_medium', 'UTM_campaign', 'utm%5Fsource')), word)
    .map(([n, v]) => `${n}=${v}`),
  word,
  fc.constant(''),
);
const address = fc
  .record({
    path: fc.array(word, { maxLength: 3 }),
    query: fc.option(fc.array(pair, { maxLength: 4 })),
    hash: fc.option(fc.oneof(word, fc.constant('a?utm_source=x&b'))),
  })
  .map(
    ({ path, query, hash }) =>
      `https://a.example/${path.join('/')}${query === null ? '' : `?${query.join('&')}`}${hash === null ? '' : `#${hash}`}`,
  );
const utm = fc.record({ source: value, medium: value, campaign: value }, { requiredKeys: [] });

describe('withUtm', () => {
  it('adds what is missing and leaves the rest byte for byte: as the URL class sees it', () => {
    fc.assert(
      fc.property(address, utm, (link, wanted) => {
        const made = withUtm(link, wanted);
        const [before, after] = [new URL(link), new URL(made)];
        const expected = [...before.searchParams];
        for (const name of ['source', 'medium', 'campaign'] as const)
          if (wanted[name] !== undefined && !before.searchParams.has(`utm_${name}`))
            expected.push([`utm_${name}`, wanted[name]]);
        expect([...after.searchParams].filter(([name, text]) => name + text !== '')).toEqual(
          expected.filter(([name, text]) => name + text !== ''),
        );
        expect([after.hash, after.pathname, after.origin]).toEqual([before.hash, before.pathname, before.origin]);
        const hash = link.includes('#') ? link.slice(link.indexOf('#')) : '';
        expect(made.startsWith(link.slice(0, link.length - hash.length))).toBe(true);
        expect(made.endsWith(hash)).toBe(true);
        expect(withUtm(made, wanted)).toBe(made);
      }),
      { numRuns: 2_000 },
    );
  });

  it('writes what ends no address, whatever a parameter holds', () => {
    fc.assert(
      fc.property(utm, (wanted) => {
        expect(withUtm('https://a.example/', wanted).slice(18)).toMatch(/^[\w?=&%.~!*'()-]*$/);
      }),
    );
    expect(withUtm('https://a.example/', { source: '\uD800' })).toBe('https://a.example/?utm_source=%EF%BF%BD');
  });
});

describe('a text with its links changed', () => {
  const ways = { own: ['https://us.example/u/'] };

  it('has nothing else changed, wherever the links stand', () => {
    const piece = fc.constantFrom(
      '<p>',
      '&lt;',
      ' "',
      "'",
      '<!-- x -->',
      '{firstName}',
      '{other}',
      '<img src="https://i.example/?a=1&amp;b">',
      '</a>',
      '\n',
      'é',
    );
    const link = fc.tuple(address, fc.constantFrom('"', "'")).map(([href, quote]) => ({ href, quote }));
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, link), { maxLength: 12 }), (pieces) => {
        const html = (hrefOf: (href: string) => string): string =>
          pieces
            .map((each) =>
              typeof each === 'string' ? each : `<a href=${each.quote}${hrefOf(each.href)}${each.quote}>x</a>`,
            )
            .join('');
        const written = html(escapeHtml);
        const links = addressesIn(written, 'html', { ...ways, utm: null }, false);
        const tracked = new Map(links.map((each, index) => [each, index]));
        const cut = cutLinks(written, 'html', { ...ways, utm: null, tracked }, null);
        expect(fillLinks(cut, {}, 'html', (index) => escapeHtml(links[index] ?? ''))).toBe(
          html((href) => escapeHtml(escapeHtml(href))),
        );
        expect(fillLinks(cut, {}, 'html', (index) => `https://us.example/l/${index}`)).toBe(
          html((href) => `https://us.example/l/${links.indexOf(href)}`),
        );
      }),
      { numRuns: 1_000 },
    );
  });

  it('never makes an address of what is none: a name is no javascript:', () => {
    const cut = cutLinks(
      '<a href="{firstName}">x</a>',
      'html',
      { ...ways, utm: { source: 'a' }, tracked: new Map() },
      'broadcasts',
    );
    const filled = (firstName: string): string => fillLinks(cut, { firstName }, 'html', () => '');
    expect(filled('javascript:alert(1)')).toBe('<a href="">x</a>');
    expect(filled('https://a.example/?b=1&c')).toBe('<a href="https://a.example/?b=1&amp;c&amp;utm_source=a">x</a>');
  });

  it('leaves our own pages as they are, and gives an address without quotes its own', () => {
    const html = '<a href="https://us.example/u/x">x</a><a href=https://a.example/>y</a>';
    const cut = cutLinks(html, 'html', { ...ways, utm: { source: 'a' }, tracked: new Map() }, null);
    expect(fillLinks(cut, {}, 'html', () => '')).toBe(
      '<a href="https://us.example/u/x">x</a><a href="https://a.example/?utm_source=a">y</a>',
    );
  });
});
