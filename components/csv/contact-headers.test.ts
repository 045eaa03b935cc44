import { expect, test } from 'vitest';
import { SUBSCRIPTION_FAMILIES } from '@/components/csv/contact-headers';
import { FAMILIES } from '@/server/providers/catalog';

test('every family that a contact can be subscribed to has a column', () => {
  expect([...SUBSCRIPTION_FAMILIES].sort()).toEqual([...FAMILIES, 'ads'].sort());
});
