/** Phones however people write them, against libphonenumber's own examples (docs/contract/contacts.md#identity). */
import fc from 'fast-check';
import { getCountryCallingCode, type CountryCode } from 'libphonenumber-js/min';
import examples from 'libphonenumber-js/examples.mobile.json';
import { expect, it } from 'vitest';
import { toE164 } from '@/server/platform/lib/phone';

const COUNTRIES: readonly CountryCode[] = [
  ...(['ID', 'MY', 'SG', 'TH', 'VN', 'PH', 'JP', 'KR', 'CN', 'IN', 'AU', 'DE', 'NL', 'FR', 'GB', 'IT', 'CI'] as const),
  ...(['BR', 'ZA', 'AE', 'ES', 'US'] as const),
];
/** Countries whose national numbers are written with a 0 before them, which is no part of the number. */
const TRUNK_ZERO: ReadonlySet<CountryCode> = new Set<CountryCode>([
  'ID',
  'MY',
  'TH',
  'VN',
  'PH',
  'JP',
  'KR',
  'IN',
  'AU',
  'DE',
  'NL',
  'FR',
  'GB',
  'ZA',
  'AE',
]);

const separator = fc.constantFrom('', '', '', ' ', '-', '.', '\u00A0', '\u2011', '/');
const unseen = fc.constantFrom('', ' ', '\u200B', '\uFEFF', '\t');
const fullWidth = (text: string): string =>
  text.replace(/[0-9]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));

/** One example in a spelling, with the number that it is. */
const spelling = fc
  .constantFrom(...COUNTRIES)
  .chain((country) =>
    fc.record({
      country: fc.constant(country),
      form: fc.constantFrom(
        'plus',
        'zeros',
        'national',
        ...(TRUNK_ZERO.has(country) ? (['trunk', 'both', 'code'] as const) : []),
      ),
      separators: fc.array(separator, { minLength: 24, maxLength: 24 }),
      before: unseen,
      after: unseen,
      isWide: fc.boolean(),
    }),
  )
  .map(({ country, form, separators, before, after, isWide }) => {
    const [code, national] = [getCountryCallingCode(country), examples[country]];
    const digits = Array.from(national, (digit, at) => `${at === 0 ? '' : (separators[at] ?? '')}${digit}`).join('');
    const spellings = {
      plus: `+${code} ${digits}`,
      zeros: `00${separators[20]}${code} ${digits}`,
      national: digits,
      trunk: `0${digits}`,
      both: `+${code} (0)${digits}`,
      code: `${code} ${digits}`,
    };
    const text = spellings[form];
    return { country, typed: before + (isWide ? fullWidth(text) : text) + after, number: `+${code}${national}` };
  });

it('are the number, however it is written', () => {
  fc.assert(
    fc.property(spelling, ({ country, typed, number }) => {
      expect(toE164(typed, country)).toBe(number);
    }),
    { numRuns: 3_000 },
  );
});

it('are never more than 15 digits, and have no zero behind a country code that has none', () => {
  const typed = fc.string({ unit: fc.constantFrom(...Array.from('0123456789+ -()')), minLength: 4, maxLength: 30 });
  fc.assert(
    fc.property(typed, fc.constantFrom(...COUNTRIES), (phone, country) => {
      const number = toE164(phone, country);
      if (number === null) return;
      expect(number).toMatch(/^\+[1-9][0-9]{3,14}$/);
      // What was read is read the same wherever it is.
      expect(toE164(number, 'ID')).toBe(number);
      if (number.startsWith('+62')) expect(number).not.toMatch(/^\+620/);
    }),
    { numRuns: 3_000 },
  );
});

it.each([
  ['0062 812 3456 7890', '+6281234567890'],
  ['00628123456789', '+628123456789'],
  ['+62 0812 3456 7890', '+6281234567890'],
  ['tel:+6281234567890', '+6281234567890'],
  ['62 21 5551234', '+62215551234'],
  ['62-361-555123', '+62361555123'],
  ['62622 555123', '+62622555123'],
  ['0622 555123', '+62622555123'],
  ['021 5551234', '+62215551234'],
  ['08123456789012345', null],
  ['+62 00812 345 678', null],
  ['001 62 812 3456 7890', null],
])('in Indonesia, %s', (typed, number) => {
  expect(toE164(typed, 'ID')).toBe(number);
});

it.each([
  ['+52 1 55 1234 5678', '+525512345678'],
  ['+52 55 1234 5678', '+525512345678'],
  ['+55 31 9876 5432', '+5531998765432'],
  ['+55 31 99876 5432', '+5531998765432'],
  ['+55 31 3876 5432', '+553138765432'],
])('of Mexico and Brazil have the form of today, %s', (typed, number) => {
  expect(toE164(typed, 'ID')).toBe(number);
});
