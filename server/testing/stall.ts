/**
 * For how long one request keeps the process from doing anything else. Counted in time of the processor of the one thread
 * that all requests share, between two looks of a timer, so that a busy machine does not make it longer: what others use
 * of the processor is not in it.
 */
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

const LOOK_MS = 2;

/** Milliseconds of the processor that this thread has used; of the process where the system does not tell them apart. */
const used = ((): (() => number) => {
  const ofThread = (): number => Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6;
  try {
    if (ofThread() > 0) return ofThread;
  } catch {
    // Linux only.
  }
  return () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
})();

export interface SlowRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | Buffer;
}

export interface Stall {
  /** 0 when the connection ended without an answer. */
  status: number;
  /** The longest stretch without a turn for others. */
  ms: number;
}

/** Sends from a thread of its own: making and writing ten megabytes is not the server's work. */
const SENDER = `
const { parentPort, workerData } = require('node:worker_threads');
const http = require('node:http');
const agent = new http.Agent({ keepAlive: false });
parentPort.on('message', ({ method, url, headers, body }) => {
  let done = false;
  const tell = (status) => { if (!done) { done = true; parentPort.postMessage(status); } };
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const request = http.request(workerData + url, { agent, method, headers: { ...headers, 'content-length': bytes.length } }, (response) => {
    response.resume();
    response.on('close', () => tell(response.statusCode));
  });
  request.on('error', () => tell(0));
  request.end(bytes);
});`;

export function stallMeter(baseUrl: string): {
  measure(request: SlowRequest): Promise<Stall>;
  close(): Promise<number>;
} {
  const sender = new Worker(SENDER, { eval: true, workerData: baseUrl });
  return {
    async measure({ body, ...rest }) {
      // A copy, which goes to the other thread: the body may be sent again.
      const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
      let longest = 0;
      let last = used();
      const look = (): void => {
        const now = used();
        longest = Math.max(longest, now - last);
        last = now;
      };
      const answer = new Promise<number>((resolve) => sender.once('message', resolve));
      sender.postMessage({ ...rest, body: bytes }, [bytes.buffer]);
      last = used();
      const timer = setInterval(look, LOOK_MS);
      const status = await answer;
      look();
      clearInterval(timer);
      return { status, ms: longest };
    },
    close: () => sender.terminate(),
  };
}
