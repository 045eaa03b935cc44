/**
 * Compiles block documents with the workspace's uploads, products and codes, for saves, previews and sends
 * (docs/contract/broadcasts.md#block-document).
 */
import type { Services } from '@/server/platform/access/context';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { compileEmail, type CompiledEmail } from '@/server/platform/email/compile';
import { EMAIL_WORDS } from '@/server/platform/email/words';
import { AppError, invalid } from '@/server/platform/errors';
import { MAX_ISSUES } from '@/server/platform/lib/bounded';
import { blockDocument, blocksIn, MAX_HTML_BYTES, type BlockDocument } from '@/server/platform/email/blocks-schema';
import type { EmailContent } from '@/server/platform/vendors/content';
import { contentOf, isObject, subjectOf, type Contents } from '@/server/modules/messaging/broadcasts/content';
import { lookUpNamed } from '@/server/modules/messaging/broadcasts/named-things';
import { emailRender } from '@/server/modules/messaging/broadcasts/render-content';
import { previewLink } from '@/server/platform/email/unsubscribe-link';

/** The services that compiling needs beside the workspace. */
export type CompileServices = Pick<Services, 'uploads' | 'settings'>;

export interface CompileOptions {
  /** The place of the document in the request, for the paths of faults: `content.email.blocks.`, or ''. */
  at: string;
  /** Addresses of images that replace the addresses of the workspace's uploads. */
  assetUrls?: Readonly<Record<string, string>>;
  /** Set when each block bears its path, for an editor. */
  marks?: boolean;
}

/**
 * Compiles a block document.
 * @throws AppError VALIDATION for an upload, product or code that the workspace does not have, and for an e-mail so
 * large that mail programs would cut it off
 */
export async function compileDocument(
  db: Pick<WorkspaceDb, 'rows' | 'accountId'>,
  services: CompileServices,
  document: BlockDocument,
  { at, assetUrls = {}, marks = false }: CompileOptions,
): Promise<CompiledEmail> {
  const { missing, ...named } = await lookUpNamed(db, services, document, assetUrls);
  const [first] = missing;
  if (first !== undefined) throw invalid(at + first.path, first.words);
  const compiled = compileEmail(document, named);
  if (Buffer.byteLength(compiled.html) > MAX_HTML_BYTES)
    throw invalid(`${at}blocks`, 'makes an e-mail of more than 100 KB, which mail programs cut off; shorten it');
  if (!marks) return compiled;
  // Marks do not count for the size: they never leave. An editor shows the link that is added as a message leaves.
  const marked = compileEmail(document, { ...named, marks });
  const link = previewLink(services.settings.baseUrl, EMAIL_WORDS[named.language].unsubscribe);
  const { html = '', text = '' } = emailRender(marked, null)({ values: {}, link });
  return { html, text };
}

/** True when the e-mail may show something else than when it was saved. */
const changesByItself = (document: BlockDocument): boolean =>
  blocksIn(document).some(([{ kind }]) => kind === 'product' || kind === 'code');

/**
 * The content for sending, with the current products and codes. A product or code that was deleted since the save is
 * left out, because a send is not refused for it.
 * @param anew true when the document is not the one that was compiled
 */
export async function contentAtSend(
  db: Pick<WorkspaceDb, 'rows' | 'accountId'>,
  services: CompileServices,
  content: Contents,
  anew = false,
): Promise<Contents> {
  const document = blockDocument.safeParse(contentOf(content, 'email')?.blocks).data;
  if (document === undefined || !(anew || changesByItself(document))) return content;
  const named = await lookUpNamed(db, services, document, {});
  return withCompiled(content, document, compileEmail(document, named));
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

/** Content with a compiled document in its e-mail. */
export function withCompiled(
  contents: Contents,
  document: BlockDocument,
  { html, text }: CompiledEmail,
  more: Pick<EmailContent, 'blocks'> = {},
): Record<string, unknown> {
  const subject = subjectOf(contentOf(contents, 'email') ?? {}, document);
  const email = { ...(subject === undefined ? {} : { subject }), ...more, html, text };
  return { ...contents, email: isObject(contents.email) ? { ...contents.email, ...email } : email };
}

/**
 * Prepares content for storing: a block document in `content.email.blocks` is compiled into `content.email.html` and
 * `.text`, and its subject goes to `.subject`. Content without a document is returned unchanged.
 * @param content as validated by the schema
 * @param where path of the content in the request
 * @throws AppError VALIDATION with paths below `where`, at `content.email.blocks`
 */
export async function compileEmailContent(
  db: WorkspaceDb,
  services: CompileServices,
  content: Contents,
  where = 'content',
): Promise<Contents> {
  const blocks = contentOf(content, 'email')?.blocks;
  if (blocks === undefined || blocks === null) return content;
  const at = `${where}.email.blocks.`;
  const document = documentIn(blocks, at);
  return withCompiled(content, document, await compileDocument(db, services, document, { at }), { blocks: document });
}
