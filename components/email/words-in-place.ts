/** The words of a block document that somebody points at in its preview, and the document with other words there. */
import type { Block, BlockDocument, SimpleBlock } from '@/server/platform/email/blocks-schema';
import { BLOCK_LIMITS } from '@/server/platform/email/blocks-schema';

/** A text of a block that can be written in its own place. */
export interface Words {
  /** The path of the block in the document: `blocks.2`, `blocks.3.columns.0.blocks.1`. */
  path: string;
  field: 'brandName' | 'title' | 'subtitle' | 'body' | 'label';
}

interface Place {
  field: Words['field'];
  /** Within the block's row. */
  selector: string;
  max: number;
  lines: boolean;
}

const PLACES: Partial<Record<Block['kind'], readonly Place[]>> = {
  header: [{ field: 'brandName', selector: 'td > span, td:not(:has(img))', max: BLOCK_LIMITS.brandName, lines: false }],
  hero: [
    { field: 'title', selector: 'h1', max: BLOCK_LIMITS.title, lines: false },
    { field: 'subtitle', selector: 'p', max: BLOCK_LIMITS.subtitle, lines: false },
  ],
  text: [{ field: 'body', selector: 'td', max: BLOCK_LIMITS.body, lines: true }],
  cta: [{ field: 'label', selector: 'a', max: BLOCK_LIMITS.label, lines: false }],
};

const IN_COLUMN = /^blocks\.(\d+)\.columns\.(\d+)\.blocks\.(\d+)$/;

/** The index of the block, or of the columns that it stands in. */
export const indexOf = (path: string): number => Number(/^blocks\.(\d+)/.exec(path)?.[1]);

export function blockAt({ blocks }: BlockDocument, path: string): Block | undefined {
  const inside = IN_COLUMN.exec(path);
  const block = blocks[indexOf(path)];
  if (inside === null) return block;
  return block?.kind === 'columns' ? block.columns[Number(inside[2])]?.blocks[Number(inside[3])] : undefined;
}

function withBlock(document: BlockDocument, path: string, next: SimpleBlock): BlockDocument {
  const index = indexOf(path);
  const inside = IN_COLUMN.exec(path);
  const block = document.blocks[index];
  if (inside === null) return { ...document, blocks: document.blocks.with(index, next) };
  if (block?.kind !== 'columns') return document;
  const [side, place] = [Number(inside[2]), Number(inside[3])];
  const columns = block.columns.map((column, which) =>
    which === side ? { ...column, blocks: column.blocks.with(place, next) } : column,
  );
  return { ...document, blocks: document.blocks.with(index, { ...block, columns }) };
}

export const placeOf = (block: Block | undefined, field: Words['field']): Place | undefined =>
  block && PLACES[block.kind]?.find((place) => place.field === field);

/** The words under `target`, which lies in the row of a block; undefined where nothing is written in place. */
export const wordsAt = (document: BlockDocument, path: string, row: Element, target: Element): Words | undefined => {
  const block = blockAt(document, path);
  const place = block && PLACES[block.kind]?.find(({ selector }) => row.querySelector(selector)?.contains(target));
  return place && { path, field: place.field };
};

export function wordsOf(document: BlockDocument, { path, field }: Words): string {
  const block = blockAt(document, path);
  const value: unknown = block && Reflect.get(block, field);
  return typeof value === 'string' ? value : '';
}

/** The document with other words. Unchanged where the block has gone or become another meanwhile. */
export function withWords(document: BlockDocument, { path, field }: Words, words: string): BlockDocument {
  const block = blockAt(document, path);
  if (block === undefined || block.kind === 'columns' || placeOf(block, field) === undefined) return document;
  return withBlock(document, path, { ...block, [field]: words });
}
