/**
 * A vendor stood in for by a local HTTP server: it keeps every request as it came over the wire and answers what the
 * test lays out. With it the checks that every adapter has to pass, whatever its vendor.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { Transport, VendorAnswer } from '@/server/platform/vendors/provider';
import { createTransport, type TransportOptions } from '@/server/platform/vendors/transport';

/** A request as the vendor saw it. */
export interface ReceivedRequest {
  method: string;
  /** Without the query, still percent-encoded. */
  path: string;
  query: URLSearchParams;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string;
}

/**
 * The stand-in's reaction to one request. `cut`: reads it whole, then closes the connection without an answer. `half`:
 * sends an answer's head and half of its body, then closes. `silence`: never answers.
 */
export type Script = Partial<VendorAnswer> | 'cut' | 'half' | 'silence';

export class StandInVendor {
  /** Every request since the test began, oldest first. */
  requests: ReceivedRequest[] = [];
  private script: Script[] = [];
  private fallback: Script = { status: 200, body: '{}' };
  private server: Server | undefined;

  /** `http://127.0.0.1:<port>`, to be a connection's `base`. */
  get base(): string {
    return `http://127.0.0.1:${(this.server?.address() as AddressInfo).port}`;
  }

  /** The only request of the test. */
  get request(): ReceivedRequest {
    expect(this.requests).toHaveLength(1);
    return this.requests[0]!;
  }

  /** Answers for the requests to come, in this order; the last one for all that follow. Default status 200, body '{}'. */
  answers(...script: Script[]): void {
    this.script = script.slice(0, -1);
    this.fallback = script.at(-1) ?? this.fallback;
  }

  /** Ends the connections: whoever still waits for an answer gets none. */
  hangUp(): void {
    this.server?.closeAllConnections();
  }

  reset(): void {
    this.requests = [];
    this.script = [];
    this.fallback = { status: 200, body: '{}' };
  }

  async start(): Promise<void> {
    this.server = createServer((request, response) => void this.handle(request, response));
    await new Promise<void>((resolve) => this.server?.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve));
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const [path = '', query = ''] = (request.url ?? '').split(/\?(.*)/s);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    this.requests.push({
      method: request.method ?? '',
      path,
      query: new URLSearchParams(query),
      headers,
      body: Buffer.concat(chunks).toString('utf8'),
    });
    const step = this.script.shift() ?? this.fallback;
    if (step === 'cut') return void request.socket.destroy();
    if (step === 'silence') return;
    if (step === 'half') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
      response.write('{"half":');
      return void setImmediate(() => request.socket.destroy());
    }
    response.writeHead(step.status ?? 200, { 'content-type': 'application/json', ...step.headers });
    response.end(step.body ?? '{}');
  }
}

/** A stand-in for the tests of a file, empty before each of them. */
export function useVendor(): StandInVendor {
  const vendor = new StandInVendor();
  beforeAll(() => vendor.start());
  beforeEach(() => vendor.reset());
  afterAll(() => vendor.stop());
  return vendor;
}

/** An address where nobody listens. */
export async function deadAddress(): Promise<string> {
  const vendor = new StandInVendor();
  await vendor.start();
  const { base } = vendor;
  await vendor.stop();
  return base;
}

/** A transport that fails the test when it is used: for callbacks that need no network. */
export const noTransport: Transport = {
  request: ({ url }) => Promise.reject(new Error(`Nothing should be asked of ${url}.`)),
  guarded: ({ url }) => Promise.reject(new Error(`Nothing should be asked of ${url}.`)),
};

const real = createTransport();

/**
 * For a transport whose guard does its work while every connection leads to a plain server on loopback: all names are
 * of one public address.
 * @param portOf of the server that stands in for a name
 */
export function toLoopback(portOf: (name: string, port: string) => string): TransportOptions {
  const connect = buildConnector({});
  return {
    lookup: () => Promise.resolve([{ address: '93.184.216.34' }]),
    dispatcher: new Agent({
      connect: ({ servername = '', port, ...options }, callback) =>
        connect({ ...options, protocol: 'http:', hostname: '127.0.0.1', port: portOf(servername, port) }, callback),
    }),
  };
}

const downloads = createTransport(toLoopback((_, port) => port));

/**
 * The worker's own transport, for a vendor on loopback: the guard, which would refuse that, stands aside. Files are
 * downloaded from `https://<any name>:<port>`, and come from the plain server at that port.
 */
export const loopbackTransport: Transport = {
  request: (...request) => real.request(...request),
  guarded: (...request) => real.request(...request),
  download: (...request) => downloads.download(...request),
};
