import { expect, test } from 'vitest';
import { safeNext, signInPath } from '@/components/shell/sign-in-path';

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '',
  '/a b',
  '/a\\b',
  null,
  undefined,
])('%s leads to Home', (next) => {
  expect(safeNext(next)).toBe('/');
});

test('a path of ours is kept, query and all', () => {
  expect(safeNext('/discount-codes?q=a%20b')).toBe('/discount-codes?q=a%20b');
  expect(signInPath('/discount-codes?q=1')).toBe('/sign-in?next=%2Fdiscount-codes%3Fq%3D1');
  expect(signInPath('/')).toBe('/sign-in');
});
