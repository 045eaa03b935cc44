import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cutText,
  fillIn,
  MERGE_TAGS,
  tagsIn,
  type MergeValues,
  type TextKind,
} from '@/server/platform/email/merge-tags';
import { expectLinear } from '@/server/testing/cost';

const filled = (text: string, values: MergeValues, as: TextKind = 'html'): string =>
  fillIn(cutText(text, as), values, as);

describe('merge tags', () => {
  it.each([
    ['Hi {firstName}', { firstName: 'Sari' }, 'Hi Sari'],
    ['Hi {firstName|friend}', {}, 'Hi friend'],
    ['Hi {firstName}!', {}, 'Hi !'],
    ['{firstName} {lastName}', { firstName: 'A', lastName: 'B' }, 'A B'],
    ['p { color: red } {unknown}', {}, 'p { color: red } {unknown}'],
    ['{firstName}', { firstName: '<b>&"' }, '&lt;b&gt;&amp;&quot;'],
    ['{firstName}', { firstName: 'a\r\nBcc: b' }, 'a Bcc: b'],
    [
      '<a href="{cartUrl}">',
      { cartUrl: 'https://shop.example/c?a=1&b=2' },
      '<a href="https://shop.example/c?a=1&amp;b=2">',
    ],
    [
      '<a href="{cartUrl|https://shop.example/}">',
      { cartUrl: 'javascript:alert(1)' },
      '<a href="https://shop.example/">',
    ],
  ])('%s with %j', (text, values, expected) => {
    expect(filled(text, values)).toBe(expected);
  });

  it.each(MERGE_TAGS)('{%s} at the beginning of an address is filled with nothing but an http address', (tag) => {
    for (const before of ['<a href="', "<a href='", '<a HREF = "', '<img src="', '<a href=']) {
      expect(filled(`${before}{${tag}}`, { [tag]: 'javascript:alert(1)' })).toBe(before);
      expect(filled(`${before}{${tag}|https://shop.example}`, { [tag]: 'data:text/html,x' })).toBe(
        `${before}https://shop.example`,
      );
      expect(filled(`${before}{${tag}}`, { [tag]: 'https://shop.example/x' })).toBe(`${before}https://shop.example/x`);
    }
  });

  it('in plain text are not escaped', () => {
    expect(filled('{firstName}', { firstName: 'A & B' }, 'text')).toBe('A & B');
  });

  describe('are written by where they stand', () => {
    /** Names as forms let them in: what is odd in addresses, attributes, JSON and headers. */
    const name = fc
      .oneof(
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.string({ unit: fc.constantFrom(...Array.from('a&=?#%+/\\"\'<>{}()| \r\n;:@,!*é🙏')), maxLength: 20 }),
      )
      .map((text) =>
        text
          .replace(/[\u0000-\u001f\u007f]+/g, ' ')
          .replace(/\p{Surrogate}/gu, '\ufffd')
          .trim(),
      )
      .filter((text) => text !== '' && text !== '.' && text !== '..');
    const decoded = (html: string): string =>
      html.replace(/&#(\d+);|&(amp|lt|gt|quot);/g, (_, code: string | undefined, word: string) =>
        code === undefined ? { amp: '&', lt: '<', gt: '>', quot: '"' }[word]! : String.fromCharCode(Number(code)),
      );
    const ADDRESS = 'https://shop.example/for/{firstName}/p?name={firstName}&page=1#at-{firstName}';
    const holdsName = (address: string, is: string): void => {
      const url = new URL(address);
      expect([url.origin, [...url.searchParams.keys()]]).toEqual(['https://shop.example', ['name', 'page']]);
      expect(url.searchParams.get('name')).toBe(is);
      expect(url.pathname.split('/').map(decodeURIComponent)).toEqual(['', 'for', is, 'p']);
      expect(decodeURIComponent(url.hash)).toBe(`#at-${is}`);
    };

    it('percent-encoded inside an address, whatever the text is', () => {
      fc.assert(
        fc.property(name, (is) => {
          const values = { firstName: is };
          holdsName(filled(ADDRESS, values, 'url'), is);
          const [, inWords = ''] = /^Halo! (\S+) sampai besok$/.exec(
            filled(`Halo! ${ADDRESS} sampai besok`, values, 'text'),
          )!;
          holdsName(inWords, is);
          for (const quote of ['"', "'", '']) {
            const html = filled(
              `<p>x</p><a class="b" href=${quote}${ADDRESS.replaceAll('&', '&amp;')}${quote} id=i>y</a>`,
              values,
            );
            const [, written = ''] = /^<p>x<\/p><a class="b" href=(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)) id=i>y<\/a>$/
              .exec(html)!
              .filter((each) => (each as string | undefined) !== undefined);
            holdsName(decoded(written), is);
          }
        }),
      );
    });

    it('escaped in HTML, quoted in JSON, one word in an attribute without quotes', () => {
      fc.assert(
        fc.property(name, (is) => {
          const values = { firstName: is };
          const [, words = ''] = /^<b>([^<>]*)<\/b>$/.exec(filled('<b>{firstName}</b>', values))!;
          expect(decoded(words)).toBe(is);
          const [, quoted = ''] = /^<img alt="([^"<>]*)" src="x">$/.exec(
            filled('<img alt="{firstName}" src="x">', values),
          )!;
          expect(decoded(quoted)).toBe(is);
          const [, bare = ''] = /^<img alt=([^\s"<>]*) src="x">$/.exec(
            filled('<img alt={firstName} src="x">', values),
          )!;
          expect(decoded(bare)).toBe(is);
          const json = JSON.stringify({ 1: 'Halo {firstName}', 2: 'x' });
          expect(JSON.parse(filled(json, values, 'json'))).toEqual({ 1: `Halo ${is}`, 2: 'x' });
        }),
      );
    });

    it.each(['http://a.example/x', 'https://a.example/x?y=1&z=2', 'mailto:a@b.example', 'tel:+62812'])(
      'as they are where they are the whole address: %s',
      (address) => {
        expect(filled('{cartUrl}', { cartUrl: address }, 'url')).toBe(address);
        expect(filled('Lihat {cartUrl} ya', { cartUrl: address }, 'text')).toBe(`Lihat ${address} ya`);
        expect(decoded(filled('<a href="{firstName}">', { firstName: address }))).toBe(`<a href="${address}">`);
        expect(filled('https://r.example/?to={cartUrl}', { cartUrl: address }, 'text')).toBe(
          `https://r.example/?to=${encodeURIComponent(address)}`,
        );
      },
    );

    it.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://a.example', 'Sari', 'mailto:', '//a.example'])(
      'not at all where they are the whole address and no address: %s',
      (value) => {
        expect(filled('{firstName|https://shop.example}', { firstName: value }, 'url')).toBe('https://shop.example');
        expect(filled(`<a style="background:url('{firstName}')">`, { firstName: value })).toBe(
          `<a style="background:url('')">`,
        );
      },
    );
  });

  it('never let a value open a tag or leave an attribute', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...MERGE_TAGS), (value, tag) => {
        expect(filled(`<a title="{${tag}}">`, { [tag]: value })).toMatch(/^<a title="[^"<>]*">$/);
      }),
    );
  });

  it('take a value for missing that is longer than any name or address', () => {
    const address = 'https://shop.example/'.padEnd(2_048, 'x');
    expect(filled('{cartUrl|none}', { cartUrl: address })).toBe(address);
    expect(filled('{cartUrl|none}', { cartUrl: `${address}x` })).toBe('none');
  });

  it('do not make a text gigabytes long, and give the rest of the tags their fallback', () => {
    const many = filled('{firstName|friend} '.repeat(25_000), { firstName: '&'.repeat(2_000) });
    expect(many.length).toBeLessThan(1_500_000);
    expect(many).toMatch(/^(?:&amp;){2000} /);
    expect(many.endsWith('friend friend ')).toBe(true);
  });

  it.each(['href=', 'href= "', ' ', '{', '{firstName|'])('are cut in one walk, also in megabytes of %j', (piece) => {
    for (const head of ['', '<a href='])
      expectLinear(
        (text) => expect(filled(`${head}${text}x {firstName}`, { firstName: 'Sari' }).endsWith('Sari')).toBe(true),
        piece,
        1_000_000,
      );
  });

  it('are found with and without a fallback, known and unknown, once each', () => {
    expect(tagsIn({ subject: '{firstName} {nope}', deep: [{ text: '{cartUrl|x} {firstName|y}' }] })).toEqual({
      known: ['firstName', 'cartUrl'],
      unknown: ['nope'],
    });
  });
});
