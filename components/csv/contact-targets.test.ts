import { expect, test } from 'vitest';
import { SUBSCRIPTION_FAMILIES } from '@/components/csv/contact-targets';
import { FAMILIES } from '@/server/platform/vendors/provider-ids';

test('every family that a contact can be subscribed to has a column', () => {
  expect([...SUBSCRIPTION_FAMILIES].sort()).toEqual([...FAMILIES, 'ads'].sort());
});
