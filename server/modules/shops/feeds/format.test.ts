/** The feed's ETag follows from how products are written, as long as the specimens take every way through the mapping. */
import { expect, it } from 'vitest';
import { FORMAT, specimenDocument } from '@/server/modules/shops/feeds/document';
import { ITEM_COLUMNS, itemOf, SPECIMENS } from '@/server/modules/shops/feeds/item';
import { ELEMENTS } from '@/server/modules/shops/feeds/vocabulary';

const SETTING = {
  storefront: 'https://shop.example/s/specimen',
  defaultProductCategory: 'Category of the feed',
  categoryRules: [],
};

it('has every element in the document of the specimens', () => {
  const document = specimenDocument();
  for (const element of Object.values(ELEMENTS)) expect(document).toContain(`<${element}>`);
  expect(FORMAT).toMatch(/^[\w-]{10}$/);
});

it.each(ITEM_COLUMNS)('would be another document without the column %s', (column) => {
  const [full, bare] = SPECIMENS;
  if (full === undefined || bare === undefined) throw new Error('There are two specimens.');
  expect(itemOf({ ...full, [column]: bare[column] }, SETTING)).not.toEqual(itemOf(full, SETTING));
});
