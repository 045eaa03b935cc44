/**
 * Steady load over all web processes, and a ledger of what was answered: each call is repeated, the same, until it is
 * answered with 2xx, as a client that honours 503 does.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { signedHeaders, type TestKey } from '@/server/testing/sign';

const PAUSE_MS = 20;
/** Longer than any bound of the service: what takes longer hangs. */
const GIVE_UP_MS = 60_000;
const EVENTS_A_CALL = 20;
const CHUNK_ROWS = 1_000;

export interface World {
  accountId: string;
  key: TestKey;
  cookie: string;
  codeId: string;
}

/** One answer, or none (status 0). */
export interface Answered {
  kind: string;
  /** performance.now() of the question and of the answer. */
  asked: number;
  at: number;
  status: number;
  retryAfter: string | null;
  code: string | null;
}

interface Call {
  kind: string;
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
  /** By the dashboard's session instead of the key. */
  session?: boolean;
  idempotencyKey?: string;
}

export class Load {
  readonly answers: Answered[] = [];
  /** What was acknowledged: checkout sessions, addresses of contacts, ids of events, imports with their rows. */
  readonly redeemed = new Set<string>();
  readonly contacts = new Set<string>();
  readonly events = new Set<string>();
  readonly imports = new Map<string, number>();
  private turn = 0;
  private serial = 0;
  private stopped = false;
  private abandoned = false;
  private readonly loops: Promise<void>[] = [];

  constructor(
    private readonly urls: readonly string[],
    private readonly world: World,
  ) {}

  start(): void {
    for (let n = 0; n < 4; n++) this.loop(() => this.redeem());
    for (let n = 0; n < 2; n++) this.loop(() => this.createContact());
    for (let n = 0; n < 2; n++) this.loop(() => this.sendEvents());
    // Each of these is asked for as it comes, whatever the answer.
    for (const call of PROBES(this.world.accountId)) this.loop(() => this.once(call).then(() => sleep(300)));
  }

  /** Ends when what was begun is acknowledged. */
  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.loops);
  }

  /** Ends as soon as it can, whatever was answered: something else failed. */
  async abandon(): Promise<void> {
    this.abandoned = true;
    await this.stop();
  }

  /** Asks again until it is 2xx. @returns its data @throws Error when the load is abandoned */
  async until2xx(call: Call): Promise<unknown> {
    for (;;) {
      if (this.abandoned) throw new Error('The load was abandoned.');
      const { status, retryAfter, data } = await this.once(call);
      if (status >= 200 && status < 300) return data;
      await sleep(retryAfter === null ? 250 : Number(retryAfter) * 1000);
    }
  }

  /** An import of a file of so many rows, sent in chunks. @returns its id */
  async sendImport(rows: number): Promise<string> {
    const of = this.imports.size;
    const { id } = (await this.trpc('contacts.imports.create', {
      fileName: `people-${of}.csv`,
      totalRows: rows,
      headers: ['E-mail'],
    })) as { id: string };
    for (let first = 0, position = 0; first < rows; first += CHUNK_ROWS, position++) {
      const count = Math.min(CHUNK_ROWS, rows - first);
      await this.trpc('contacts.imports.putChunk', {
        id,
        position,
        firstRow: first,
        rows: Array.from({ length: count }, (_, n) => {
          const email = `file${of}-${first + n}@example.com`;
          return { row: first + n, contact: { email, firstName: 'Sari' }, cells: [email] };
        }),
      });
    }
    this.imports.set(id, rows);
    return id;
  }

  trpc(name: string, input: unknown): Promise<unknown> {
    return this.until2xx({ kind: name, method: 'POST', path: `/api/trpc/${name}`, body: input, session: true });
  }

  private async redeem(): Promise<void> {
    const session = `session-${this.serial++}`;
    const body = {
      discountCodeId: this.world.codeId,
      checkoutSessionId: session,
      customerId: `customer-${this.serial % 50}`,
      appliedAmount: 1000,
    };
    await this.until2xx({ kind: 'redeem', method: 'POST', path: '/api/v1/discount-codes/redeem', body });
    this.redeemed.add(session);
  }

  private async createContact(): Promise<void> {
    const email = `made${this.serial++}@example.com`;
    const key = `key-${email}`;
    await this.until2xx({
      kind: 'contact',
      method: 'POST',
      path: '/api/v1/contacts',
      body: { email },
      idempotencyKey: key,
    });
    this.contacts.add(email);
  }

  private async sendEvents(): Promise<void> {
    const at = new Date().toISOString();
    const ids = Array.from({ length: EVENTS_A_CALL }, () => `event-${this.serial++}`);
    const events = ids.map((id, n) => ({
      name: 'product_viewed',
      id,
      at,
      email: `made${n}@example.com`,
      properties: {},
    }));
    await this.until2xx({ kind: 'events', method: 'POST', path: '/api/v1/events', body: { events } });
    for (const id of ids) this.events.add(id);
  }

  private loop(step: () => Promise<void>): void {
    const run = async (): Promise<void> => {
      while (!this.stopped) {
        await step().catch((error: unknown) => {
          if (!this.abandoned) throw error;
        });
        await sleep(PAUSE_MS);
      }
    };
    this.loops.push(run());
  }

  /** One question to the next web process in turn. */
  private async once(call: Call): Promise<Answered & { data: unknown }> {
    const base = this.urls[this.turn++ % this.urls.length] as string;
    const body = call.body === undefined ? undefined : JSON.stringify(call.body);
    const { method, path: url, idempotencyKey } = call;
    const credentials =
      call.session === true
        ? { cookie: this.world.cookie, origin: base }
        : signedHeaders(this.world.key, { method, url, body, idempotencyKey });
    const asked = performance.now();
    let answered: Answered & { data: unknown };
    try {
      const response = await fetch(base + url, {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(GIVE_UP_MS),
        headers: { ...credentials, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body }),
      });
      const text = await response.text();
      const { data, code } = read(text);
      const retryAfter = response.headers.get('retry-after');
      answered = { kind: call.kind, asked, at: performance.now(), status: response.status, retryAfter, code, data };
    } catch (error) {
      const code = error instanceof Error ? error.message : String(error);
      answered = { kind: call.kind, asked, at: performance.now(), status: 0, retryAfter: null, code, data: null };
    }
    const { data: _, ...noted } = answered;
    this.answers.push(noted);
    return answered;
  }
}

/** What people and machines look at meanwhile. */
const PROBES = (accountId: string): Call[] => [
  { kind: 'readyz', method: 'GET', path: '/readyz' },
  { kind: 'healthz', method: 'GET', path: '/healthz' },
  { kind: 'public route', method: 'GET', path: `/api/v1/discount-codes/applicable/${accountId}` },
  { kind: 'public page', method: 'GET', path: `/b/${accountId}` },
  { kind: 'dashboard page', method: 'GET', path: '/contacts', session: true },
  { kind: 'list', method: 'GET', path: '/api/v1/contacts?limit=20' },
];

/** The data of an answer of either door, and the code of a refusal. */
function read(text: string): { data: unknown; code: string | null } {
  try {
    const body = JSON.parse(text) as {
      data?: unknown;
      result?: { data: unknown };
      error?: { code?: unknown; data?: { appCode?: string } } | null;
    };
    const code = body.error?.data?.appCode ?? body.error?.code;
    return { data: body.result?.data ?? body.data, code: typeof code === 'string' ? code : null };
  } catch {
    return { data: null, code: null };
  }
}
