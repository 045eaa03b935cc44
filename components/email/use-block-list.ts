'use client';
import { arrayMove } from '@dnd-kit/sortable';
import { useId, useRef, useState } from 'react';
import { newBlock } from '@/components/email/blocks';
import type { Block, BlockKind } from '@/server/platform/email/blocks-schema';

/** Keeps an id for each block while it is edited, moved and copied: blocks themselves have none. */
export function useBlockList(blocks: Block[], onChange: (blocks: Block[]) => void) {
  const prefix = useId();
  const made = useRef(0);
  const fresh = (): string => `${prefix}-new-${made.current++}`;
  const [ids, setIds] = useState<string[]>(() => blocks.map((_, index) => `${prefix}-${index}`));
  const [opened, setOpened] = useState<string | null>(null);
  const [added, setAdded] = useState<string | null>(null);
  // The document was replaced from outside.
  if (ids.length !== blocks.length) setIds(blocks.map((_, index) => ids[index] ?? `${prefix}-late-${index}`));

  const put = (nextIds: string[], nextBlocks: Block[]) => {
    setIds(nextIds);
    onChange(nextBlocks);
  };
  const insert = (at: number, ...inserted: Block[]) => {
    const made = inserted.map(fresh);
    put(ids.toSpliced(at, 0, ...made), blocks.toSpliced(at, 0, ...inserted));
    setOpened(made[0] ?? null);
    setAdded(made[0] ?? null);
  };
  /**
   * Before a footer that closes the e-mail, for that is where one adds to a letter; a header goes first, a footer last.
   */
  const placeFor = (kind: BlockKind | undefined): number => {
    if (kind === 'header') return 0;
    return kind !== 'footer' && blocks.at(-1)?.kind === 'footer' ? blocks.length - 1 : blocks.length;
  };
  return {
    ids,
    opened,
    added,
    toggle: (id: string) => setOpened(opened === id ? null : id),
    open: (index: number) => setOpened(ids[index] ?? null),
    /** With the caret in its first field. */
    openFresh: (index: number) => {
      setOpened(ids[index] ?? null);
      setAdded(ids[index] ?? null);
    },
    change: (index: number, block: Block) => onChange(blocks.with(index, block)),
    move: (from: number, to: number) => put(arrayMove(ids, from, to), arrayMove(blocks, from, to)),
    remove: (index: number) => put(ids.toSpliced(index, 1), blocks.toSpliced(index, 1)),
    duplicate: (index: number) => {
      const block = blocks[index];
      if (block) insert(index + 1, { ...block });
    },
    add: (kind: BlockKind) => insert(placeFor(kind), newBlock(kind)),
    /** Neighbours, in their order. */
    addAll: (saved: readonly Block[]) => insert(placeFor(saved[0]?.kind), ...saved),
  };
}
