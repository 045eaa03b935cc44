import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText, fillIn, MERGE_TAGS, tagsIn, type MergeValues } from '@/server/email/merge-tags';

const filled = (text: string, values: MergeValues, as: 'html' | 'text' = 'html'): string =>
  fillIn(cutText(text), values, as);

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
    const text = `${piece.repeat(1_000_000 / piece.length)}x {firstName}`;
    const spaces = `<a href=${' '.repeat(500_000)}x{firstName}`;
    const begun = performance.now();
    for (const each of [text, spaces]) expect(filled(each, { firstName: 'Sari' }).endsWith('Sari')).toBe(true);
    expect(performance.now() - begun).toBeLessThan(2_000);
  });

  it('are found with and without a fallback, known and unknown, once each', () => {
    expect(tagsIn({ subject: '{firstName} {nope}', deep: [{ text: '{cartUrl|x} {firstName|y}' }] })).toEqual({
      known: ['firstName', 'cartUrl'],
      unknown: ['nope'],
    });
  });
});
