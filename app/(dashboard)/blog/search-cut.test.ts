import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutToRoom } from './search-cut';

/** Every letter is ten wide. */
const widthOf = (text: string): number => Array.from(text).length * 10;

it('leaves what fits as it is, in one line', () => {
  expect(cutToRoom('Kopi  Gayo\nmanis', 150, widthOf)).toBe('Kopi Gayo manis');
});

it('cuts at a word', () => {
  expect(cutToRoom('Kopi Gayo manis', 149, widthOf)).toBe('Kopi Gayo …');
  expect(cutToRoom('Kopi Gayo manis', 110, widthOf)).toBe('Kopi Gayo …');
  expect(cutToRoom('Kopi Gayo manis', 109, widthOf)).toBe('Kopi …');
});

it('cuts a word that is longer than the room, and no letter in two', () => {
  expect(cutToRoom('Kopinusantara', 80, widthOf)).toBe('Kopinu …');
  expect(cutToRoom('☕☕☕☕☕☕', 50, widthOf)).toBe('☕☕☕ …');
});

it('never shows more than there is room for', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), fc.integer({ min: 40, max: 600 }), (text, room) => {
      const cut = cutToRoom(text, room, widthOf);
      expect(widthOf(cut) <= room || Array.from(cut).length <= 3).toBe(true);
      expect(text.replace(/\s+/g, ' ').trim().startsWith(cut.replace(/ …$/, ''))).toBe(true);
    }),
  );
});
