/** Compiling with the workspace's uploads, as saves and previews do (2 §4.4, 4 §G). */
import { workspaceStatement } from '@/server/db/statement';
import type { WorkspaceDb } from '@/server/db/workspace';
import { compileEmail, type CompiledEmail, type EmailLanguage } from '@/server/email/compile';
import { AppError, invalid } from '@/server/errors';
import { MAX_ISSUES } from '@/server/lib/bounded';
import { blockDocument, MAX_HTML_BYTES, type BlockDocument } from '@/server/resources/broadcasts/blocks-schema';
import type { UploadStore } from '@/server/uploads/store';

/** The workspace's country, and those of the keys that are its own uploads. */
const lookUp = workspaceStatement<{ country: string; keys: string[] }, [keys: string[]]>(
  'broadcasts.compile-look-up',
  `SELECT a.country, ARRAY(SELECT u.key FROM "Upload" u WHERE u."accountId" = $1 AND u.key = ANY($2::text[])) AS keys FROM "Account" a WHERE a.id = $1`,
);

/** The upload keys of a document with the place of each. */
function* keysOf({ blocks }: BlockDocument): Generator<[key: string, path: string]> {
  for (const [index, block] of blocks.entries()) {
    const key = block.kind === 'header' ? block.logoKey : block.kind === 'image' ? block.assetKey : undefined;
    if (key !== undefined && key !== null && key !== '')
      yield [key, `blocks.${index}.${block.kind === 'header' ? 'logoKey' : 'assetKey'}`];
  }
}

/** An e-mail in the language of the workspace's country. */
const languageOf = (country: string): EmailLanguage => (country === 'ID' ? 'id' : 'en');

export interface CompileOptions {
  /** Where the document stands in the request, for the paths of faults: `content.email.blocks.`, or ''. */
  at: string;
  /** Addresses that win over those of the workspace's uploads. */
  assetUrls?: Readonly<Record<string, string>>;
}

/** @throws AppError VALIDATION for a key that is no upload of the workspace, and for what mail programs would cut off */
export async function compileDocument(
  db: WorkspaceDb,
  uploads: UploadStore,
  document: BlockDocument,
  { at, assetUrls = {} }: CompileOptions,
): Promise<CompiledEmail> {
  const assets = new Map(Object.entries(assetUrls));
  const wanted = [...keysOf(document)].filter(([key]) => !assets.has(key));
  const [known] = await db.rows(
    lookUp,
    wanted.map(([key]) => key),
  );
  const own = new Set(known?.keys);
  for (const [key, path] of wanted) {
    if (!own.has(key)) throw invalid(at + path, 'names no upload of this workspace');
    assets.set(key, uploads.publicUrl(key));
  }
  const compiled = compileEmail(document, { language: languageOf(known?.country ?? ''), assets });
  if (Buffer.byteLength(compiled.html) > MAX_HTML_BYTES)
    throw invalid(`${at}blocks`, 'the e-mail would be larger than 100 KB, and mail programs cut such e-mails off');
  return compiled;
}

/** A block document in free-form content. @throws AppError VALIDATION with the paths under `at` */
function documentIn(value: unknown, at: string): BlockDocument {
  const parsed = blockDocument.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues
    .slice(0, MAX_ISSUES)
    .map(({ path, message }) => ({ path: at + path.map(String).join('.'), message }));
  throw new AppError('VALIDATION', {
    message: issues
      .map(({ path, message }) => `${path}: ${message}`)
      .join('; ')
      .slice(0, 2000),
    details: { issues },
  });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The e-mail part of content with a compiled document in it: its subject, where it has one, is the e-mail's. */
export function withCompiled(
  content: Readonly<Record<string, unknown>>,
  document: BlockDocument,
  { html, text }: CompiledEmail,
  more: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const email = isObject(content.email) ? content.email : {};
  const subject = document.subject?.trim() ?? '';
  return {
    ...content,
    email: { ...email, ...(subject === '' ? {} : { subject: document.subject }), ...more, html, text },
  };
}

/**
 * Content as it is stored: when `content.email.blocks` holds a block document, its HTML and text stand in
 * `content.email.html` and `.text`, its subject in `.subject`. Content without one comes back as it is.
 * @param content as the schema let it in
 * @throws AppError VALIDATION with paths under content.email.blocks
 */
export async function compileEmailContent(
  db: WorkspaceDb,
  uploads: UploadStore,
  content: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const blocks = isObject(content.email) ? content.email.blocks : undefined;
  if (blocks === undefined || blocks === null) return content;
  const at = 'content.email.blocks.';
  const document = documentIn(blocks, at);
  return withCompiled(content, document, await compileDocument(db, uploads, document, { at }), { blocks: document });
}
