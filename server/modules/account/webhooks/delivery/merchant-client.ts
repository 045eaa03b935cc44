/**
 * The HTTP client to merchants' endpoints. The guard works when a connection is opened: it resolves the name, requires
 * that every address is public, and connects to exactly the checked address. A reused connection still leads there, so
 * a delivery needs no new look-up. Redirects are not followed.
 */
import { Agent, buildConnector } from 'undici';
import { literalOf, withoutTrailingDots } from '@/server/platform/lib/url-guard';
import type { VendorAnswer } from '@/server/platform/vendors/provider';
import { resolved, systemLookup, type Lookup } from '@/server/platform/vendors/lookup';
import { CONNECT_TIMEOUT_MS, dispatch, judged } from '@/server/platform/vendors/transport';

/** The time-out for all: name, connection, request and answer (docs/contract/webhooks.md#delivery). */
export const TIMEOUT_MS = 15_000;
/** The most that is read of an answer: far more than is kept, so that a page of HTML does not end the connection. */
const LONGEST_BODY = 64 * 1024;
/** As servers commonly keep theirs; what they say in Keep-Alive comes first. */
const KEPT_MS = 4_000;

export interface MerchantClient {
  /** @throws NotSentError, OutcomeUnknownError; any status is an answer. */
  post(url: string, headers: Record<string, string>, body: string): Promise<VendorAnswer>;
  /** Ends what is under way. */
  close(): Promise<void>;
}

export interface MerchantClientOptions {
  /** The function that resolves names. Default: as the operating system does. */
  lookup?: Lookup;
  /**
   * Opens a connection to an address that was judged. Given by tests and benchmarks, whose endpoints are on loopback.
   */
  connect?: buildConnector.connector;
  timeoutMs?: number;
}

export function createMerchantClient({
  lookup = systemLookup,
  connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS }),
  timeoutMs = TIMEOUT_MS,
}: MerchantClientOptions = {}): MerchantClient {
  const agent = new Agent({ connect: guarded(lookup, connect), keepAliveTimeout: KEPT_MS });
  return {
    async post(url, headers, body) {
      const deadline = performance.now() + timeoutMs;
      const { origin, hostname, pathname, search } = judged(url);
      const name = literalOf(hostname) === null ? { servername: withoutTrailingDots(hostname) } : {};
      return await dispatch(
        agent,
        { method: 'POST', url, headers, body },
        { origin, path: pathname + search, ...name },
        { deadline, longestBody: LONGEST_BODY },
      );
    },
    close: () => agent.destroy(),
  };
}

function guarded(lookup: Lookup, connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) => {
    const { hostname } = options;
    const attempt = ([address, ...others]: readonly string[]): void => {
      const ended: buildConnector.Callback = (...outcome) =>
        outcome[0] !== null && others.length > 0 ? attempt(others) : callback(...outcome);
      connect({ ...options, hostname: address as string }, ended);
    };
    resolved(lookup, hostname.includes(':') ? `[${hostname}]` : hostname, performance.now() + CONNECT_TIMEOUT_MS).then(
      attempt,
      (error: unknown) => callback(error as Error, null),
    );
  };
}
