/** The floor and our server take turns, so that whatever else the machine does hits both. */
import { isDeepStrictEqual } from 'node:util';
import { drive, sendAll, signed, type Speed } from './load';
import type { Measurement } from './measurement';
import type { RunningServer } from './servers';
import type { World } from './world';

export interface Comparison {
  title: string;
  /** Share of the floor's rate that is to be reached; undefined: the usual one. */
  goal: number | undefined;
  floor: Speed;
  ours: Speed;
  /** Ours to the floor's: the median of the rounds, the lowest and the highest. */
  rate: { median: number; lowest: number; highest: number };
  p99: number;
  cpu: number;
}

export interface Contest {
  world: World;
  floor: RunningServer;
  ours: RunningServer;
  rounds: number;
  seconds: number;
}

/** Until the code is compiled and the connections are made. */
const WARM_UP = 5_000;
/** Requests are made beforehand, for a server this much faster than it was so far. */
const SPARE = 2;

let serial = 0;

/** @throws Error when the two do not answer the same */
export async function compare(measurement: Measurement, contest: Contest): Promise<Comparison> {
  const { world, floor, ours } = contest;
  await requireSameAnswer(measurement, contest);
  const make = (count: number) =>
    signed(
      world,
      Array.from({ length: Math.ceil(count) }, () => measurement.call(world, ++serial)),
    );
  const warmUp = async (server: RunningServer): Promise<() => Promise<Speed>> => {
    let fastest = await sendAll(server.url, make(measurement.warmUp ?? WARM_UP), measurement.status !== undefined);
    return async () => {
      const speed = await drive(
        server,
        make(fastest * contest.seconds * SPARE),
        contest.seconds,
        measurement.status !== undefined,
      );
      fastest = Math.max(fastest, speed.rate);
      return speed;
    };
  };
  const [floorTurn, ourTurn] = [await warmUp(floor), await warmUp(ours)];
  const rounds: { floor: Speed; ours: Speed }[] = [];
  for (let round = 0; round < contest.rounds; round++) rounds.push({ floor: await floorTurn(), ours: await ourTurn() });

  const speed = (side: 'floor' | 'ours'): Speed => ({
    rate: median(rounds.map((round) => round[side].rate)),
    p50: median(rounds.map((round) => round[side].p50)),
    p99: median(rounds.map((round) => round[side].p99)),
    cpu: median(rounds.map((round) => round[side].cpu)),
  });
  const rates = rounds.map((round) => round.ours.rate / round.floor.rate);
  return {
    title: measurement.title,
    goal: measurement.goal,
    floor: speed('floor'),
    ours: speed('ours'),
    rate: { median: median(rates), lowest: Math.min(...rates), highest: Math.max(...rates) },
    p99: median(rounds.map((round) => round.ours.p99 / round.floor.p99)),
    cpu: median(rounds.map((round) => round.ours.cpu / round.floor.cpu)),
  };
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[half] as number)
    : ((sorted[half - 1] as number) + (sorted[half] as number)) / 2;
}

/** As much as tells two answers apart for whoever reads the log. */
const inShort = (answer: unknown): string => JSON.stringify(answer).slice(0, 1_000);

/** A floor that leaves something out would be no floor. Sent twice, so that a redemption is an old one for both. */
async function requireSameAnswer(measurement: Measurement, { world, floor, ours }: Contest): Promise<void> {
  const [request] = signed(world, [measurement.call(world, ++serial)]);
  if (request === undefined) return;
  const { path, ...init } = request;
  if (measurement.status !== undefined) {
    const placeOf = async (server: RunningServer): Promise<string | null> => {
      const { status, headers } = await fetch(server.url + path, { ...init, redirect: 'manual' });
      if (status !== measurement.status) throw new Error(`${measurement.title}: ${server.url} answers ${status}`);
      // Each leads on with an id that it makes.
      return headers.get('location')?.replace(/c[0-9a-f]{24}/, '') ?? null;
    };
    if ((await placeOf(floor)) !== (await placeOf(ours)))
      throw new Error(`${measurement.title}: the floor and our server lead elsewhere`);
    return;
  }
  const dataOf = async (server: RunningServer): Promise<unknown> =>
    ((await (await fetch(server.url + path, init)).json()) as { data: unknown }).data;
  await dataOf(ours);
  const [expected, given] = [await dataOf(floor), await dataOf(ours)];
  if (given === null || !isDeepStrictEqual(expected, given))
    throw new Error(`${measurement.title}: the floor answers\n${inShort(expected)}\nand our server\n${inShort(given)}`);
}
