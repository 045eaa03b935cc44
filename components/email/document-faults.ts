/** What is wrong with a block document, in the person's words and by its place: `blocks.2.url`. */
import type { useTranslations } from 'next-intl';
import { blockDocument, SPACER, type Block, type BlockDocument } from '@/server/email/blocks-schema';

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

/** What the server found, such as a key of no upload. @param at where the document stood in the request: `blocks.` */
export function serverFaults(issues: readonly { path: string }[], at: string, t: Words): Faults {
  return byPlace(
    issues.flatMap(({ path }) => (path.startsWith(at) ? [path.slice(at.length)] : [])),
    t,
  );
}

/** What is finished in both columns; a column in which nothing is, is a space. */
const finishedColumns = (block: Extract<Block, { kind: 'columns' }>): Block => ({
  ...block,
  columns: block.columns.map(({ blocks }) => {
    const finished = blocks.filter((inner) => blockDocument.safeParse({ blocks: [inner] }).success);
    return { blocks: finished.length === 0 ? [{ kind: 'spacer', height: SPACER.min }] : finished };
  }),
});

/** The document without what is not finished, so that there is a preview at every moment. */
export function finishedPart(document: BlockDocument): BlockDocument {
  const parsed = blockDocument.safeParse(document);
  if (parsed.success) return parsed.data;
  const unfinished = new Set(parsed.error.issues.map(({ path }) => (path[0] === 'blocks' ? path[1] : path[0])));
  return {
    subject: document.subject,
    preheader: document.preheader,
    accentColor: unfinished.has('accentColor') ? null : document.accentColor,
    blocks: document.blocks
      .map((block, index) => (unfinished.has(index) && block.kind === 'columns' ? finishedColumns(block) : block))
      .filter((block, index) => !unfinished.has(index) || block.kind === 'columns')
      .slice(0, 40),
  };
}
