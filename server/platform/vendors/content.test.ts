import { expect, it } from 'vitest';
import { FAMILIES } from '@/server/platform/vendors/provider-ids';
import { readContent } from '@/server/platform/vendors/content';

it('has the known keys as texts; what is something else counts as missing, and unknown keys stay', () => {
  expect(readContent('email', { subject: 's', html: 7, text: ['t'], extra: { a: 1 } })).toEqual({
    subject: 's',
    extra: { a: 1 },
  });
  expect(readContent('whatsapp', { text: 7, template: { name: 'sale' }, contentVariables: [1] })).toEqual({
    template: { name: 'sale' },
    contentVariables: [1],
  });
});

it('is any object for a webhook, as it is', () => {
  const stored = { sale: { percent: 50 }, text: 7, subject: null };
  expect(readContent('webhook', stored)).toEqual(stored);
});

it.each(FAMILIES)('of %s is nothing where there is no object', (family) => {
  for (const stored of [undefined, null, 'text', 7, ['text']]) expect(readContent(family, stored)).toBeUndefined();
});
