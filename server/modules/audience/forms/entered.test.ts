/** What is entered into a form, and what the service signs for one (docs/contract/forms.md#sending, #robots). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Language } from '@/server/platform/lib/language';
import { enteredIn, nameOf } from '@/server/modules/audience/forms/entered';
import type { Consents, FormField } from '@/server/modules/audience/forms/schema';
import { confirmUrl, readConfirmToken, readStamp, stampOf } from '@/server/modules/audience/forms/tokens';
import type { AttributeType } from '@/server/modules/audience/forms/vocabulary';

const attribute = (type: AttributeType, required = false): FormField => ({
  field: 'attribute',
  key: 'a',
  label: 'A',
  type,
  required,
  options: type === 'choice' ? ['light', 'dark'] : [],
});
const EMAIL: FormField = { field: 'email', label: null, required: true };
const read = (type: AttributeType, value: string, language: Language = 'en') =>
  enteredIn(
    { fields: [EMAIL, attribute(type)], consents: { email: 'Yes.' } },
    { email: 'sari@example.com', 'attribute.a': value },
    language,
  );

describe('what is entered', () => {
  it.each([
    ['number', '2,5', 2.5],
    ['number', '-10', -10],
    ['date', '2024-02-29', '2024-02-29'],
    ['choice', 'dark', 'dark'],
    ['boolean', '1', true],
    ['boolean', '', false],
    ['text', '  a\u0000b\n ', 'a b'],
  ] as const)('of a %s: %j is %j', (type, sent, value) => {
    const { fields, faults } = read(type, sent);
    expect(faults).toEqual({});
    expect(fields.attributes).toEqual({ a: value });
  });

  it.each([
    ['number', '1.250'],
    ['number', '1e5'],
    ['number', 'NaN'],
    ['date', '2023-02-29'],
    ['date', '29/02/2024'],
    ['choice', 'Dark'],
    ['text', 'x'.repeat(1_001)],
  ] as const)('of a %s: %j is refused', (type, sent) => {
    expect(read(type, sent).faults).toEqual({ 'attribute.a': type === 'text' ? 'long' : type });
  });

  it('of a number goes by the language of who enters it', () => {
    expect(read('number', '1.250', 'id').fields.attributes).toEqual({ a: 1250 });
    expect(read('number', '1,250', 'en').fields.attributes).toEqual({ a: 1250 });
    expect(read('number', '1,250', 'id').faults).toEqual({ 'attribute.a': 'number' });
  });

  it('takes every number and day that there is, and gives it back', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), fc.integer({ min: 0, max: 99 }), (whole, cents) => {
        const written = `${whole},${String(cents).padStart(2, '0')}`;
        expect(read('number', written).fields.attributes).toEqual({ a: Number(written.replace(',', '.')) });
      }),
    );
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
        (date) => {
          const day = date.toISOString().slice(0, 10);
          expect(read('date', day)).toMatchObject({ faults: {}, fields: { attributes: { a: day } } });
        },
      ),
    );
  });

  it('is refused or fits the form, whatever is sent', () => {
    const types = ['text', 'number', 'date', 'boolean', 'choice'] as const;
    const fields = fc
      .uniqueArray(fc.constantFrom('phone', 'firstName', 'lastName'), { maxLength: 3 })
      .chain((own) =>
        fc
          .option(fc.constantFrom(...types))
          .map((type): FormField[] => [
            EMAIL,
            ...own.map((field) => ({ field, label: null, required: false })),
            ...(type === null ? [] : [attribute(type, true)]),
          ]),
      );
    const consents: fc.Arbitrary<Consents> = fc.constantFrom(
      { email: 'E' },
      { email: 'E', sms: 'S' },
      { whatsapp: 'W' },
    );
    const sent = fc.dictionary(
      fc.constantFrom(
        'email',
        'phone',
        'firstName',
        'attribute.a',
        'consent.email',
        'consent.sms',
        'stamp',
        'subscriptions',
        '__proto__',
      ),
      fc.oneof(fc.string(), fc.constantFrom('sari@example.com', '0812 3456 7890', '1')),
    );
    fc.assert(
      fc.property(fields, consents, sent, (asked, offered, given) => {
        const {
          fields: entered,
          consents: agreed,
          faults,
        } = enteredIn({ fields: asked, consents: offered }, given, 'id');
        const known = new Set(['email', 'phone', 'firstName', 'lastName', 'attributes']);
        for (const name of Object.keys(entered)) expect(known).toContain(name);
        for (const family of Object.keys(agreed)) expect(offered).toHaveProperty(family);
        for (const name of Object.keys(faults)) expect([...asked.map(nameOf), 'phone', 'consent']).toContain(name);
        if (Object.keys(faults).length > 0) return;
        expect(entered.email).toBe('sari@example.com');
        expect(Object.keys(agreed).length).toBeGreaterThan(0);
        if ('sms' in agreed || 'whatsapp' in agreed) expect(entered.phone).toBe('0812 3456 7890');
      }),
      { numRuns: 500 },
    );
  });
});

describe('what is signed', () => {
  const SECRETS = ['present-secret-of-a-test', 'previous-secret-of-a-test'] as const;
  const now = new Date('2026-11-26T12:00:00Z');

  it('is read with this secret and the one before, and by nobody else', () => {
    for (const secret of SECRETS) {
      const stamp = stampOf([secret], 'cform', now);
      expect(readStamp(SECRETS, 'cform', stamp)?.shownAt).toEqual(now);
      expect(readStamp(SECRETS, 'cother', stamp)).toBeNull();
      expect(readStamp(['another-secret-of-a-test'], 'cform', stamp)).toBeNull();
    }
    const link = { accountId: 'cshop', submissionId: 'csent' };
    const url = confirmUrl({ baseUrl: 'https://laris.example', appSecrets: [SECRETS[1]] }, link);
    const token = url.slice('https://laris.example/o/'.length);
    expect(readConfirmToken(SECRETS, token)).toEqual(link);
    expect(readConfirmToken([SECRETS[0]], token)).toBeNull();
  });

  it('is refused once a letter of it is another', () => {
    const stamp = stampOf([SECRETS[0]], 'cform', now);
    const at = fc.integer({ min: 0, max: stamp.length - 1 });
    fc.assert(
      fc.property(at, fc.constantFrom(...'abcXYZ019-_.'.split('')), (place, letter) => {
        const changed = stamp.slice(0, place) + letter + stamp.slice(place + 1);
        if (changed !== stamp) expect(readStamp(SECRETS, 'cform', changed)).toBeNull();
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => readStamp(SECRETS, 'cform', text) === null));
  });
});
