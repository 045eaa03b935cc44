/** What shops, merchants and shoppers ask of Laris, in a mix, at a rate that does not wait for answers. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Call } from '@/bench/lib/measurement';
import { signedHeaders } from '@/server/testing/sign';
import { FEW, PEOPLE, type SoakWorld } from './world';

/** A document of the dashboard is asked for with a session, everything else with a signature. */
type Asked = Call | { page: string };

/** Of how many requests, and which; `n` is another number for each. */
const MIX: readonly (readonly [share: number, asked: (world: SoakWorld, n: number) => Asked])[] = [
  [8, (world, n) => read(`contacts/${world.id('p', person(n))}`)],
  [5, () => read('contacts?limit=50')],
  [3, (_, n) => read(`contacts?q=person${person(n)}`)],
  [4, () => read('discount-codes?limit=50')],
  [4, (world, n) => read(`discount-codes/${world.id('d', 1 + (n % FEW))}`)],
  [3, (world, n) => read(`discount-codes/${world.id('d', 1 + (n % FEW))}/redemptions`)],
  [3, () => read('broadcasts')],
  [2, (world) => read(`broadcasts/${world.id('b', 1)}/messages?status=sent`)],
  [2, () => read('webhooks/deliveries')],
  [2, () => read('audit-log')],
  [1, () => read('insights/overview')],
  [1, () => read('insights/deliverability')],
  [2, () => read('referrals/links')],
  [1, () => read('funnels')],
  [10, ({ accountId, code }) => write('discount-codes/validate', { accountId, code: code.code, ...CART })],
  [
    8,
    ({ accountId, code }, n) =>
      write('discount-codes/redeem', {
        accountId,
        discountCodeId: code.id,
        checkoutSessionId: `soak-${n}`,
        appliedAmount: 10_000,
        customerId: `customer-${person(n)}`,
      }),
  ],
  [8, (_, n) => write('contacts', { email: `soak${n % 50_000}@example.test`, firstName: 'Dewi', source: 'shop' })],
  [
    4,
    (world, n) => ({
      method: 'PATCH',
      path: `/api/v1/contacts/${world.id('p', person(n))}`,
      body: { attributes: { visits: n } },
    }),
  ],
  [
    6,
    ({ accountId }, n) =>
      write('events', {
        accountId,
        events: Array.from({ length: 5 }, (_, k) => ({
          // One in 25 is what the funnel waits for.
          name: n % 5 === 0 && k === 0 ? 'product_viewed' : 'page_viewed',
          id: `soak-${n}-${k}`,
          email: `person${person(n + k)}@example.test`,
          at: new Date().toISOString(),
          properties: { sku: k },
        })),
      }),
  ],
  [2, () => ({ page: '/' })],
  [2, () => ({ page: '/contacts' })],
  [2, () => ({ page: '/discount-codes' })],
  [1, () => ({ page: '/broadcasts' })],
];
const CART = { subtotal: 150_000, currency: 'IDR' };

/** More than that wait only where nothing is answered any more: they would fill our own memory. */
const MOST_UNDER_WAY = 1_000;

const person = (n: number): number => 1 + ((n * 7_919) % PEOPLE);
const read = (path: string): Call => ({ method: 'GET', path: `/api/v1/${path}` });
const write = (path: string, body: object): Call => ({ method: 'POST', path: `/api/v1/${path}`, body });

/** Each kind as often as its share says, evenly spread. */
const TURNS = MIX.flatMap(([share, asked]) =>
  Array.from({ length: share }, (_, k) => ({ asked, turn: (k + 0.5) / share })),
).sort((a, b) => a.turn - b.turn);

export interface Answered {
  /** Milliseconds from when it was due. */
  times: number[];
  /** The same, by what was asked for. */
  byKind: Map<string, number[]>;
  /** Of every answer that was not 2xx, and of every request that had none: what it was and how often. */
  faults: Map<string, number>;
}

const nothingYet = (): Answered => ({ times: [], byKind: new Map(), faults: new Map() });

export class Traffic {
  private readonly agent = new Agent({ connections: 64, headersTimeout: 30_000, bodyTimeout: 30_000 });
  private n = 0;
  private answered = nothingYet();
  private underWay = 0;

  constructor(
    private readonly url: string,
    private readonly world: SoakWorld,
  ) {}

  /** What was answered since it was asked last. */
  take(): Answered {
    const taken = this.answered;
    this.answered = nothingYet();
    return taken;
  }

  /** As many as can be had, a few at a time. @returns requests a second */
  async full(seconds: number, atOnce = 16): Promise<number> {
    const begun = performance.now();
    let count = 0;
    const turn = async (): Promise<void> => {
      while (performance.now() - begun < seconds * 1000) {
        await this.next(performance.now());
        count++;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, turn));
    return count / ((performance.now() - begun) / 1000);
  }

  /** So many a second until `until`, whatever the answers take. */
  async steady(rate: number, until: number): Promise<void> {
    for (let due = performance.now(); due < until; due += 1000 / rate) {
      const wait = due - performance.now();
      if (wait > 1) await sleep(wait);
      if (this.underWay < MOST_UNDER_WAY) void this.next(due);
      else this.fault('not asked: too many waited');
    }
    while (this.underWay > 0) await sleep(10);
  }

  /** One that is not of the mix: what came of it counts among the faults only. @returns `data` */
  async ask(call: Call): Promise<Record<string, unknown> | null> {
    try {
      const { status, text } = await this.send(call);
      if (status < 300) return (JSON.parse(text) as { data: Record<string, unknown> | null }).data;
      this.fault(`${call.method} ${call.path} ${status}`);
    } catch (error) {
      this.fault(`${call.method} ${call.path} ${error instanceof Error ? error.message : String(error)}`);
    }
    return null;
  }

  close(): Promise<void> {
    return this.agent.close();
  }

  private async next(due: number): Promise<void> {
    const n = this.n++;
    const asked = TURNS[n % TURNS.length]?.asked(this.world, n);
    if (asked === undefined) return;
    this.underWay++;
    const what = 'page' in asked ? asked.page : `${asked.method} ${asked.path.replace(/=.*|\/c[a-z]\w{20,}/g, '')}`;
    try {
      const { status } = await this.send(asked);
      this.answer(what, performance.now() - due);
      if (status >= 300) this.fault(`${what} ${status}`);
    } catch (error) {
      this.fault(`${what} ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      this.underWay--;
    }
  }

  private answer(what: string, ms: number): void {
    this.answered.times.push(ms);
    const ofKind = this.answered.byKind.get(what);
    if (ofKind === undefined) this.answered.byKind.set(what, [ms]);
    else ofKind.push(ms);
  }

  private fault(what: string): void {
    this.answered.faults.set(what, (this.answered.faults.get(what) ?? 0) + 1);
  }

  private async send(asked: Asked): Promise<{ status: number; text: string }> {
    const { dispatcher, url, world } = { dispatcher: this.agent, url: this.url, world: this.world };
    const answer =
      'page' in asked
        ? await request(url + asked.page, { dispatcher, headers: { cookie: world.cookie, accept: 'text/html' } })
        : await request(url + asked.path, { dispatcher, method: asked.method, ...signed(world, asked) });
    return { status: answer.statusCode, text: await answer.body.text() };
  }
}

function signed({ key }: SoakWorld, { method, path, body }: Call): { headers: Record<string, string>; body?: string } {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = signedHeaders(key, { method, url: path, body: text });
  return text === undefined ? { headers } : { headers: { ...headers, 'content-type': 'application/json' }, body: text };
}
