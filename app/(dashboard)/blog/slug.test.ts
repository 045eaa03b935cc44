import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SLUG_MAX, slugOf, typedSlug } from './slug';

const PATTERN = /^[a-z0-9][a-z0-9-]*$/;

describe('slugOf', () => {
  it.each([
    ['Kenapa kopi Gayo terasa manis?', 'kenapa-kopi-gayo-terasa-manis'],
    ['  Jum’at Berkah — diskon 50%  ', 'jumat-berkah-diskon-50'],
    ["Jum'at, don't, rock'n'roll", 'jumat-dont-rocknroll'],
    ['Café Crème brûlée', 'cafe-creme-brulee'],
    ['Çay, Şeker, Iğdır, ılık', 'cay-seker-igdir-ilik'],
    ['Straße, Æble, Øl, Łódź, Đà Nẵng', 'strasse-aeble-ol-lodz-da-nang'],
    ['Paket Rp1.250.000 & 1,5 kg', 'paket-rp1250000-1-5-kg'],
    ['Versi 2.0: 3/4 cangkir', 'versi-2-0-3-4-cangkir'],
    ['Кофе из Гайо', 'kofe-iz-gayo'],
    ['Ёлка и йога', 'elka-i-yoga'],
    ['Καφές στην Αθήνα', 'kafes-stin-athina'],
    ['ＫＯＰＩ ﬁlter ½', 'kopi-filter-1-2'],
    ['Kopi 咖啡 Nusantara', 'kopi-nusantara'],
    ['☕️ Ngopi yuk! 🇮🇩', 'ngopi-yuk'],
    ['咖啡', ''],
    ['…!?', ''],
    ['', ''],
  ])('%j is %j', (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });

  it('ends at a word when the title is too long', () => {
    const slug = slugOf('kopi '.repeat(40));
    expect(slug).toBe('kopi-'.repeat(32).slice(0, -1));
    expect(slugOf('x'.repeat(300))).toBe('x'.repeat(SLUG_MAX));
    expect(slugOf(`${'x'.repeat(SLUG_MAX)} y`)).toBe('x'.repeat(SLUG_MAX));
  });

  it('always fits the rule of the contract, and is its own slug', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.string({ unit: 'binary', maxLength: 300 })),
        (title) => {
          const slug = slugOf(title);
          if (slug !== '') expect(slug).toMatch(PATTERN);
          expect(slug.length).toBeLessThanOrEqual(SLUG_MAX);
          expect(slug).not.toMatch(/--|-$/);
          expect(slugOf(slug)).toBe(slug);
        },
      ),
    );
  });
});

describe('typedSlug', () => {
  it('lets a hyphen and a space be typed on from, and nothing else', () => {
    expect(typedSlug('kopi-')).toBe('kopi-');
    expect(typedSlug('kopi ')).toBe('kopi-');
    expect(typedSlug('kopi--')).toBe('kopi-');
    expect(typedSlug('Kopi-G')).toBe('kopi-g');
    expect(typedSlug('-')).toBe('');
    expect(typedSlug('é')).toBe('e');
  });
});
