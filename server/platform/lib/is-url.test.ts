import { expect, it } from 'vitest';
import { isUrl } from '@/server/platform/lib/is-url';

it('takes a host beyond ASCII however often it is asked', () => {
  let refused = 0;
  for (let times = 0; times < 50_000; times++) if (!isUrl('https://bücher.example/')) refused++;
  expect(refused).toBe(0);
});

it('refuses what is no address, and reads one beside its base', () => {
  expect(['https://', 'kopi', '/path'].map((text) => isUrl(text))).toEqual([false, false, false]);
  expect(isUrl('/path', 'https://toko.example')).toBe(true);
});
