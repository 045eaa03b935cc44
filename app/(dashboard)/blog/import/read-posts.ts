/** The posts of an export's file. It is read in this tab, and nothing of it is sent before somebody says so. */
import { needsAddress, slugMaker, type ReadPost } from './exported-post';
import { ghostPosts } from './ghost';
import { markdownOf } from './markdown';
import { wordpressPosts } from './wordpress';

export const ACCEPT = '.json,.xml,application/json,text/xml';
/** What a tab can hold of it without strain. */
export const MAX_BYTES = 100 * 1024 * 1024;

export type ExportFault = 'tooLarge' | 'archive' | 'unknown' | 'noPosts';

export class ExportProblem extends Error {
  constructor(readonly fault: ExportFault) {
    super(fault);
  }
}

export interface ReadPosts {
  posts: ReadPost[];
  /** Pictures and links have no address before the old blog's is known. */
  needsAddress: boolean;
}

/** How long reading keeps the page from drawing, in milliseconds. */
const SPELL_MS = 25;
const drawn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/**
 * @param tell the share that is read, 0 to 1
 * @throws ExportProblem
 */
export async function readPosts(file: File, tell: (share: number) => void, signal: AbortSignal): Promise<ReadPosts> {
  if (file.size > MAX_BYTES) throw new ExportProblem('tooLarge');
  const text = (await file.text()).replace(/^\uFEFF/, '').trimStart();
  if (text.startsWith('PK')) throw new ExportProblem('archive');
  const exported = text.startsWith('{') ? ghostPosts(text) : text.startsWith('<') ? wordpressPosts(text) : null;
  if (exported === null) throw new ExportProblem('unknown');
  if (exported.length === 0) throw new ExportProblem('noPosts');
  const slugOf = slugMaker();
  const posts: ReadPost[] = [];
  let began = performance.now();
  for (const each of exported) {
    const body = markdownOf(each.html).replaceAll('\0', '').toWellFormed();
    posts.push({ ...each, body, slug: slugOf(each.slug, each.title) });
    if (performance.now() - began < SPELL_MS) continue;
    tell(posts.length / exported.length);
    await drawn();
    signal.throwIfAborted();
    began = performance.now();
  }
  return { posts, needsAddress: posts.some(needsAddress) };
}
