/** Drives a server with autocannon and says how fast it answered. */
import autocannon from 'autocannon';
import { signedHeaders } from '@/server/testing/sign';
import type { Call } from './measurement';
import type { RunningServer } from './servers';
import type { World } from './world';

export const CONNECTIONS = 32;

export interface Speed {
  /** Requests a second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Microseconds of the server's CPU for a request: steadier than the rate where others use the machine. */
  cpu: number;
}

/**
 * Signs calls as a client would. Done before the time runs, since the client shares the processors with the server;
 * the signature holds for 300 seconds.
 */
export function signed(world: World, calls: Call[]): autocannon.Request[] {
  return calls.map(({ method, path, body, headers: others }) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = { ...others, ...signedHeaders(world.key, { method, url: path, body: text }) };
    return {
      method,
      path,
      headers: text === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      ...(text === undefined ? {} : { body: text }),
    };
  });
}

/**
 * Sends the requests over 32 connections; the answers of `seconds` seconds are counted. The time is shorter when a
 * connection has sent its part of them before: sent again, a redemption would not be the first of its session.
 * @param is3xx every answer is to be a 302 or 304
 * @throws Error when an answer was not 2xx, or not that
 */
export async function drive(
  { url, cpu }: Pick<RunningServer, 'url' | 'cpu'>,
  requests: autocannon.Request[],
  seconds: number,
  is3xx = false,
): Promise<Speed> {
  const latencies: number[] = [];
  let first = 0;
  let last = 0;
  const cpuBefore = cpu();
  const answered = await run(url, requests, { connectionEnds: 'all', is3xx }, (latency) => {
    const at = performance.now();
    first ||= at;
    last = at;
    latencies.push(latency);
    return at - first < seconds * 1000;
  });
  latencies.sort((a, b) => a - b);
  const percentile = (share: number): number =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  return {
    rate: (latencies.length - 1) / ((last - first) / 1000),
    p50: percentile(0.5),
    p99: percentile(0.99),
    cpu: (cpu() - cpuBefore) / answered,
  };
}

/** Sends each of the requests once and gives the requests a second. */
export async function sendAll(url: string, requests: autocannon.Request[], is3xx = false): Promise<number> {
  const started = performance.now();
  await run(url, requests, { connectionEnds: 'itself', is3xx }, () => true);
  return (requests.length / (performance.now() - started)) * 1000;
}

/**
 * @param options.connectionEnds what ends when a connection has sent its part of the requests
 * @param options.is3xx 302 or 304 is the answer that is wanted
 * @param onAnswer false: that was the last answer that counts
 * @returns how many answers there were, those that do not count included
 */
function run(
  url: string,
  requests: autocannon.Request[],
  options: { connectionEnds: 'all' | 'itself'; is3xx: boolean },
  onAnswer: (latency: number) => boolean,
): Promise<number> {
  return new Promise((resolve, reject) => {
    let answered = 0;
    const left = new Map<autocannon.Client, number>();
    let counting = true;
    const instance = autocannon(
      {
        url,
        connections: CONNECTIONS,
        duration: 600,
        sampleInt: 20,
        ...(options.connectionEnds === 'itself' ? { amount: requests.length } : {}),
        // Every connection has its own part of the requests.
        setupClient: (client) => {
          const part = requests.filter((_request, index) => index % CONNECTIONS === left.size);
          left.set(client, part.length);
          client.setRequests(part);
        },
      },
      (error, result) => {
        if (error !== null) return reject(error);
        const wrong = options.is3xx ? result['2xx'] + result.non2xx - result['3xx'] : result.non2xx;
        if (wrong > 0 || result.errors > 0)
          return reject(
            new Error(
              `${wrong} answers were not ${options.is3xx ? '3xx' : '2xx'}, ${result.errors} requests had no answer (${url})`,
            ),
          );
        resolve(answered);
      },
    );
    instance.on('response', (client: autocannon.Client, _status: number, _bytes: number, latency: number) => {
      answered++;
      if (!counting) return;
      const remaining = (left.get(client) ?? 0) - 1;
      left.set(client, remaining);
      counting = onAnswer(latency) && (remaining > 0 || options.connectionEnds === 'itself');
      if (!counting) instance.stop();
    });
  });
}
