/**
 * The common part of the stand-ins for Xendit and PayPal: a local HTTP server that speaks JSON, may be told to fail,
 * and delivers callbacks. What it serves is each vendor's own.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { VendorAnswer } from '@/server/platform/vendors/provider';

export interface Asked {
  method: string;
  /** Still percent-encoded, without the query. */
  path: string;
  query: URLSearchParams;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string;
}

export type Scripted = Pick<VendorAnswer, 'status'> & { body?: unknown };

/** The action instead of its work: it answers this, reads the request and cuts the line, or never answers. */
export type Trouble = Scripted | 'cut' | 'silence';

/** A callback as it goes out. */
export interface Delivery {
  headers: Record<string, string>;
  body: Buffer;
}

export abstract class PaymentVendor {
  /** Every request since it started, oldest first. */
  readonly asked: Asked[] = [];
  private readonly troubles: { on: RegExp; trouble: Trouble; times: number }[] = [];
  private server: Server | undefined;

  get base(): string {
    return `http://127.0.0.1:${(this.server?.address() as AddressInfo).port}`;
  }

  /** Trouble for the requests to come whose `METHOD /path` matches. */
  make(trouble: Trouble, on = /^/, times = 1): void {
    this.troubles.push({ on, trouble, times });
  }

  /** Counts the requests for `METHOD /path`. */
  count(what: RegExp): number {
    return this.asked.filter(({ method, path }) => what.test(`${method} ${path}`)).length;
  }

  async start(): Promise<void> {
    this.server = createServer((request, response) => void this.handle(request, response));
    await new Promise<void>((resolve) => this.server?.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve));
  }

  /** The vendor's own work. */
  protected abstract serve(asked: Asked): Scripted;

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://vendor.test');
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const asked = {
      method: request.method ?? '',
      path: pathname,
      query: searchParams,
      headers,
      body: Buffer.concat(chunks).toString('utf8'),
    };
    this.asked.push(asked);
    const trouble = this.trouble(`${asked.method} ${asked.path}`);
    if (trouble === 'cut') return void request.socket.destroy();
    if (trouble === 'silence') return;
    const { status, body } = trouble ?? this.serve(asked);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body === undefined ? '' : JSON.stringify(body));
  }

  private trouble(what: string): Trouble | undefined {
    const found = this.troubles.find(({ on, times }) => times > 0 && on.test(what));
    if (found !== undefined) found.times -= 1;
    return found?.trouble;
  }
}
