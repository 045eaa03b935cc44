/** A steady load of signed requests through the balancer, and what became of each. */
import { Agent, request } from 'undici';
import { setTimeout as sleep } from 'node:timers/promises';
import { signedHeaders, type TestKey } from '@/server/testing/sign';

export interface Failure {
  what: string;
  /** Status, or what the connection said. */
  said: string;
  /** By performance.now(). */
  at: number;
}

export interface Traffic {
  /** How many were answered with 2xx, by what was asked. */
  answered: Map<string, number>;
  /** Milliseconds of each. */
  latencies: number[];
  failures: Failure[];
  /** What was acknowledged: sessions of redeemed codes, ids of events, ids of contacts. */
  redeemed: string[];
  events: string[];
  contacts: string[];
  /** Resolves when what is under way was answered. */
  stop(): Promise<void>;
}

export interface Target {
  url: string;
  key: TestKey;
  accountId: string;
  codeIds: readonly string[];
}

const CLIENTS = 12;
const PATIENCE_MS = 60_000;

interface Call {
  what: string;
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
  /** @param data of the answer */
  done?: (traffic: Traffic, data: { id?: string }) => void;
}

function callOf({ accountId, codeIds }: Target, run: string, serial: number): Call {
  const codeId = codeIds[serial % codeIds.length] as string;
  switch (serial % 6) {
    case 0:
      return { what: 'list', method: 'GET', path: '/api/v1/discount-codes?limit=20' };
    case 1:
      return { what: 'read', method: 'GET', path: `/api/v1/discount-codes/${codeId}` };
    case 2:
    case 3: {
      const checkoutSessionId = `machines-${run}-${serial}`;
      return {
        what: 'redeem',
        method: 'POST',
        path: '/api/v1/discount-codes/redeem',
        body: { accountId, discountCodeId: codeId, checkoutSessionId, appliedAmount: 1_000, appliedShipping: 0 },
        done: ({ redeemed }) => redeemed.push(checkoutSessionId),
      };
    }
    case 4: {
      const events = Array.from({ length: 5 }, (_, index) => ({
        id: `machines-${run}-${serial}-${index}`,
        name: 'viewed',
        at: new Date().toISOString(),
        email: `person${serial % 100}@example.test`,
        properties: { page: serial },
      }));
      return {
        what: 'events',
        method: 'POST',
        path: '/api/v1/events',
        body: { events },
        done: (traffic) => traffic.events.push(...events.map(({ id }) => id)),
      };
    }
    default:
      return {
        what: 'contact',
        method: 'POST',
        path: '/api/v1/contacts',
        body: { email: `made-${run}-${serial}@example.test` },
        done: ({ contacts }, { id }) => contacts.push(id as string),
      };
  }
}

/** @param perSecond requests a second over all clients, as long as answers come that fast */
export function startTraffic(target: Target, run: string, perSecond: number): Traffic {
  const agent = new Agent({ connections: CLIENTS, keepAliveTimeout: 20_000 });
  let stopping = false;
  let serial = 0;
  const traffic: Traffic = {
    answered: new Map(),
    latencies: [],
    failures: [],
    redeemed: [],
    events: [],
    contacts: [],
    async stop() {
      stopping = true;
      await Promise.all(clients);
      await agent.close();
    },
  };
  const client = async (): Promise<void> => {
    while (!stopping) {
      const began = performance.now();
      await ask(traffic, agent, target, callOf(target, run, serial++));
      await sleep(Math.max(0, (CLIENTS / perSecond) * 1000 - (performance.now() - began)));
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  return traffic;
}

/** One that fails is never sent again: each failure counts. */
async function ask(traffic: Traffic, agent: Agent, { url, key }: Target, call: Call): Promise<void> {
  const { what, method, path, done } = call;
  const body = call.body === undefined ? undefined : JSON.stringify(call.body);
  const began = performance.now();
  const fail = (said: string): void => void traffic.failures.push({ what, said, at: performance.now() });
  try {
    const answer = await request(url + path, {
      method,
      dispatcher: agent,
      headers: {
        ...signedHeaders(key, { method, url: path, body }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
      headersTimeout: PATIENCE_MS,
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) return fail(`${answer.statusCode} ${text.slice(0, 200)}`);
    traffic.latencies.push(performance.now() - began);
    traffic.answered.set(what, (traffic.answered.get(what) ?? 0) + 1);
    done?.(traffic, (JSON.parse(text) as { data: { id?: string } }).data);
  } catch (error) {
    fail(error instanceof Error ? `${error.name} ${error.message}` : String(error));
  }
}
