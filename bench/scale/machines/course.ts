/** What the machines are put through, and what must hold of each. */
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '@/bench/lib/percentile';
import { signedHeaders } from '@/server/testing/sign';
import { addressOf, isReady, until, type Fleet, type Running } from './fleet';
import type { Sinks } from './sinks';
import { smoke } from './smoke';
import { startTraffic, type Traffic } from './traffic';
import { draftTo, type World } from './world';

export interface Stage {
  fleet: Fleet;
  world: World;
  sinks: Sinks;
  say: (line: string) => void;
}

/** A row of the table: what was tried, what happened. */
export type Figure = [what: string, found: string];

const PER_SECOND = 30;

/** What is to hold and does not. */
function require(holds: boolean, words: string): void {
  if (!holds) throw new Error(words);
}

export async function everything({ fleet, world }: Stage): Promise<Figure> {
  const { key, accountId, cookie, codeIds } = world;
  let calls = 0;
  for (const machine of fleet.web)
    calls += await smoke(machine, { key, accountId, cookie, codeId: codeIds[0] as string });
  return [
    'Every way through PgBouncer, each web process asked by itself',
    `${calls} calls and ${fleet.web.length} files imported, none failed`,
  ];
}

export async function rollingRestart(stage: Stage): Promise<Figure[]> {
  const { fleet, say } = stage;
  const broadcast = await send(stage);
  const traffic = startTraffic(targetOf(stage), `roll-${Date.now()}`, PER_SECOND);
  await sleep(2_000);
  const began = performance.now();
  const stops: number[] = [];
  for (const machine of [...fleet.web, ...fleet.workers]) {
    const ms = await fleet.restart(machine);
    say(`  ${machine.name} anew: stopped in ${seconds(ms)} s, ${traffic.failures.length} failures so far`);
    stops.push(ms);
  }
  const took = performance.now() - began;
  await traffic.stop();
  const { failures } = traffic;
  require(failures.length === 0, `Rolling restart: ${failureSummary(failures)}`);
  const kept = await isKept(stage, traffic);
  const messages = await isSent(stage, broadcast);
  require(messages.doubled === 0, `Rolling restart: ${messages.doubled} messages were handed over twice.`);
  return [
    [
      'All seven restarted, one after the other, under load',
      `${count(traffic.latencies.length)} requests in ${seconds(took)} s, 0 failed; p99 ${Math.round(percentile(traffic.latencies, 0.99))} ms; a process stopped in ${seconds(Math.max(...stops))} s at most`,
    ],
    ['… what was acknowledged', kept],
    ['… messages of the broadcast that was under way', `${messages.sent} sent, each handed over once`],
  ];
}

/** A web process stands still: only what it holds suffers. */
export async function stalledWeb(stage: Stage): Promise<Figure> {
  const { fleet } = stage;
  const [stalled] = fleet.web as [Running];
  const traffic = startTraffic(targetOf(stage), `stall-${Date.now()}`, PER_SECOND);
  await sleep(2_000);
  stalled.process.kill('SIGSTOP');
  const began = performance.now();
  await sleep(STALL_MS);
  stalled.process.kill('SIGCONT');
  await isReady(stalled);
  await sleep(2_000);
  await traffic.stop();
  const last = Math.max(0, ...traffic.failures.map(({ at }) => at - began));
  require(last <
    OUT_MS, `A stalled web process failed requests ${seconds(last)} s later still: ${failureSummary(traffic.failures)}`);
  const kept = await isKept(stage, traffic);
  return [
    `One web process stopped (SIGSTOP) for ${STALL_MS / 1000} s`,
    `${traffic.failures.length} of ${count(traffic.latencies.length + traffic.failures.length)} requests failed, all within ${seconds(last)} s; ${kept}; it was asked again once it went on`,
  ];
}
const STALL_MS = 15_000;
/** Two checks of the balancer, each of four seconds and one apart, and what the machine takes. */
const OUT_MS = 15_000;

/** A web process cut off from the database says so, and comes back. */
export async function cutOff(stage: Stage): Promise<Figure[]> {
  const { fleet, world } = stage;
  const cut = fleet.web[1] as Running;
  const url = '/api/v1/discount-codes?limit=5';
  const ask = async (): Promise<{ status: number; retryAfter: string | null; ms: number }> => {
    const asked = performance.now();
    const answer = await fetch(addressOf(cut) + url, { headers: signedHeaders(world.key, { method: 'GET', url }) });
    await answer.text();
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), ms: performance.now() - asked };
  };
  const traffic = startTraffic(targetOf(stage), `cut-${Date.now()}`, PER_SECOND);
  await sleep(2_000);
  fleet.network.setDatabaseLink(cut, 'down');
  const began = performance.now();
  const answers: Awaited<ReturnType<typeof ask>>[] = [];
  // One a second, as clients would come.
  const asking: Promise<unknown>[] = [];
  while (performance.now() - began < CUT_MS) {
    asking.push(ask().then((answer) => answers.push(answer)));
    await sleep(1_000);
  }
  fleet.network.setDatabaseLink(cut, 'up');
  const up = performance.now();
  await until('The web process that was cut off answers', 60_000, async () => (await ask()).status === 200);
  const back = performance.now() - up;
  await Promise.all(asking);
  await isReady(cut);
  await sleep(2_000);
  await traffic.stop();
  const refused = answers.filter(({ status }) => status === 503);
  const others = answers.filter(({ status }) => status !== 503 && status !== 200);
  require(others.length ===
    0, `A process without its database answered ${others.map(({ status }) => status).join(', ')}`);
  require(refused.length > 0, 'A process without its database refused nothing.');
  require(refused.every(({ retryAfter }) => retryAfter !== null), 'A 503 had no Retry-After.');
  const last = Math.max(0, ...traffic.failures.map(({ at }) => at - began));
  const kept = await isKept(stage, traffic);
  return [
    [
      `One web process cut off from the database for ${CUT_MS / 1000} s`,
      `asked by itself: ${refused.length} × 503 with Retry-After, after ${seconds(Math.min(...refused.map(({ ms }) => ms)))} to ${seconds(Math.max(...refused.map(({ ms }) => ms)))} s, ${answers.length - refused.length} × 200 once it was back; it answered again ${seconds(back)} s after the link`,
    ],
    [
      '… through the balancer meanwhile',
      `${traffic.failures.length} of ${count(traffic.latencies.length + traffic.failures.length)} requests failed, all within ${seconds(last)} s; ${kept}`,
    ],
  ];
}
const CUT_MS = 20_000;

/** A worker stands still for longer than its leases: others take them, and it does nothing of theirs afterwards. */
export async function stalledWorker(stage: Stage): Promise<Figure[]> {
  const { fleet, sinks, say } = stage;
  const [stalled] = fleet.workers as [Running];
  const first = sinks.messages.length;
  const broadcast = await send(stage);
  await until('The worker sends', 60_000, () =>
    Promise.resolve(sinks.messages.slice(first).filter(({ from }) => from === stalled.address).length > 2),
  );
  stalled.process.kill('SIGSTOP');
  const began = performance.now();
  const inHand = await inHandOver(stage, broadcast);
  say(`  ${inHand.size} messages of all workers were in hand-over as it stopped`);
  const messages = await isSent(stage, broadcast, LEASE_MS + 120_000);
  const took = performance.now() - began;
  const waited = Math.max(0, LEASE_MS + 5_000 - took);
  await sleep(waited);
  const before = sinks.messages.length;
  stalled.process.kill('SIGCONT');
  await sleep(10_000);
  const after = sinks.messages.slice(before).filter(({ from }) => from === stalled.address).length;
  const doubled = messages.ids.filter((id) => arrivals(sinks, id) > 1);
  const beyond = doubled.filter((id) => !inHand.has(id));
  require(beyond.length ===
    0, `${beyond.length} messages were handed over twice that were not in hand-over at the stop.`);
  const next = await send(stage);
  await until('The worker goes on', 60_000, () =>
    Promise.resolve(sinks.messages.slice(before).some(({ from }) => from === stalled.address)),
  );
  const again = await isSent(stage, next);
  const own = again.ids.filter((id) => sinks.messages.some((each) => each.id === id && each.from === stalled.address));
  require(own.length > 0, 'The worker that had stood still sent nothing afterwards.');
  return [
    [
      `One worker stopped (SIGSTOP) in mid-send for ${seconds(took + waited)} s, its leases being of ${LEASE_MS / 1000} s`,
      `all ${messages.sent} messages sent by the others; ${doubled.length} of the ${inHand.size} that were in hand-over at the stop came twice, each with the same idempotency key, and none else; ${after} requests of its own as it woke`,
    ],
    ['… of the next broadcast', `${own.length} of ${again.sent} messages sent by it, ${again.doubled} twice`],
  ];
}
/** As the worker has them (server/modules/messaging/broadcasts/delivery/delivery.ts). */
const LEASE_MS = 120_000;

// ------------------------------------------------------------------------------------------------------------------------

const targetOf = ({ fleet, world: { key, accountId, codeIds } }: Stage) => ({
  url: fleet.url,
  key,
  accountId,
  codeIds,
});

/** @returns the id of a broadcast that is being sent to everybody */
async function send({ fleet, world }: Stage): Promise<string> {
  const { id } = await draftTo(world);
  const url = `/api/v1/broadcasts/${id}/send`;
  const answer = await fetch(fleet.url + url, {
    method: 'POST',
    headers: signedHeaders(world.key, { method: 'POST', url }),
  });
  require(answer.ok, `The send was answered ${answer.status} ${await answer.text()}`);
  return id;
}

const arrivals = ({ messages }: Sinks, id: string): number => messages.filter((each) => each.id === id).length;

interface Sent {
  ids: string[];
  sent: number;
  doubled: number;
}

/** Waits until all of a broadcast are sent, and counts what arrived. */
async function isSent(stage: Stage, campaignId: string, patienceMs = 180_000): Promise<Sent> {
  const { world, sinks } = stage;
  const { prisma } = world.services.database;
  const where = { accountId: world.accountId, campaignId };
  await until('All messages are sent', patienceMs, async () => {
    const open = await prisma.marketingMessage.count({ where: { ...where, status: { in: ['queued', 'sending'] } } });
    return open === 0;
  });
  const rows = await prisma.marketingMessage.findMany({ where, select: { id: true, status: true } });
  const failed = rows.filter(({ status }) => status !== 'sent');
  require(failed.length === 0, `${failed.length} messages were not sent.`);
  const lost = rows.filter(({ id }) => arrivals(sinks, id) === 0);
  require(lost.length === 0, `${lost.length} messages that are sent never arrived.`);
  return {
    ids: rows.map(({ id }) => id),
    sent: rows.length,
    doubled: rows.filter(({ id }) => arrivals(sinks, id) > 1).length,
  };
}

async function inHandOver({ world }: Stage, campaignId: string): Promise<Set<string>> {
  const rows = await world.services.database.prisma.marketingMessage.findMany({
    where: { accountId: world.accountId, campaignId, status: 'sending' },
    select: { id: true },
  });
  return new Set(rows.map(({ id }) => id));
}

/** Everything that was acknowledged is there, once, and was told. @returns it in words */
async function isKept({ world, sinks }: Stage, { redeemed, events, contacts }: Traffic): Promise<string> {
  const { pool } = world.services.database;
  const rows = async (text: string, values: unknown[]): Promise<number> =>
    (await pool.query<{ n: number }>(text, values)).rows[0]?.n ?? 0;
  const uses = await rows(
    `SELECT count(*)::int AS n FROM "DiscountRedemption" WHERE "accountId" = $1 AND "checkoutSessionId" = ANY ($2)`,
    [world.accountId, redeemed],
  );
  require(uses === redeemed.length, `${redeemed.length} redeems were acknowledged, ${uses} are there.`);
  const kept = await rows(`SELECT count(*)::int AS n FROM "ShopperEvent" WHERE "accountId" = $1 AND id = ANY ($2)`, [
    world.accountId,
    events,
  ]);
  require(kept === events.length, `${events.length} events were acknowledged, ${kept} are there.`);
  await until('Each contact was reported', 120_000, () =>
    Promise.resolve(contacts.every((id) => sinks.contacts.has(id))),
  );
  return `${count(uses)} redeems = rows, ${count(kept)} events = rows, ${count(contacts.length)} contacts each told by webhook`;
}

function failureSummary(failures: Traffic['failures']): string {
  const lines = failures.slice(0, 8).map(({ what, said }) => `${what}: ${said}`);
  return `${failures.length} requests failed (${lines.join('; ')})`;
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1);
const count = (value: number): string => value.toLocaleString('en');
