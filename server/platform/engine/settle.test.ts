/** What ends is written: in batches, until it works, and a row that no database takes holds up no other. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Settler } from '@/server/platform/engine/settle';

const refusal = (code: string): Error => Object.assign(new Error('refused'), { code });

interface Item {
  id: number;
  text: string | null;
}

/** A store that refuses what has a poisonous text, as PostgreSQL refuses a NUL. */
function store() {
  const written = new Map<number, string | null>();
  return {
    written,
    settler: (onWritten: (ids: number[]) => void = () => undefined) =>
      new Settler<Item>({
        write: (items) => {
          if (items.some(({ text }) => text === 'poison')) return Promise.reject(refusal('22021'));
          for (const { id, text } of items) written.set(id, text);
          return Promise.resolve();
        },
        onError: () => undefined,
        onWritten: (items) => onWritten(items.map(({ id }) => id)),
        lessened: (item) => (item.text === null ? null : { ...item, text: null }),
      }),
  };
}

describe('the settler', () => {
  it('writes every item once it is drained, the poisonous without their texts, whatever their order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom('fine', 'poison', null), { maxLength: 40 }), async (texts) => {
        const { written, settler: make } = store();
        const reported: number[] = [];
        const settler = make((ids) => reported.push(...ids));
        texts.forEach((text, id) => settler.add({ id, text }));
        await settler.drained();
        expect(Object.fromEntries(written)).toEqual(
          Object.fromEntries(texts.map((text, id) => [id, text === 'poison' ? null : text])),
        );
        expect(reported).toEqual(texts.map((_, id) => id));
        expect(settler.unwritten).toBe(0);
      }),
    );
  });

  it('tries again while the database is away, and loses nothing', async () => {
    let away = 2;
    const written: number[] = [];
    const settler = new Settler<number>({
      write: (items) => {
        if (away-- > 0) return Promise.reject(refusal('57P01'));
        written.push(...items);
        return Promise.resolve();
      },
      onError: () => undefined,
      lessened: () => null,
    });
    settler.add(1);
    settler.add(2);
    await settler.drained();
    expect(written).toEqual([1, 2]);
  });
});
