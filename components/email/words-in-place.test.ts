/** Words of a block document by their place in it. */
import { describe, expect, it } from 'vitest';
import { finished } from '@/components/email/document-faults';
import { blockAt, withWords, wordsOf } from '@/components/email/words-in-place';
import { blockDocument, type BlockDocument } from '@/server/platform/email/blocks-schema';

const DOCUMENT: BlockDocument = {
  subject: 's',
  blocks: [
    { kind: 'text', body: '' },
    { kind: 'hero', title: 'Judul', subtitle: null },
    {
      kind: 'columns',
      columns: [
        {
          blocks: [
            { kind: 'cta', label: '', url: '' },
            { kind: 'cta', label: 'Lihat', url: 'https://toko.example' },
          ],
        },
        { blocks: [] },
      ],
    },
    { kind: 'image', src: 'https://toko.example/a.png', alt: '' },
  ],
};
const LABEL = { path: 'blocks.2.columns.0.blocks.1', field: 'label' } as const;

describe('words in place', () => {
  it('are read and written where they stand, and nothing else changes', () => {
    expect(wordsOf(DOCUMENT, LABEL)).toBe('Lihat');
    const next = withWords(DOCUMENT, LABEL, 'Buka');
    expect(wordsOf(next, LABEL)).toBe('Buka');
    expect(withWords(next, LABEL, 'Lihat')).toEqual(DOCUMENT);
    expect(
      wordsOf(withWords(DOCUMENT, { path: 'blocks.1', field: 'subtitle' }, 'Baru'), {
        path: 'blocks.1',
        field: 'subtitle',
      }),
    ).toBe('Baru');
    expect(wordsOf(DOCUMENT, { path: 'blocks.1', field: 'subtitle' })).toBe('');
  });

  it.each([
    ['a block that has gone', { path: 'blocks.9', field: 'title' }],
    ['a block that became another', { path: 'blocks.3', field: 'title' }],
    ['a column that has gone', { path: 'blocks.2.columns.1.blocks.0', field: 'label' }],
    ['the columns themselves', { path: 'blocks.2', field: 'title' }],
  ] as const)('of %s are left alone', (_, words) => {
    expect(withWords(DOCUMENT, words, 'x')).toBe(DOCUMENT);
    expect(wordsOf(DOCUMENT, words)).toBe('');
  });
});

describe('the finished part', () => {
  it('can be compiled, and knows where each of its blocks stood', () => {
    const { document, places } = finished(DOCUMENT);
    expect(blockDocument.safeParse(document).success).toBe(true);
    expect(places).toEqual({
      'blocks.0': 'blocks.1',
      'blocks.1': 'blocks.2',
      'blocks.1.columns.0.blocks.0': 'blocks.2.columns.0.blocks.1',
      'blocks.2': 'blocks.3',
    });
    for (const [here, there] of Object.entries(places))
      if (!there.endsWith('blocks.2')) expect(blockAt(document, here)).toEqual(blockAt(DOCUMENT, there));
  });

  it('of a finished document is all of it, each block where it stands', () => {
    const whole = { ...DOCUMENT, blocks: DOCUMENT.blocks.filter(({ kind }) => kind === 'hero' || kind === 'image') };
    const { document, places } = finished(whole);
    expect(document.blocks).toEqual(whole.blocks);
    expect(places).toEqual({ 'blocks.0': 'blocks.0', 'blocks.1': 'blocks.1' });
  });
});
