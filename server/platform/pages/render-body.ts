/**
 * Renders Markdown in a thread, because the process serves other requests meanwhile. Short texts too: one of 2,000
 * characters may be a table of 65,536 cells. A text that takes too long, or is longer than any post, is shown
 * unformatted.
 */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { asWritten, MAX_UNITS, type RenderedBody } from '@/server/platform/pages/markdown';
import type { MarkdownJob } from '@/server/platform/pages/markdown-thread';
import { AppError } from '@/server/platform/errors';
import { GaveUp, QueueFull, ThreadPool } from '@/server/platform/lib/thread-pool';

/**
 * Returns the time limit in milliseconds: over ten times what an honest text takes, because the machine may be busy.
 */
const budgetOf = (body: string): number => 1_000 + body.length / 60;
/** The milliseconds beyond the limit after which the thread is ended, because a parser may be in a long step. */
const LONGEST_STEP_MS = 2_000;
const THREAD_MEMORY_MB = 256;
/** The least units that a text counts in the cache. */
const LEAST_UNITS = 1_000;

/** From source, under tsx or Vitest, or from the bundle: beside this file either way. */
function startThread(): Worker {
  const here = fileURLToPath(import.meta.url);
  const extension = path.extname(here);
  const file = path.join(path.dirname(here), `markdown-thread${extension}`);
  const resourceLimits = { maxOldGenerationSizeMb: THREAD_MEMORY_MB };
  if (extension === '.js') return new Worker(file, { resourceLimits });
  // A thread does not take over how its process reads TypeScript.
  const boot = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(pathToFileURL(file).href)}); })`;
  return new Worker(boot, { eval: true, resourceLimits });
}

const pool = new ThreadPool<MarkdownJob, RenderedBody | null>({
  start: startThread,
  threads: 2,
  sizeOf: ({ body }) => LEAST_UNITS + body.length,
  room: 100 * MAX_UNITS,
  roomEach: 20 * MAX_UNITS,
});

/**
 * Keeps rendered bodies by their content: every page of a blog is rendered anew when anything in the blog changes,
 * while most bodies stay the same.
 */
const kept = new LRUCache<string, RenderedBody>({
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: ({ html, firstParagraph }) => LEAST_UNITS + 2 * (html.length + firstParagraph.length),
});

const keyOf = (body: string, base: string): string => createHash('sha256').update(`${base}\n${body}`).digest('base64');

/**
 * Renders a post's body for a page.
 * @param base absolute address of the page, to resolve relative addresses
 * @param accountId the workspace of the text: workspaces take turns
 * @throws AppError UNAVAILABLE when too many texts of the workspace wait already
 */
export async function renderBody(body: string, base: string, accountId: string): Promise<RenderedBody> {
  if (body.length > MAX_UNITS) return asWritten(body);
  const key = keyOf(body, base);
  const known = kept.get(key);
  if (known !== undefined) return known;
  const budgetMs = budgetOf(body);
  try {
    const rendered = await pool.run(accountId, { body, base, budgetMs }, budgetMs + LONGEST_STEP_MS);
    // What took too long on a busy machine may do better the next time.
    if (rendered === null) return asWritten(body);
    kept.set(key, rendered);
    return rendered;
  } catch (error) {
    if (error instanceof GaveUp) return asWritten(body);
    if (error instanceof QueueFull) throw new AppError('UNAVAILABLE', { cause: error });
    throw error;
  }
}
