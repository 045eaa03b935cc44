import { describe, expect, it } from 'vitest';
import { smsParts } from './sms-parts';

describe('the parts of an SMS', () => {
  it.each([
    ['', { characters: 0, parts: 0, unicode: false }],
    ['Halo', { characters: 4, parts: 1, unicode: false }],
    ['a'.repeat(160), { characters: 160, parts: 1, unicode: false }],
    ['a'.repeat(161), { characters: 161, parts: 2, unicode: false }],
    ['a'.repeat(306), { characters: 306, parts: 2, unicode: false }],
    ['a'.repeat(307), { characters: 307, parts: 3, unicode: false }],
    ['€'.repeat(80), { characters: 160, parts: 1, unicode: false }],
    ['€'.repeat(81), { characters: 162, parts: 2, unicode: false }],
    ['“', { characters: 1, parts: 1, unicode: true }],
    ['é'.repeat(160), { characters: 160, parts: 1, unicode: false }],
    ['ê'.repeat(70), { characters: 70, parts: 1, unicode: true }],
    ['ê'.repeat(71), { characters: 71, parts: 2, unicode: true }],
    ['☕'.repeat(35) + '🎉'.repeat(18), { characters: 71, parts: 2, unicode: true }],
  ])('%j', (text, expected) => {
    expect(smsParts(text)).toEqual(expected);
  });
});
