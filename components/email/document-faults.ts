/** The faults of a block document, in the person's words and by its place: `blocks.2.url`. */
import type { useTranslations } from 'next-intl';
import {
  BLOCK_LIMITS,
  blockDocument,
  SPACER,
  type Block,
  type BlockDocument,
} from '@/server/platform/email/blocks-schema';

export type Faults = Readonly<Record<string, string>>;
type Words = ReturnType<typeof useTranslations<'templates.faults'>>;

const LINKS = new Set(['url', 'href', 'unsubscribeUrl']);
const KEYS = new Set(['logoKey', 'assetKey']);

function wordsFor(path: string, t: Words): string {
  const field = path.split('.').at(-1) ?? '';
  if (path === 'blocks') return t('blocks');
  if (field === 'blocks') return t('column');
  if (field === 'links') return t('links');
  if (field === 'externalRef') return t('product');
  if (field === 'discountCodeId') return t('code');
  if (field === 'accentColor') return t('accentColor');
  if (LINKS.has(field)) return t('link');
  if (KEYS.has(field)) return t('key');
  if (field === 'src') return t('image');
  return t('blank');
}

const byPlace = (paths: readonly string[], t: Words): Faults =>
  Object.fromEntries(paths.map((path) => [path, wordsFor(path, t)]));

/** By the schema that the server has too. Empty when nothing is wrong. */
export function faultsOf(document: BlockDocument, t: Words): Faults {
  const parsed = blockDocument.safeParse(document);
  return parsed.success
    ? {}
    : byPlace(
        parsed.error.issues.map((issue) => issue.path.map(String).join('.')),
        t,
      );
}

/**
 * Returns the faults that the server found, such as a key of no upload. @param at where the document stood in the
 * request: `blocks.`
 */
export function serverFaults(issues: readonly { path: string }[], at: string, t: Words): Faults {
  return byPlace(
    issues.flatMap(({ path }) => (path.startsWith(at) ? [path.slice(at.length)] : [])),
    t,
  );
}

/** A document that can be compiled. */
export interface Finished {
  document: BlockDocument;
  /** Path in it → path in the document that is written, such as `blocks.1` → `blocks.2`. */
  places: Readonly<Record<string, string>>;
}

type Columns = Extract<Block, { kind: 'columns' }>;

/**
 * Returns the finished blocks of both columns, and where they stood; a column in which nothing is finished is a space.
 */
function finishedColumns(block: Columns): { block: Columns; from: number[][] } {
  const from = block.columns.map(({ blocks }) =>
    blocks.flatMap((inner, place) => (blockDocument.safeParse({ blocks: [inner] }).success ? [place] : [])),
  );
  const columns = block.columns.map(({ blocks }, side) => {
    const kept = blocks.filter((_, place) => from[side]?.includes(place));
    return { blocks: kept.length === 0 ? [{ kind: 'spacer' as const, height: SPACER.min }] : kept };
  });
  return { block: { ...block, columns }, from };
}

const everyPlace = (block: Columns): number[][] => block.columns.map(({ blocks }) => blocks.map((_, place) => place));

/** The document without what is not finished, so that there is a preview at every moment. */
export function finished(document: BlockDocument): Finished {
  const parsed = blockDocument.safeParse(document);
  const issues = parsed.success ? [] : parsed.error.issues;
  const unfinished = new Set(issues.map(({ path }) => (path[0] === 'blocks' ? path[1] : path[0])));
  const blocks: Block[] = [];
  const places: Record<string, string> = {};
  for (const [index, block] of document.blocks.entries()) {
    if (blocks.length === BLOCK_LIMITS.blocks) break;
    const isUnfinished = unfinished.has(index);
    if (isUnfinished && block.kind !== 'columns') continue;
    const at = `blocks.${blocks.length}`;
    places[at] = `blocks.${index}`;
    if (block.kind === 'columns') {
      const part = isUnfinished ? finishedColumns(block) : { block, from: everyPlace(block) };
      for (const [side, from] of part.from.entries())
        for (const [to, place] of from.entries())
          places[`${at}.columns.${side}.blocks.${to}`] = `blocks.${index}.columns.${side}.blocks.${place}`;
      blocks.push(part.block);
    } else blocks.push(block);
  }
  const { subject, preheader, accentColor } = document;
  return {
    document: { subject, preheader, accentColor: unfinished.has('accentColor') ? null : accentColor, blocks },
    places,
  };
}

export const finishedPart = (document: BlockDocument): BlockDocument => finished(document).document;
