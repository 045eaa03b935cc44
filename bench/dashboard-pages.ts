/**
 * Pages of the dashboard as a slow phone sees them for the first time: what they weigh, and when one can read and tap.
 * The goals are those of the design; what Next and React alone weigh stands beside them.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { openDatabase } from '@/server/platform/db/client';
import { packageRoot } from '@/server/platform/lib/package-root';
import { createServices } from '@/server/assembly/services';
import { makeSession, makeUser } from '@/server/testing/factories/account';
import { testSettings } from '@/server/testing/server';
import { median } from './lib/compare';
import { launchPhone, openPhone, seenOn, type Seen, SLOWDOWN, waitForPaint } from './lib/phone';
import { lay } from './lib/table';

/** What is asked of the code of the lightest, the middle and the heaviest page, of a document, and of the way to the first tap. */
const GOAL_CODE_KB = { least: 150, median: 180, most: 260 };
const GOAL_DOCUMENT_KB = 12;
const GOAL_BUSY_MS = 3_000;
/** How long a page stays quiet before it counts as done. */
const QUIET_MS = 1_500;

const PAGES = [
  ['Sign-in', '/sign-in'],
  ['Home', '/'],
  ['Discount codes, 100,000', '/discount-codes'],
  ['A new code', '/discount-codes/new'],
  ['Contacts', '/contacts'],
  ['A new broadcast', '/broadcasts/new'],
  ['A new post', '/blog/new'],
] as const;

interface Weighed extends Seen {
  /** Bytes of code and of the document, as they travel. */
  code: number;
  document: number;
}

export interface DashboardPagesOptions {
  databaseUrl: string;
  appSecret: string;
  accountId: string;
  url: string;
  rounds: number;
}

/** @returns the figures as Markdown */
export async function measureDashboardPages(options: DashboardPagesOptions): Promise<string> {
  const cookie = await signIn(options);
  const browser = await launchPhone();
  try {
    const rows: string[][] = [];
    const codes: number[] = [];
    for (const [title, address] of PAGES) {
      const turns: Weighed[] = [];
      for (let round = 0; round < options.rounds; round++) {
        const { context, page, session } = await openPhone(browser);
        if (address !== '/sign-in') await context.addCookies([{ ...cookie, url: options.url }]);
        const weights = { Script: 0, Document: 0 };
        const kinds = new Map<string, keyof typeof weights>();
        session.on('Network.responseReceived', ({ requestId, type }) => {
          if (type === 'Script' || type === 'Document') kinds.set(requestId, type);
        });
        session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
          const kind = kinds.get(requestId);
          if (kind !== undefined) weights[kind] += encodedDataLength;
        });
        await page.goto(options.url + address, { waitUntil: 'networkidle' });
        await waitForPaint(page);
        await page.waitForTimeout(QUIET_MS);
        turns.push({ ...(await seenOn(page)), code: weights.Script, document: weights.Document });
        await context.close();
      }
      const of = (value: (turn: Weighed) => number): number => median(turns.map(value));
      codes.push(of(({ code }) => code));
      rows.push([
        title,
        kb(of(({ code }) => code)),
        kb(of((turn) => turn.document)),
        ms(of(({ paint }) => paint)),
        ms(of(({ busyUntil }) => busyUntil)),
        ms(of(({ blocked }) => blocked)),
        Math.max(...turns.map(({ shift }) => shift)).toFixed(3),
      ]);
    }
    return [
      `Pages of the dashboard in Chromium on a slow phone (1.6 Mbit/s, 150 ms, processor ÷ ${SLOWDOWN}), nothing kept from before; medians of ${options.rounds}. Next and React alone: ${kb(bareNext())} of code.`,
      lay([['Page', 'Code', 'Document', 'Largest paint', 'Busy until', 'Blocked', 'Layout shift'], ...rows]),
      `Goals: code at least ${GOAL_CODE_KB.least}, in the middle ${GOAL_CODE_KB.median}, at most ${GOAL_CODE_KB.most} KB (here ${kb(Math.min(...codes))}, ${kb(median(codes))}, ${kb(Math.max(...codes))}); document ${GOAL_DOCUMENT_KB} KB; Home busy until ${GOAL_BUSY_MS / 1000} s at most.`,
    ].join('\n\n');
  } finally {
    await browser.close();
  }
}

/** The owner of the workspace, as a cookie. */
async function signIn({ databaseUrl, appSecret, accountId }: DashboardPagesOptions) {
  const database = openDatabase(databaseUrl, { poolSize: 1, name: 'bench' });
  const settings = testSettings(databaseUrl, {
    APP_SECRET: appSecret,
    UNSUBSCRIBE_SECRET: randomBytes(32).toString('hex'),
  });
  const services = createServices(settings, { name: 'bench', poolSize: 1 });
  try {
    const user = await makeUser(database, accountId);
    const header = await makeSession(services, { sub: user.id, accountId });
    const [name = '', value = ''] = header.split('=', 2);
    return { name, value };
  } finally {
    await services.close();
    await database.close();
  }
}

/** What every page of Next has, compressed: the part of the goals that no page can go below. */
function bareNext(): number {
  const folder = path.join(packageRoot, '.next');
  const { rootMainFiles } = JSON.parse(readFileSync(path.join(folder, 'build-manifest.json'), 'utf8')) as {
    rootMainFiles: string[];
  };
  return rootMainFiles.reduce((sum, file) => sum + gzipSync(readFileSync(path.join(folder, file))).length, 0);
}

const kb = (bytes: number): string => `${Math.round(bytes / 1024)} KB`;
const ms = (milliseconds: number): string => `${Math.round(milliseconds).toLocaleString('en')} ms`;
