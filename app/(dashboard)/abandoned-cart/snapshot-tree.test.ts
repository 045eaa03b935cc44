import { expect, it } from 'vitest';
import { treeOf, wordsOf } from './snapshot-tree';

it('names are written in words', () => {
  expect(['utm_source', 'lineItems', 'SKU', 'productID', 'Alamat pengiriman', 'x', '__'].map(wordsOf)).toEqual([
    'Utm source',
    'Line items',
    'SKU',
    'Product ID',
    'Alamat pengiriman',
    'X',
    '__',
  ]);
});

it('records and lists are indented, lists of words are one line', () => {
  expect(
    treeOf({ tags: ['kopi', 'baru'], note: null, empty: {}, address: { city: 'Bandung', rooms: [{ floor: 2 }] } }, 100),
  ).toEqual({
    entries: [
      { label: 'Tags', value: 'kopi, baru' },
      { label: 'Note', value: null },
      { label: 'Empty', value: null },
      {
        label: 'Address',
        below: [
          { label: 'City', value: 'Bandung' },
          { label: 'Rooms', below: [{ label: '1', below: [{ label: 'Floor', value: 2 }] }] },
        ],
      },
    ],
    cut: false,
  });
});

it('stops at the limit and says so', () => {
  const { entries, cut } = treeOf({ a: [{ b: 1 }, { b: 2 }, { b: 3 }], c: 4 }, 2);
  expect(cut).toBe(true);
  expect(entries).toEqual([
    {
      label: 'A',
      below: [
        { label: '1', below: [{ label: 'B', value: 1 }] },
        { label: '2', below: [{ label: 'B', value: 2 }] },
      ],
    },
  ]);
});
