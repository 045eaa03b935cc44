/**
 * npm run bench: our built server against the floor (lib/floor.ts), on a PostgreSQL of its own with the settings of
 * production.
 *
 *   --only=validate,get   these measurements only; memory and contacts are two of them
 *   --seconds=5           length of a round (2)
 *   --rounds=9            rounds of each (5)
 *   --server=main.js      another build than .build/main.js
 *   --million             the one send to a million too
 *   --scale               many machines and many rows instead (scale/run.ts); --only=… of its parts
 *   --full                with --scale: the whole tests of docs/scale.md, which take much longer
 *   --root=/srv/debian    with --scale: a system whose programs (PostgreSQL, PgBouncer, …) are run by chroot
 *   --minutes=60, --rate=20   with --scale: of the soak
 *   --people=10000000, --data=folder   with --scale: of the large workspace
 *   --write               writes bench/RESULTS.md; what failed is missing there
 *   --budget              requests alone; exit 1 when a share of the floor's rate fell by more than 15 % in three of three
 *   --write-budget        requests alone; writes bench/budget.json
 */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '@/server/postgres/embedded';
import { migrate } from '@/server/migrations/migrate';
import { migrateQueue } from '@/server/platform/jobs/queue-tables';
import { packageRoot } from '@/server/platform/lib/package-root';
import { abandonedCart } from './abandoned-cart';
import { measureSegments } from './audience-segments';
import { measureBackfill } from './backfill';
import { blog, makeBlog } from './blog';
import { measureContacts } from './contacts';
import { measureBroadcastSend } from './broadcast-send';
import { makeCreatorPages } from './creator-pages';
import { measureDashboardPages } from './dashboard-pages';
import { measureDelivery } from './delivery';
import { discountCodes } from './discount-codes';
import { measureEmailCompile } from './email-compile';
import { events, measureEvents } from './events';
import { measureFeeds } from './feeds';
import { measureFunnels } from './funnels';
import { measureInboxCallbacks } from './inbox-callbacks';
import { measureInboxLists } from './inbox-lists';
import { measureInsights } from './insights';
import { integrations } from './integrations';
import { measureColdPages } from './cold-pages';
import { compareToBudget, fallen, readBudget, writeBudget } from './lib/budget';
import { compare, type Comparison } from './lib/compare';
import { circumstances, writeResults } from './lib/results';
import type { Suite } from './lib/measurement';
import { startFloor, startOurs, type RunningServer } from './lib/servers';
import { GOALS, memoryTable, table } from './lib/table';
import { CODES, makeWorld, type World } from './lib/world';
import { marketingCampaigns } from './marketing-campaigns';
import { measureMemory } from './memory';
import { pixels } from './pixels';
import { programs } from './programs';
import { measurePublicPages } from './public-pages';
import { referrals } from './referrals';
import { measureRowSecurity } from './row-security';
import { runScale } from './scale/run';
import { tracking } from './tracking';
import { measureShopWebhooks } from './shop-webhooks';
import { measureStatements } from './statements';
import { measureWebhooks } from './webhooks';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
    server: { type: 'string', default: path.join(packageRoot, '.build', 'main.js') },
    million: { type: 'boolean', default: false },
    scale: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    root: { type: 'string' },
    minutes: { type: 'string' },
    rate: { type: 'string' },
    people: { type: 'string' },
    data: { type: 'string' },
    write: { type: 'boolean', default: false },
    budget: { type: 'boolean', default: false },
    'write-budget': { type: 'boolean', default: false },
  },
});

/** A floor each. */
const SUITES: readonly Suite[] = [
  discountCodes,
  referrals,
  pixels,
  blog,
  marketingCampaigns,
  abandonedCart,
  integrations,
  programs,
  events,
  tracking,
];

/** Undone in reverse order, also when somebody ends us. */
const undo: (() => unknown)[] = [];
async function cleanUp(): Promise<void> {
  for (let step = undo.pop(); step !== undefined; step = undo.pop()) await step();
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cleanUp().then(() => process.exit(1)));

const say = (text: string): void => void process.stderr.write(`${text}\n`);

async function main(): Promise<void> {
  const only = options.only?.split(',');
  const isBudget = options.budget || options['write-budget'];
  const wanted = (name: string): boolean => only?.includes(name) ?? true;
  if (options.scale) {
    const { full, root = null, minutes, rate, people, data = null } = options;
    const number = (text: string | undefined): number | null => (text === undefined ? null : Number(text));
    const undoLater = (step: () => unknown): void => void undo.push(step);
    const scale = {
      ...{ full, root, data, undoLater },
      ...{ minutes: number(minutes), rate: number(rate), people: number(people) },
    };
    if (!(await runScale(wanted, say, scale))) process.exitCode = 1;
    return;
  }
  /** Whatever is no comparison of requests. */
  const wantedPart = (name: string): boolean => !isBudget && wanted(name);
  const [rounds, seconds] = [Number(options.rounds), Number(options.seconds)];
  const where = circumstances();
  const suites = SUITES.map((suite) => ({
    ...suite,
    measurements: suite.measurements.filter(({ name }) => wanted(name)),
  })).filter(({ measurements }) => measurements.length > 0);

  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'laris-bench-'));
  undo.push(() => fs.rmSync(folder, { recursive: true, force: true }));
  // Others may enter: started by root, PostgreSQL runs as nobody.
  fs.chmodSync(folder, 0o711);
  const postgres = await startEmbeddedPostgres({ dir: path.join(folder, 'postgres') });
  undo.push(() => postgres.stop());
  const databaseUrl = postgres.url;
  await migrate(databaseUrl);
  await migrateQueue(databaseUrl);
  const appSecret = randomBytes(32).toString('hex');
  say(`Making ${CODES.toLocaleString('en')} codes …`);
  const world = await makeWorld(databaseUrl, appSecret);

  const server = { main: path.resolve(options.server), databaseUrl, appSecret };
  const parts: string[] = [];
  const overspent: string[] = [];
  /** Measures one part and shows it at once: what fails later takes nothing of it away. */
  const measure = async (what: string, work: () => Promise<string>): Promise<void> => {
    say(`${what} …`);
    try {
      const part = await work();
      parts.push(part);
      console.log(`\n${part}`);
    } catch (error) {
      say(`${what}: ${error instanceof Error ? error.message : String(error)}`);
      process.exitCode = 1;
    }
  };
  /** Does something with our own server, which is there for it alone. */
  const withOurs = async (work: (ours: RunningServer) => Promise<string>): Promise<string> => {
    const ours = await startOurs(server);
    undo.push(() => ours.stop());
    try {
      return await work(ours);
    } finally {
      await ours.stop();
    }
  };

  if (suites.length > 0)
    await measure('Requests', async () => {
      const attempts = await compareAll(suites, { server, world, rounds, seconds });
      const last = attempts.map((each) => each.at(-1) ?? each[0]);
      if (options['write-budget']) writeBudget(last);
      if (options.budget) overspent.push(...fallen(attempts, readBudget()));
      return table(last);
    });
  if (wantedPart('memory'))
    await measure('Memory', async () => memoryTable(await measureMemory(world, discountCodes.measurements, server)));
  if (wantedPart('contacts'))
    await measure('Contacts', () => withOurs(({ url }) => measureContacts({ databaseUrl, appSecret, url, rounds })));
  if (wantedPart('audience-segments')) await measure('Segments', () => measureSegments(databaseUrl));
  if (wantedPart('event-segments')) await measure('Ten million events', () => measureEvents(databaseUrl));
  if (wantedPart('email-compile'))
    await measure('Compiling e-mails', () => Promise.resolve(measureEmailCompile(seconds)));
  if (wantedPart('broadcast-send'))
    await measure('Sending to 100,000', () =>
      withOurs(({ url }) => measureBroadcastSend({ databaseUrl, appSecret, url, rounds, million: options.million })),
    );
  if (wantedPart('delivery'))
    await measure('Delivering 100,000', () => measureDelivery({ databaseUrl, appSecret, rounds: Math.min(rounds, 3) }));
  if (wantedPart('backfill'))
    await measure('Backfill of a shop', () => measureBackfill({ databaseUrl, appSecret, rounds: Math.min(rounds, 3) }));
  if (wantedPart('shop-webhooks'))
    await measure('Webhooks of a shop', () =>
      measureShopWebhooks({ databaseUrl, appSecret, rounds: Math.min(rounds, 3) }),
    );
  if (wantedPart('inbox-callbacks'))
    await measure('What people write', () =>
      measureInboxCallbacks({ databaseUrl, appSecret, rounds: Math.min(rounds, 3) }),
    );
  if (wantedPart('inbox-lists'))
    await measure('An inbox of a million messages', () => measureInboxLists(server, Math.min(rounds, 3)));
  if (wantedPart('funnels')) await measure('Funnels', () => measureFunnels({ databaseUrl, appSecret }));
  if (wantedPart('statements')) await measure('A statement of 10,000 lines', () => measureStatements(server, rounds));
  if (wantedPart('row-security'))
    await measure('Row-level security', () => measureRowSecurity({ server, world, rounds, seconds }));
  if (wantedPart('feeds'))
    await measure('Feeds of 5,000 products', () =>
      withOurs((ours) => measureFeeds({ databaseUrl, accountId: world.accountId, ours, rounds })),
    );
  if (wantedPart('public-pages'))
    await measure('Public pages in Chromium', async () => {
      await makeBlog(databaseUrl, world.accountId);
      const creators = await makeCreatorPages(databaseUrl, appSecret, world.accountId);
      return await withOurs(({ url }) =>
        measurePublicPages({ url, accountId: world.accountId, creators, rounds: Math.min(rounds, 3) }),
      );
    });
  if (wantedPart('cold-pages'))
    await measure('Cold pages of the blog', () =>
      withOurs((ours) => measureColdPages({ databaseUrl, accountId: world.accountId, ours, rounds })),
    );
  if (wantedPart('dashboard-pages'))
    await measure('Pages of the dashboard in Chromium', () =>
      withOurs(({ url }) =>
        measureDashboardPages({ databaseUrl, appSecret, accountId: world.accountId, url, rounds: Math.min(rounds, 3) }),
      ),
    );
  if (wantedPart('insights'))
    await measure('Insights at a million contacts and messages', () =>
      withOurs((ours) => measureInsights({ databaseUrl, appSecret, ours, rounds })),
    );
  if (wantedPart('webhooks'))
    await measure('Webhooks', () => measureWebhooks({ ...server, world, rounds: Math.min(rounds, 3), seconds }));
  const head = `${where}. ${rounds} rounds of ${seconds} s each, floor and Laris by turns; medians. 32 connections; client, servers and PostgreSQL share the machine.`;
  console.log(`\n${head}\n\n${GOALS}`);
  if (overspent.length > 0) {
    console.error(`\nSlower than the budget (bench/budget.json):\n${overspent.join('\n')}`);
    process.exitCode = 1;
  }
  if (options.write) writeResults([head, ...parts, GOALS].join('\n\n'));
}

interface Comparing {
  server: Parameters<typeof startOurs>[0];
  world: World;
  rounds: number;
  seconds: number;
}

/** Each suite has a floor of its own. @returns of each measurement its attempts: one, unless it fell short of its budget */
async function compareAll(
  suites: readonly Suite[],
  { server, world, rounds, seconds }: Comparing,
): Promise<[Comparison, ...Comparison[]][]> {
  const comparisons: [Comparison, ...Comparison[]][] = [];
  const budget = options.budget ? readBudget() : {};
  for (const { floor: floorFile, measurements, prepare } of suites) {
    await prepare?.(server.databaseUrl, world);
    const floor = await startFloor(path.join(packageRoot, 'bench', floorFile), {
      DATABASE_URL: server.databaseUrl,
      ACCOUNT_ID: world.accountId,
    });
    undo.push(() => floor.stop());
    const ours = await startOurs(server);
    undo.push(() => ours.stop());
    for (const measurement of measurements) {
      say(`${measurement.title} …`);
      const once = (): Promise<Comparison> => compare(measurement, { world, floor, ours, rounds, seconds });
      comparisons.push(await compareToBudget(once, budget, say));
    }
    await floor.stop();
    await ours.stop();
  }
  return comparisons;
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await cleanUp();
}
