/** A thread of render-body.ts: renders one text after the other, and posts null for a text over its time limit. */
import { parentPort } from 'node:worker_threads';
import { Budget, OverBudget } from '@/server/platform/pages/budget';
import { renderMarkdown, type RenderedBody } from '@/server/platform/pages/markdown';

export interface MarkdownJob {
  body: string;
  base: string;
  budgetMs: number;
}

function answer({ body, base, budgetMs }: MarkdownJob): RenderedBody | null {
  try {
    return renderMarkdown(body, base, new Budget(budgetMs));
  } catch (error) {
    if (error instanceof OverBudget) return null;
    throw error;
  }
}

parentPort?.on('message', (job: MarkdownJob) => parentPort?.postMessage(answer(job)));
parentPort?.postMessage('ready');
