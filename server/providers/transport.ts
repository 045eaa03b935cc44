/**
 * The way out to vendors and to merchants' own addresses, over undici. It tells what was surely not sent from what may
 * have been acted upon (docs/contract/broadcasts.md#delivery): undici calls `onRequestStart` in the same turn in which
 * it writes the request, so a failure before it is NotSentError, one after it OutcomeUnknownError.
 *
 * Connections are kept open for 4 seconds at most, less where the server says so, and undici looks for a close before
 * it uses one again, so one that the server closed while idle is replaced and the request goes out on a new one.
 */
import { isUrl } from '@/server/lib/is-url';
import { at, listAt } from '@/server/providers/json';
import { lookup as dnsLookup } from 'node:dns/promises';
import { Agent, type Dispatcher } from 'undici';
import { checkAddress, isPublicAddress, literalOf, withoutTrailingDots } from '@/server/lib/url-guard';
import {
  NotSentError,
  OutcomeUnknownError,
  type RequestOptions,
  type Transport,
  type VendorAnswer,
  type VendorRequest,
} from '@/server/providers/provider';

/** Every address of a name. */
export type Lookup = (hostname: string) => Promise<readonly { address: string }[]>;

export interface TransportOptions {
  /** What opens the connections, e.g. of tests and benchmarks. It is given the address that the guard has judged. */
  dispatcher?: Dispatcher;
  /** How the guard resolves names. Default: as the operating system does. */
  lookup?: Lookup;
}

export const CONNECT_TIMEOUT_MS = 5_000;
const TIMEOUT_MS = 30_000;
const LONGEST_BODY = 1024 * 1024;
const MOST_REDIRECTS = 3;
/** Addresses of one name that are tried when there is no connection. */
const MOST_ADDRESSES = 4;
/** What must not travel to another origin along with a redirect. */
const CREDENTIAL_HEADERS = new Set(['authorization', 'cookie', 'proxy-authorization']);

export const systemLookup: Lookup = (hostname) => dnsLookup(hostname, { all: true });

/**
 * The transport of a process. `guarded` follows 307 and 308, and a GET's 301, 302 and 303, three times at most; any
 * other redirect of a POST is an answer, for following it would drop the message's body.
 */
export function createTransport({
  dispatcher = new Agent({ connect: { timeout: CONNECT_TIMEOUT_MS }, keepAliveTimeout: 4_000 }),
  lookup = systemLookup,
}: TransportOptions = {}): Transport & { close(): Promise<void> } {
  return {
    request: async (request, options) => dispatch(dispatcher, request, destination(request.url), limitsOf(options)),
    guarded: (request, options) => guarded(dispatcher, lookup, request, limitsOf(options)),
    close: () => dispatcher.close(),
  };
}

/** How long all of it may take, and how much of an answer is read. */
interface Limits {
  /** By performance.now(). */
  deadline: number;
  /** Bytes of the answer's body; what is longer is cut off, and the connection with it. */
  longestBody: number;
}

const limitsOf = ({ timeoutMs = TIMEOUT_MS, longestBody = LONGEST_BODY }: RequestOptions = {}): Limits => ({
  deadline: performance.now() + timeoutMs,
  longestBody,
});

/** Where a request goes: the origin to connect to, and the name that the server is to see and prove. */
export interface Destination {
  origin: string;
  path: string;
  /** Of a request whose origin is an address that was looked up. */
  host?: string;
  servername?: string;
}

function destination(url: string): Destination {
  if (!isUrl(url)) throw new NotSentError('The address is not valid.', true);
  const { origin, pathname, search } = new URL(url);
  return { origin, path: pathname + search };
}

async function guarded(
  dispatcher: Dispatcher,
  lookup: Lookup,
  first: VendorRequest,
  limits: Limits,
): Promise<VendorAnswer> {
  let request = first;
  for (let redirects = 0; ; redirects++) {
    const url = judged(request.url, redirects);
    const answer = await pinned(dispatcher, lookup, request, url, limits);
    const next = redirectOf(request, url, answer);
    if (next === null) return answer;
    if (redirects === MOST_REDIRECTS)
      throw new NotSentError(`The address redirects more than ${MOST_REDIRECTS} times.`, true);
    request = next;
  }
}

/**
 * The parsed address, when it may be called at all.
 * @throws NotSentError, final
 */
export function judged(text: string, redirects = 0): URL {
  const verdict = checkAddress(text);
  if (verdict.ok) return new URL(verdict.url);
  throw new NotSentError(
    redirects === 0 ? `The address ${verdict.reason}.` : `The address redirects to one that ${verdict.reason}.`,
    true,
  );
}

/** Sends to the very addresses that were judged: there is no second look-up that could answer differently. */
async function pinned(
  dispatcher: Dispatcher,
  lookup: Lookup,
  request: VendorRequest,
  url: URL,
  limits: Limits,
): Promise<VendorAnswer> {
  const { deadline } = limits;
  const addresses = await resolved(lookup, url.hostname, deadline);
  const port = url.port === '' ? '' : `:${url.port}`;
  const name = literalOf(url.hostname) === null ? { servername: withoutTrailingDots(url.hostname) } : {};
  let failure: unknown;
  for (const address of addresses) {
    const origin = `https://${address.includes(':') ? `[${address}]` : address}${port}`;
    try {
      return await dispatch(
        dispatcher,
        request,
        { origin, path: url.pathname + url.search, host: url.host, ...name },
        limits,
      );
    } catch (error) {
      failure ??= error;
      if (!(error instanceof NotSentError) || error.final || performance.now() >= deadline) throw error;
    }
  }
  throw failure;
}

/**
 * The addresses of a host, all of them public.
 * @param hostname as a URL has it, IPv6 in brackets
 * @throws NotSentError, final when one is not.
 */
export async function resolved(lookup: Lookup, hostname: string, deadline: number): Promise<string[]> {
  const literal = literalOf(hostname);
  const addresses = literal === null ? await named(lookup, hostname, deadline) : [literal];
  if (!addresses.every(isPublicAddress))
    throw new NotSentError('The address leads to a private or local network.', true);
  if (addresses.length === 0) throw new NotSentError('The name of the address has no IP address.');
  return addresses.slice(0, MOST_ADDRESSES);
}

async function named(lookup: Lookup, hostname: string, deadline: number): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new NotSentError('The name of the address was not resolved in time.')),
      Math.max(deadline - performance.now(), 0),
    );
  });
  try {
    return (await Promise.race([lookup(hostname), late])).map(({ address }) => address);
  } catch (error) {
    throw error instanceof NotSentError
      ? error
      : new NotSentError(`The name of the address was not resolved${codeOf(error)}.`);
  } finally {
    clearTimeout(timer);
  }
}

/** The request that a redirect asks for; null where it is none that is followed. */
function redirectOf(request: VendorRequest, url: URL, { status, headers }: VendorAnswer): VendorRequest | null {
  const kept =
    status === 307 ||
    status === 308 ||
    (request.method === 'GET' && (status === 301 || status === 302 || status === 303));
  const { location } = headers;
  if (!kept || location === undefined || !isUrl(location, url.href)) return null;
  const next = new URL(location, url.href);
  if (next.origin === url.origin) return { ...request, url: next.href };
  return {
    ...request,
    url: next.href,
    headers: Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => !CREDENTIAL_HEADERS.has(name.toLowerCase())),
    ),
  };
}

/** One request, one answer; redirects are not followed. */
export function dispatch(
  dispatcher: Dispatcher,
  { method, headers, body }: VendorRequest,
  { origin, path, host, servername }: Destination,
  { deadline, longestBody = LONGEST_BODY }: Pick<Limits, 'deadline'> & Partial<Limits>,
): Promise<VendorAnswer> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let over = false;
    let answer: VendorAnswer | undefined;
    const chunks: Buffer[] = [];
    let length = 0;
    const end = (settle: () => void): void => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      settle();
    };
    const fail = (error: unknown): void => end(() => reject(failureOf(error, controller !== undefined)));
    const succeed = (): void =>
      end(
        () => answer && resolve({ ...answer, body: Buffer.concat(chunks).subarray(0, longestBody).toString('utf8') }),
      );
    const timer = setTimeout(
      () => {
        fail(new TimeoutError());
        controller?.abort(new TimeoutError());
      },
      Math.max(deadline - performance.now(), 0),
    );

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        // It waited for a connection until its time was up: nothing is written.
        if (over) return started.abort(new TimeoutError());
        controller = started;
      },
      onResponseStart(_, status, fields) {
        if (status >= 200) answer = { status, headers: textHeaders(fields), body: '' };
      },
      onResponseData(_, chunk) {
        chunks.push(chunk);
        length += chunk.length;
        if (length < longestBody) return;
        succeed();
        controller?.abort(new Error('The answer is longer than what is read of one.'));
      },
      onResponseEnd: succeed,
      onResponseError: (_, error) => fail(error),
    };
    const options = {
      origin,
      path,
      method,
      body: body ?? null,
      headers: host === undefined ? headers : { ...headers, host },
      headersTimeout: 0,
      bodyTimeout: 0,
      ...(servername === undefined ? {} : { servername }),
    };
    try {
      dispatcher.dispatch(options, handler);
    } catch (error) {
      fail(error);
    }
  });
}

class TimeoutError extends Error {}

const textHeaders = (headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );

/**
 * What a failure means for the request. Messages name the failure by its code; undici's own words may hold addresses.
 * EPIPE after the start is still not sent: the other side had closed before our last byte was written.
 */
function failureOf(error: unknown, started: boolean): NotSentError | OutcomeUnknownError {
  // Of a connection that was refused before it was opened (server/worker/webhooks/merchant-client.ts).
  if (error instanceof NotSentError) return error;
  const code = at(error, 'code');
  if (code === 'UND_ERR_INVALID_ARG')
    return new NotSentError(
      'The request cannot be written: a header or the address holds a character that HTTP does not allow.',
      true,
    );
  if (error instanceof TimeoutError)
    return started ? new OutcomeUnknownError('No answer in time.') : new NotSentError('No connection in time.');
  if (!started || code === 'EPIPE') return new NotSentError(`No connection${codeOf(error)}.`);
  return new OutcomeUnknownError(`The connection ended without a whole answer${codeOf(error)}.`);
}

/** A failure's code, e.g. ` (ECONNREFUSED)`; several for a name with several addresses. */
function codeOf(error: unknown): string {
  const failures: readonly unknown[] = error instanceof AggregateError ? listAt(error, 'errors') : [error];
  const codes = failures.map((each) => at(each, 'code')).filter((code) => typeof code === 'string');
  return codes.length === 0 ? '' : ` (${[...new Set(codes)].join(', ')})`;
}
