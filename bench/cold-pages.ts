/**
 * Pages of the blog that nobody has asked for yet: each is read, its Markdown made into HTML and drawn by Next, once.
 * What is asked for again comes from memory (bench/blog.ts).
 */
import { performance } from 'node:perf_hooks';
import { makeBlog, slugOfPost } from './blog';
import { median } from './lib/compare';
import type { RunningServer } from './lib/servers';
import { lay } from './lib/table';

/** What is asked of a cold page. */
const GOAL_RATE = 300;
const CLIENTS = 32;
const PAGES_A_ROUND = 600;
/** V8 compiles what runs often: pages before the first round are not counted. */
const WARMING = 500;

export interface ColdPagesOptions {
  databaseUrl: string;
  accountId: string;
  ours: RunningServer;
  rounds: number;
}

/** @returns the figures as Markdown */
export async function measureColdPages({ databaseUrl, accountId, ours, rounds }: ColdPagesOptions): Promise<string> {
  const posts = WARMING + rounds * PAGES_A_ROUND;
  await makeBlog(databaseUrl, accountId, posts);
  let next = 0;
  const readUpTo = async (end: number): Promise<void> => {
    const client = async (): Promise<void> => {
      while (next < end) {
        const answer = await fetch(`${ours.url}/b/${accountId}/${slugOfPost(next++)}`);
        await answer.arrayBuffer();
        if (answer.status !== 200) throw new Error(`A page answered ${answer.status}.`);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
  };
  await readUpTo(WARMING);
  const turns: { rate: number; cpu: number }[] = [];
  while (next < posts) {
    const [begun, before] = [performance.now(), ours.cpu()];
    await readUpTo(next + PAGES_A_ROUND);
    turns.push({
      rate: PAGES_A_ROUND / ((performance.now() - begun) / 1000),
      cpu: (ours.cpu() - before) / PAGES_A_ROUND / 1000,
    });
  }
  const rate = median(turns.map((turn) => turn.rate));
  return [
    lay([
      ['Cold page of a post of 6 KB', 'a second', 'CPU each', 'Goal'],
      [
        '`/b/:accountId/:slug`',
        Math.round(rate).toLocaleString('en'),
        `${median(turns.map((turn) => turn.cpu)).toFixed(1)} ms`,
        rate >= GOAL_RATE ? 'met' : 'missed',
      ],
    ]),
    `${PAGES_A_ROUND} pages a round, ${CLIENTS} at once, each asked for once. Goal: ${GOAL_RATE} a second.`,
  ].join('\n\n');
}
