/**
 * npm run bench: our built server against the floor (lib/floor.ts), on a PostgreSQL of its own with the settings of
 * production.
 *
 *   --only=validate,get   these measurements only; memory and contacts are two of them
 *   --seconds=5           length of a round (2)
 *   --rounds=9            rounds of each (5)
 *   --server=main.js      another build than .build/main.js
 *   --million             the one send to a million too
 *   --write               writes bench/RESULTS.md
 */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '@/server/db/embedded';
import { migrate } from '@/server/db/migrate';
import { migrateQueue } from '@/server/jobs/queue-tables';
import { packageRoot } from '@/server/lib/package-root';
import { measureSegments } from './audience-segments';
import { blog, makeBlog } from './blog';
import { measureContacts } from './contacts';
import { measureBroadcastSend } from './broadcast-send';
import { measureDelivery } from './delivery';
import { discountCodes } from './discount-codes';
import { measureEmailCompile } from './email-compile';
import { measureFeeds } from './feeds';
import { measureInsights } from './insights';
import { compare, type Comparison } from './lib/compare';
import { circumstances, writeResults } from './lib/results';
import type { Suite } from './lib/measurement';
import { startFloor, startOurs } from './lib/servers';
import { GOALS, memoryTable, table } from './lib/table';
import { CODES, makeWorld } from './lib/world';
import { marketingCampaigns } from './marketing-campaigns';
import { measureMemory } from './memory';
import { pixels } from './pixels';
import { measurePublicPages } from './public-pages';
import { referrals } from './referrals';
import { measureWebhooks } from './webhooks';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
    server: { type: 'string', default: path.join(packageRoot, '.build', 'main.js') },
    million: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});

/** A floor each. */
const SUITES: readonly Suite[] = [discountCodes, referrals, pixels, blog, marketingCampaigns];

/** Undone in reverse order, also when somebody ends us. */
const undo: (() => Promise<void> | void)[] = [];
async function cleanUp(): Promise<void> {
  for (let step = undo.pop(); step !== undefined; step = undo.pop()) await step();
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cleanUp().then(() => process.exit(1)));

const say = (text: string): void => void process.stderr.write(`${text}\n`);

async function main(): Promise<void> {
  const only = options.only?.split(',');
  const wanted = (name: string): boolean => only?.includes(name) ?? true;
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
  const comparisons: Comparison[] = [];
  for (const { floor: floorFile, measurements, prepare } of suites) {
    await prepare?.(databaseUrl, world);
    const floor = await startFloor(path.join(packageRoot, 'bench', floorFile), {
      DATABASE_URL: databaseUrl,
      ACCOUNT_ID: world.accountId,
    });
    undo.push(() => floor.stop());
    const ours = await startOurs(server);
    undo.push(() => ours.stop());
    for (const measurement of measurements) {
      say(`${measurement.title} …`);
      comparisons.push(await compare(measurement, { world, floor, ours, rounds, seconds }));
    }
    await floor.stop();
    await ours.stop();
  }
  const parts = comparisons.length > 0 ? [table(comparisons)] : [];
  if (wanted('memory')) {
    say('Memory …');
    parts.push(memoryTable(await measureMemory(world, discountCodes.measurements, server)));
  }
  if (wanted('contacts')) {
    say('Contacts …');
    const ours = await startOurs(server);
    undo.push(() => ours.stop());
    parts.push(await measureContacts({ databaseUrl, appSecret, url: ours.url, rounds }));
  }
  if (wanted('audience-segments')) {
    say('Segments …');
    parts.push(await measureSegments(databaseUrl));
  }
  if (wanted('email-compile')) {
    say('Compiling e-mails …');
    parts.push(measureEmailCompile(seconds));
  }
  if (wanted('broadcast-send')) {
    say('Sending to 100,000 …');
    const ours = await startOurs(server);
    undo.push(() => ours.stop());
    parts.push(await measureBroadcastSend({ databaseUrl, appSecret, url: ours.url, rounds, million: options.million }));
    await ours.stop();
  }
  if (wanted('delivery')) {
    say('Delivering 100,000 …');
    parts.push(await measureDelivery({ databaseUrl, appSecret, rounds: Math.min(rounds, 3) }));
  }
  if (wanted('feeds')) {
    say('Feeds of 5,000 products …');
    const ours = await startOurs(server);
    undo.push(() => ours.stop());
    parts.push(await measureFeeds({ databaseUrl, accountId: world.accountId, ours, rounds }));
    await ours.stop();
  }
  if (wanted('public-pages')) {
    say('Public pages in Chromium …');
    await makeBlog(databaseUrl, world.accountId);
    const ours = await startOurs(server);
    undo.push(() => ours.stop());
    parts.push(await measurePublicPages({ url: ours.url, accountId: world.accountId, rounds: Math.min(rounds, 3) }));
    await ours.stop();
  }
  if (wanted('insights')) {
    say('Insights at a million contacts and messages …');
    const ours = await startOurs(server);
    undo.push(() => ours.stop());
    parts.push(await measureInsights({ databaseUrl, appSecret, ours, rounds }));
    await ours.stop();
  }
  if (wanted('webhooks')) {
    say('Webhooks …');
    parts.push(await measureWebhooks({ ...server, world, rounds: Math.min(rounds, 3), seconds }));
  }
  const text = [
    `${where}. ${rounds} rounds of ${seconds} s each, floor and Laris by turns; medians. 32 connections; client, servers and PostgreSQL share the machine.`,
    ...parts,
    GOALS,
  ].join('\n\n');
  console.log(`\n${text}`);
  if (options.write) writeResults(text);
}

main()
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  })
  .finally(cleanUp);
