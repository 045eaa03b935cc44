/** Both languages say the same things: the same keys, placeholders and tags, and every message can be formatted. */
import { createTranslator } from 'next-intl';
import { describe, expect, test } from 'vitest';
import { chooseLocale, type Locale } from '@/app/i18n/locales';
import { MESSAGES } from '@/app/i18n/messages';

type Tree = { [key: string]: string | Tree };

function flatten(tree: Tree, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[`${prefix}${key}`, value] as const] : [...flatten(value, `${prefix}${key}.`)],
    ),
  );
}

/** What a message asks for: values by name, tags as functions. Found by formatting it until nothing is missing. */
function needs(locale: Locale, message: string): Record<string, unknown> {
  const values: Record<string, never> = {};
  for (let round = 0; round < 20; round++) {
    const faults: string[] = [];
    const t = createTranslator({
      locale,
      messages: { message },
      timeZone: 'Asia/Jakarta',
      onError: (error) => faults.push(error.message),
    });
    t.markup('message', values);
    if (faults.length === 0)
      return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value]));
    const [, value, tag] =
      /variable "(\w+)" was not provided|value for "(\w+)" must be of type function/i.exec(faults.join()) ?? [];
    if (value) Object.assign(values, { [value]: 2 });
    else if (tag) Object.assign(values, { [tag]: String });
    else throw new Error(`${message}: ${faults.join()}`);
  }
  throw new Error(`${message}: too many placeholders`);
}

const flat = { en: flatten(MESSAGES.en), id: flatten(MESSAGES.id) };

describe('messages', () => {
  test('have the same keys in every language', () => {
    expect([...flat.id.keys()].sort()).toEqual([...flat.en.keys()].sort());
  });

  test.each([...flat.en.keys()])('%s needs the same values and tags in every language', (key) => {
    expect(needs('id', flat.id.get(key) ?? '')).toEqual(needs('en', flat.en.get(key) ?? ''));
  });
});

describe('the language', () => {
  test.each([
    ['id', null, 'id'],
    [undefined, 'id-ID,id;q=0.9,en;q=0.8', 'id'],
    [undefined, 'in-ID', 'id'],
    [undefined, 'id, en', 'id'],
    [undefined, 'en, id', 'en'],
    [undefined, 'ID;Q=1, en;q=x', 'id'],
    [undefined, 'id;q=, constructor', 'en'],
    [undefined, 'en;q=0.4, id;q=0.7', 'id'],
    [undefined, 'fr, id;q=0, en;q=0.1', 'en'],
    [undefined, 'fr', 'en'],
    ['xx', 'id', 'id'],
    ['en', 'id', 'en'],
    [undefined, null, 'en'],
  ] as const)('cookie %s and Accept-Language %s give %s', (cookie, header, expected) => {
    expect(chooseLocale(cookie, header)).toBe(expected);
  });
});
