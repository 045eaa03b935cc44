import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { block, edited, lines, link, newLine, wrap, type Edit, type Selected } from './markdown-edit';

/** `kopi [Gayo] manis`: what is chosen stands in brackets that are not part of the text; `|` is a caret. */
function selected(drawn: string): Selected {
  const caret = drawn.indexOf('|');
  if (caret !== -1) return { text: drawn.replace('|', ''), start: caret, end: caret };
  const start = drawn.indexOf('⟦');
  return { text: drawn.replace(/[⟦⟧]/g, ''), start, end: drawn.indexOf('⟧') - 1 };
}
function drawn({ text }: Selected, edit: Edit): string {
  const after = edited(text, edit);
  return edit.start === edit.end
    ? `${after.slice(0, edit.start)}|${after.slice(edit.start)}`
    : `${after.slice(0, edit.start)}⟦${after.slice(edit.start, edit.end)}⟧${after.slice(edit.end)}`;
}
const check = (before: string, act: (from: Selected) => Edit | null): string | null => {
  const from = selected(before);
  const edit = act(from);
  return edit === null ? null : drawn(from, edit);
};

describe('wrap', () => {
  it.each([
    ['kopi ⟦Gayo⟧ manis', 'kopi **⟦Gayo⟧** manis'],
    ['kopi ⟦Gayo ⟧manis', 'kopi **⟦Gayo⟧** manis'],
    ['kopi **⟦Gayo⟧** manis', 'kopi ⟦Gayo⟧ manis'],
    ['kopi ⟦**Gayo**⟧ manis', 'kopi ⟦Gayo⟧ manis'],
    ['kopi *⟦Gayo⟧* manis', 'kopi ***⟦Gayo⟧*** manis'],
    ['kopi |', 'kopi **⟦tebal⟧**'],
  ])('bold: %s → %s', (before, after) => {
    expect(check(before, (from) => wrap(from, '**', 'tebal'))).toBe(after);
  });

  it.each([
    ['**⟦Gayo⟧**', '***⟦Gayo⟧***'],
    ['***⟦Gayo⟧***', '**⟦Gayo⟧**'],
    ['*⟦Gayo⟧*', '⟦Gayo⟧'],
  ])('italic: %s → %s', (before, after) => {
    expect(check(before, (from) => wrap(from, '*', 'miring'))).toBe(after);
  });

  it('is undone by doing it again', () => {
    const word = fc.stringMatching(/^[a-z]([a-z ]*[a-z])?$/);
    fc.assert(
      fc.property(word, word, word, fc.constantFrom('**', '*'), (left, middle, right, mark) => {
        const from = {
          text: `${left} ${middle} ${right}`,
          start: left.length + 1,
          end: left.length + 1 + middle.length,
        };
        const once = wrap(from, mark, 'x');
        const text = edited(from.text, once);
        expect(text).toBe(`${left} ${mark}${middle}${mark} ${right}`);
        expect(edited(text, wrap({ text, start: once.start, end: once.end }, mark, 'x'))).toBe(from.text);
      }),
    );
  });
});

describe('link', () => {
  it.each([
    ['baca ⟦resep⟧ kami', 'baca [resep](⟦https://⟧) kami'],
    ['baca |', 'baca [teks](⟦https://⟧)'],
    ['⟦https://toko.id/a⟧', '[⟦teks⟧](https://toko.id/a)'],
  ])('%s → %s', (before, after) => {
    expect(check(before, (from) => link(from, 'teks'))).toBe(after);
  });
});

describe('lines', () => {
  it.each([
    ['heading', 'satu\n\nti|ga', 'satu\n\n## ti|ga'],
    ['heading', '## ti|ga', 'ti|ga'],
    ['heading', '|', '## |'],
    ['subheading', '## ti|ga', '### ti|ga'],
    ['heading', '# ti|ga', '## ti|ga'],
    ['bullets', '⟦satu\ndua⟧', '⟦- satu\n- dua⟧'],
    ['bullets', '⟦- satu\n- dua⟧', '⟦satu\ndua⟧'],
    ['bullets', '⟦satu\n⟧dua', '⟦- satu⟧\ndua'],
    ['bullets', 'kata:\n⟦satu⟧', 'kata:\n\n⟦- satu⟧'],
    ['numbers', '⟦- satu\n\n- dua⟧', '⟦1. satu\n\n2. dua⟧'],
    ['quote', '⟦- satu\n- dua⟧', '⟦> - satu\n> - dua⟧'],
    ['quote', '> sa|tu', 'sa|tu'],
  ] as const)('%s: %s → %s', (style, before, after) => {
    expect(check(before, (from) => lines(from, style))).toBe(after);
  });

  it('is undone by doing it again, of lines that hold words', () => {
    const line = fc.stringMatching(/^[a-z][a-z ]{0,20}$/);
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 5 }),
        fc.constantFrom('heading', 'subheading', 'bullets', 'numbers', 'quote'),
        (words, style) => {
          const text = words.join('\n');
          const once = lines({ text, start: 0, end: text.length }, style);
          const changed = edited(text, once);
          expect(changed).not.toBe(text);
          expect(edited(changed, lines({ text: changed, start: once.start, end: once.end }, style))).toBe(text);
        },
      ),
    );
  });
});

describe('newLine', () => {
  it.each([
    ['- satu|', '- satu\n- |'],
    ['- satu\n- |', '- satu\n|'],
    ['9. sembilan|', '9. sembilan\n10. |'],
    ['  * dalam|', '  * dalam\n  * |'],
    ['> kata|', '> kata\n> |'],
    ['kata|', null],
    ['- |satu', '|satu'],
    ['⟦- satu⟧', null],
  ])('%s → %s', (before, after) => {
    expect(check(before, newLine)).toBe(after);
  });
});

describe('block', () => {
  it.each([
    ['satu|', 'satu\n\n![x](y)|'],
    ['satu\n|\ndua', 'satu\n\n![x](y)|\n\ndua'],
    ['sa|tu', 'sa\n\n![x](y)|\n\ntu'],
    ['|', '![x](y)|'],
  ])('%s → %s', (before, after) => {
    expect(check(before, (from) => block(from, '![x](y)'))).toBe(after);
  });
});
