/**
 * One large workspace beside many small ones: what every list, every figure and the usual writes take in it, beside a
 * workspace of 10,000 contacts, 50,000 messages and 5,000 redemptions in the same database, by turns; and what a small one
 * notices while the large one is asked as much as can be. The goal: p99 at most 1.5 times.
 *
 *   npm run bench -- --scale --only=large                 100,000 contacts, 500,000 messages, 50,000 redemptions, 50 small ones
 *   npm run bench -- --scale --only=large --full --data=/srv/large   the workspace of docs/scale.md beside 1,000 small ones: needs
 *                                                         7.2 KB of disk a contact (18 GB), and an hour
 *   … --people=10000000                                   of another size
 * With --data the database is kept in that folder and used again; whoever has finished deletes the folder.
 */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Agent, request } from 'undici';
import { percentile } from '@/bench/lib/percentile';
import type { Call } from '@/bench/lib/measurement';
import { startOurs } from '@/bench/lib/servers';
import { lay } from '@/bench/lib/table';
import { migrateQueue } from '@/server/platform/jobs/queue-tables';
import { packageRoot } from '@/server/platform/lib/package-root';
import { migrate } from '@/server/migrations/migrate';
import { startEmbeddedPostgres } from '@/server/postgres/embedded';
import { signedHeaders } from '@/server/testing/sign';
import { load, type Space, type Spaces } from './large/load';
import { allRequests, type Asked } from './large/requests';
import { samplesOf, SEGMENT, type Samples } from './large/samples';
import type { ScaleOptions, ScalePart } from './part';

/** How large, how long each request is asked for, and what PostgreSQL is given. */
const SMALLER = { people: 100_000, smalls: 50, seconds: 0.5, most: 40, memory: '512MB', maintenance: '256MB' };
const WHOLE = { people: 2_500_000, smalls: 1_000, seconds: 2.5, most: 300, memory: '3GB', maintenance: '1GB' };
const USUAL_PEOPLE = 10_000;

/** What is asked for. */
const GOAL = 1.5;
/** So little that a clock and a scheduler make more of a difference. */
const NOISE_MS = 10;
/** What ends the bench with an error: no noise of a busy machine. */
const ALARM = { share: 4, ms: 250 };
/** Figures and searches that look at every row of a set or a period: their time is that of the rows (docs/scale.md says of each what it is). */
const BY_ROWS =
  /segments\/(\{id\}\/(count|contacts)|preview|fields)|insights\/(overview|attribution|deliverability|timeseries)|duplicates|report|billing\/usage|audit-log\/verify|q=/;
const LANES = 8;

interface Turns {
  title: string;
  usual: number[];
  large: number[];
}

interface Side {
  space: Space;
  samples: Samples;
}

export const largeWorkspace: ScalePart = {
  name: 'large',
  title: 'A large workspace beside small ones',
  missing: () => null,
  run,
};

async function run(say: (line: string) => void, options: ScaleOptions): Promise<string> {
  const given = options.full ? WHOLE : SMALLER;
  const form = { ...given, people: options.people ?? given.people };
  const folder = options.data ?? fs.mkdtempSync(path.join(os.tmpdir(), 'laris-large-'));
  if (options.data === null) options.undoLater(() => fs.rmSync(folder, { recursive: true, force: true }));
  fs.mkdirSync(folder, { recursive: true });
  // Others may enter: started by root, PostgreSQL runs as nobody.
  fs.chmodSync(folder, 0o711);
  const made = path.join(folder, 'made.json');
  const isThere = fs.existsSync(made);
  const settings = {
    ...{ shared_buffers: form.memory, maintenance_work_mem: form.maintenance, effective_cache_size: '8GB' },
    // While it is loaded nothing has to outlive the machine.
    ...(isThere ? {} : { fsync: 'off', full_page_writes: 'off', max_wal_size: '1GB', autovacuum: 'off' }),
  };
  const start = (given: Record<string, string>) =>
    startEmbeddedPostgres({
      dir: path.join(folder, 'postgres'),
      password: 'large-workspace',
      flags: Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    });
  let postgres = await start(settings);
  options.undoLater(() => postgres.stop());
  await migrate(postgres.url);
  await migrateQueue(postgres.url);
  let world: { spaces: Spaces; appSecret: string };
  if (isThere) world = JSON.parse(fs.readFileSync(made, 'utf8')) as typeof world;
  else {
    const appSecret = randomBytes(32).toString('hex');
    const { people, smalls } = form;
    const spaces = await load({
      ...{ databaseUrl: postgres.url, appSecret, people, usualPeople: USUAL_PEOPLE, smalls, say },
    });
    world = { spaces, appSecret };
    fs.writeFileSync(made, JSON.stringify(world), { mode: 0o600 });
    await postgres.stop();
    const { shared_buffers, maintenance_work_mem, effective_cache_size } = settings;
    postgres = await start({ shared_buffers, maintenance_work_mem, effective_cache_size });
  }
  return await measure(postgres.url, world, form, { say, options });
}

interface Measuring {
  say: (line: string) => void;
  options: ScaleOptions;
}

async function measure(
  databaseUrl: string,
  { spaces, appSecret }: { spaces: Spaces; appSecret: string },
  form: typeof WHOLE,
  { say, options }: Measuring,
): Promise<string> {
  const main = path.join(packageRoot, '.build', 'main.js');
  const ours = await startOurs({ main, databaseUrl, appSecret, extensions: 'message-list,webhook-delivery' });
  options.undoLater(() => ours.stop());
  const agent = new Agent({ connections: 64, headersTimeout: 120_000, bodyTimeout: 120_000 });
  options.undoLater(() => agent.close());
  const ask = async ({ key }: Space, { method, path: address, body }: Call): Promise<string> => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = { ...signedHeaders(key, { method, url: address, body: text }), 'content-type': 'application/json' };
    const answer = await request(ours.url + address, {
      ...{ dispatcher: agent, method, headers },
      ...(text === undefined ? {} : { body: text }),
    });
    const said = await answer.body.text();
    if (answer.statusCode >= 300)
      throw new Error(`${method} ${address} answered ${answer.statusCode}: ${said.slice(0, 200)}`);
    return said;
  };
  const sideOf = async (space: Space): Promise<Side> => {
    const body = { name: `Large ${Date.now().toString(36)}`, definition: SEGMENT };
    const segment = await ask(space, { method: 'POST', path: '/api/v1/audience-segments', body });
    const { data } = JSON.parse(segment) as { data: { id: string } };
    return { space, samples: await samplesOf(databaseUrl, space, data.id) };
  };
  const [large, usual, small] = [await sideOf(spaces.large), await sideOf(spaces.usual), await sideOf(spaces.small)];
  const { asked, unknown } = allRequests();
  if (unknown.length > 0) say(`Not known to bench/scale/large/requests.ts: ${unknown.join(', ')}`);

  const timed = async ({ space, samples }: Side, each: Asked, n: number): Promise<number> => {
    const begun = performance.now();
    await ask(space, each.call(samples, n));
    return performance.now() - begun;
  };
  const turns: Turns[] = [];
  const faults: string[] = [];
  for (const each of asked) {
    const turn: Turns = { title: each.title, usual: [], large: [] };
    try {
      // The first plans, and is not counted.
      await timed(usual, each, 0);
      await timed(large, each, 0);
      const until = performance.now() + form.seconds * 1000;
      for (let n = 1; n <= form.most && (n <= 5 || performance.now() < until); n++) {
        turn.usual.push(await timed(usual, each, n));
        turn.large.push(await timed(large, each, n));
      }
      turns.push(turn);
      say(rowOf(turn).join('  '));
    } catch (error) {
      faults.push(`${each.title}: ${error instanceof Error ? error.message : String(error)}`);
      say(faults.at(-1) ?? '');
    }
  }
  const neighbours = await measureNeighbour({ small, usual, large }, asked, timed, form.seconds * 4);
  const over = turns.filter((turn) => verdictOf(turn) !== 'met');
  const count = (share: number): string => Math.round(form.people * share).toLocaleString('en');
  const text = [
    `${count(1)} contacts, ${count(5)} messages, ${count(0.5)} redemptions in one workspace beside ${form.smalls.toLocaleString('en')} small ones, and one of ${USUAL_PEOPLE.toLocaleString('en')}, ${(USUAL_PEOPLE * 5).toLocaleString('en')} and ${(USUAL_PEOPLE / 2).toLocaleString('en')}; asked by turns, one at a time; shared_buffers ${form.memory}; load of the machine ${os.loadavg()[0]?.toFixed(1) ?? '?'} on ${os.availableParallelism()} processors. Goal: p99 at most ${GOAL} times that of 10,000 (or ${NOISE_MS} ms more): ${turns.length - over.length} of ${turns.length} met.`,
    lay([['Request', 'p50', 'p99', 'large p50', 'p99', 'p50 ×', 'p99 ×', 'asked', 'Goal'], ...turns.map(rowOf)]),
    neighbours,
    ...(faults.length === 0 ? [] : [`Not answered: ${faults.join('; ')}`]),
  ].join('\n\n');
  const alarming = over.filter(({ title, usual: few, large: many }) => {
    if (BY_ROWS.test(title)) return false;
    const [less, more] = [percentile(few, 0.5), percentile(many, 0.5)];
    return more > less * ALARM.share && more - less > ALARM.ms;
  });
  if (alarming.length > 0 || faults.length > 0)
    throw new Error(`${[...alarming.map(({ title }) => `${title} grows`), ...faults].join('; ')}\n\n${text}`);
  return text;
}

function verdictOf({ title, usual, large }: Turns): string {
  const [few, many] = [percentile(usual, 0.99), percentile(large, 0.99)];
  if (many <= few * GOAL || many <= few + NOISE_MS) return 'met';
  return BY_ROWS.test(title) ? 'by its rows' : '**missed**';
}

function rowOf(turn: Turns): string[] {
  const [usual, large] = [turn.usual, turn.large];
  const times = [percentile(usual, 0.5), percentile(usual, 0.99), percentile(large, 0.5), percentile(large, 0.99)];
  const [p50, p99] = [
    percentile(large, 0.5) / percentile(usual, 0.5),
    percentile(large, 0.99) / percentile(usual, 0.99),
  ];
  return [
    turn.title,
    ...times.map((ms) => `${ms.toFixed(1)} ms`),
    p50.toFixed(2),
    p99.toFixed(2),
    String(large.length),
    verdictOf(turn),
  ];
}

/** What a small workspace asks most. */
const NEIGHBOUR = /^(GET \/(contacts|contacts\/\{id\}|discount-codes|broadcasts)|POST \/discount-codes\/validate)$/;
/** What costs the large one most. */
const BURDEN = /insights|q= a name|preview|report|import|count/;

/**
 * A small workspace alone, while one of 10,000 is asked as much as can be, and while the large one is: the difference of the
 * last two is what size does, the rest is that they share processors.
 */
async function measureNeighbour(
  { small, usual, large }: { small: Side; usual: Side; large: Side },
  asked: readonly Asked[],
  timed: (side: Side, each: Asked, n: number) => Promise<number>,
  seconds: number,
): Promise<string> {
  const own = asked.filter(({ title }) => NEIGHBOUR.test(title));
  const burden = asked.filter(({ title }) => BURDEN.test(title));
  const turn = async (beside: Side | null): Promise<[times: number[], answered: number]> => {
    const times: number[] = [];
    let [answered, isOver] = [0, false];
    const lane = async (first: number): Promise<void> => {
      for (let n = first; !isOver; n += LANES) {
        const each = burden[n % burden.length];
        if (beside === null || each === undefined) return;
        // What is refused because too much waits is what fair shares are for.
        await timed(beside, each, 10_000 + n).then(
          () => answered++,
          () => undefined,
        );
      }
    };
    const lanes = Array.from({ length: LANES }, (_, place) => lane(place));
    for (const until = performance.now() + seconds * 1000; performance.now() < until;)
      for (const each of own) times.push(await timed(small, each, times.length));
    isOver = true;
    await Promise.all(lanes);
    return [times, answered];
  };
  const rows = [['A workspace of 300 contacts', 'p50', 'p99', 'asked', 'answered beside it']];
  for (const [title, beside] of [
    ['alone', null],
    [`beside ${LANES} who ask one of 10,000 for what costs most`, usual],
    [`beside ${LANES} who ask the large one for it`, large],
  ] as const) {
    const [times, answered] = await turn(beside);
    rows.push([
      title,
      `${percentile(times, 0.5).toFixed(1)} ms`,
      `${percentile(times, 0.99).toFixed(1)} ms`,
      String(times.length),
      String(answered),
    ]);
  }
  return lay(rows);
}
