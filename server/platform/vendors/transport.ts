/**
 * The client to vendors and to merchants' own addresses, over undici. It tells surely unsent requests from those that
 * may have been acted upon (docs/contract/broadcasts.md#delivery): undici calls `onRequestStart` in the same turn in
 * which it writes the request. A failure before that is NotSentError, one after it OutcomeUnknownError.
 *
 * Connections stay open for at most 4 seconds, less if the server says so. Undici checks for a close before it uses one
 * again, so a connection that the server closed while idle is replaced, and the request goes out on a new one.
 */
import { isUrl } from '@/server/platform/lib/is-url';
import { TemporaryFile } from '@/server/platform/vendors/download';
import { at } from '@/server/platform/vendors/json';
import { codeOf, resolved, systemLookup, type Lookup } from '@/server/platform/vendors/lookup';
import { MailWay, type MailWayOptions } from '@/server/platform/vendors/mail-way';
import { Agent, type Dispatcher } from 'undici';
import { checkAddress, literalOf, withoutTrailingDots } from '@/server/platform/lib/url-guard';
import {
  FileTooLargeError,
  NotSentError,
  OutcomeUnknownError,
  type Download,
  type DownloadOptions,
  type RequestOptions,
  type Transport,
  type VendorAnswer,
  type VendorRequest,
} from '@/server/platform/vendors/provider';

export interface TransportOptions {
  /**
   * The dispatcher that opens connections; replaced in tests and benchmarks. Receives the address that the guard has
   * judged.
   */
  dispatcher?: Dispatcher;
  /** Resolves names for the guard. Default: as the operating system does. */
  lookup?: Lookup;
  /** The connections to mail servers, which tests replace too, and the name with which we greet. */
  mail?: Pick<MailWayOptions, 'name' | 'connect' | 'tls' | 'longestMs'>;
}

export const CONNECT_TIMEOUT_MS = 5_000;
const TIMEOUT_MS = 30_000;
const DOWNLOAD_TIMEOUT_MS = 120_000;
const LONGEST_BODY = 1024 * 1024;
const MOST_REDIRECTS = 3;
/** The headers that must not travel to another origin along with a redirect. */
const CREDENTIAL_HEADERS = new Set(['authorization', 'cookie', 'proxy-authorization']);

/**
 * Makes the transport of a process. `guarded` follows 307 and 308, and a GET's 301, 302 and 303, at most three times.
 * Any other redirect of a POST is returned as an answer, because following it would drop the message's body.
 */
export function createTransport({
  dispatcher = new Agent({ connect: { timeout: CONNECT_TIMEOUT_MS }, keepAliveTimeout: 4_000 }),
  lookup = systemLookup,
  mail = {},
}: TransportOptions = {}): Required<Transport> & { close(): Promise<void> } {
  const mailWay = new MailWay({ lookup, ...mail });
  return {
    request: async (request, options) => dispatch(dispatcher, request, destination(request.url), limitsOf(options)),
    async guarded(request, options) {
      const limits = limitsOf(options);
      const send: Send<VendorAnswer> = (hop, to) => dispatch(dispatcher, hop, to, limits);
      return options?.redirects === 'answer'
        ? await pinned(lookup, request, judged(request.url), limits.deadline, send)
        : await guarded(lookup, request, limits.deadline, send);
    },
    download(request, { timeoutMs = DOWNLOAD_TIMEOUT_MS, endsAt, ...options }) {
      const deadline = performance.now() + timeoutMs;
      const send: Send<Download> = (hop, to) => save(dispatcher, hop, to, { deadline, ...options });
      return guarded(lookup, request, deadline, send, endsAt);
    },
    mail: (request) => mailWay.send(request),
    async close() {
      mailWay.close();
      await dispatcher.close();
    },
  };
}

/** The limits of a request: its time, and the bytes of the answer that are read. */
interface Limits {
  /** The end of the allowed time, by performance.now(). */
  deadline: number;
  /** Bytes of the answer's body that are read; for a longer one the connection is closed. */
  longestBody: number;
}

const limitsOf = ({ timeoutMs = TIMEOUT_MS, longestBody = LONGEST_BODY }: RequestOptions = {}): Limits => ({
  deadline: performance.now() + timeoutMs,
  longestBody,
});

/** The destination of a request: the origin to connect to, and the name that the server is to see and prove. */
export interface Destination {
  origin: string;
  path: string;
  /** The host of the request, when the origin is an address that was looked up. */
  host?: string;
  servername?: string;
}

function destination(url: string): Destination {
  if (!isUrl(url)) throw new NotSentError('The address is not valid.', true);
  const { origin, pathname, search } = new URL(url);
  return { origin, path: pathname + search };
}

/** Sends one request to a destination, and follows no redirect. */
type Send<Answer> = (request: VendorRequest, to: Destination) => Promise<Answer>;

async function guarded<Answer extends Pick<VendorAnswer, 'status' | 'headers'>>(
  lookup: Lookup,
  first: VendorRequest,
  deadline: number,
  send: Send<Answer>,
  endsAt?: string,
): Promise<Answer> {
  let request = first;
  for (let redirects = 0; ; redirects++) {
    const url = judged(request.url, redirects);
    const answer = await pinned(lookup, request, url, deadline, send);
    const next = redirectOf(request, url, answer);
    if (next === null || (endsAt !== undefined && new URL(next.url).hostname === endsAt)) return answer;
    if (redirects === MOST_REDIRECTS)
      throw new NotSentError(`The address redirects more than ${MOST_REDIRECTS} times.`, true);
    request = next;
  }
}

/**
 * Parses an address that may be called.
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
async function pinned<Answer>(
  lookup: Lookup,
  request: VendorRequest,
  url: URL,
  deadline: number,
  send: Send<Answer>,
): Promise<Answer> {
  const addresses = await resolved(lookup, url.hostname, deadline);
  const port = url.port === '' ? '' : `:${url.port}`;
  const name = literalOf(url.hostname) === null ? { servername: withoutTrailingDots(url.hostname) } : {};
  let failure: unknown;
  for (const address of addresses) {
    const origin = `https://${address.includes(':') ? `[${address}]` : address}${port}`;
    try {
      return await send(request, { origin, path: url.pathname + url.search, host: url.host, ...name });
    } catch (error) {
      failure ??= error;
      if (!(error instanceof NotSentError) || error.final || performance.now() >= deadline) throw error;
    }
  }
  throw failure;
}

/** Returns the request for a redirect; null when it is not followed. */
function redirectOf(
  request: VendorRequest,
  url: URL,
  { status, headers }: Pick<VendorAnswer, 'status' | 'headers'>,
): VendorRequest | null {
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

/** Sends one request and returns its answer; redirects are not followed. */
export function dispatch(
  dispatcher: Dispatcher,
  request: VendorRequest,
  to: Destination,
  { deadline, longestBody = LONGEST_BODY }: Pick<Limits, 'deadline'> & Partial<Limits>,
): Promise<VendorAnswer> {
  const chunks: Buffer[] = [];
  let length = 0;
  return exchange(dispatcher, request, to, deadline, {
    take(chunk) {
      chunks.push(chunk);
      length += chunk.length;
      return length < longestBody;
    },
    answer: (head) => ({ ...head, body: Buffer.concat(chunks).subarray(0, longestBody).toString('utf8') }),
  });
}

/** Like `dispatch`, and writes the body of a 200 into a file. */
async function save(
  dispatcher: Dispatcher,
  request: VendorRequest,
  to: Destination,
  { deadline, mostBytes, isCut = false }: Pick<Limits, 'deadline'> & DownloadOptions,
): Promise<Download> {
  const file = await TemporaryFile.make();
  const { url } = request;
  try {
    const answer = await exchange(dispatcher, request, to, deadline, {
      take(chunk, { status, headers }, controller) {
        // What is said in place of a file is nothing to keep.
        if (status !== 200) return false;
        const room = mostBytes - file.size;
        const isTooLarge = chunk.length > room || Number(headers['content-length']) > mostBytes;
        if (isTooLarge && !isCut) throw new FileTooLargeError('The file is too large.');
        file.append(chunk.subarray(0, room), controller);
        return chunk.length < room || !isCut;
      },
      answer: (head) => ({ ...head, url }),
    });
    if (answer.status === 200) return { ...answer, file: await file.whole() };
    await file.close();
    return { ...answer, file: null };
  } catch (error) {
    await file.close();
    throw error;
  }
}

type Head = Pick<VendorAnswer, 'status' | 'headers'>;

/** Handles an answer while it arrives. */
interface Receiver<Answer> {
  /**
   * @returns false to stop reading and close the connection
   * @throws the error with which the answer fails
   */
  take(chunk: Buffer, head: Head, controller: Dispatcher.DispatchController): boolean;
  /** Called once the whole body was received. */
  answer(head: Head): Answer;
}

function exchange<Answer>(
  dispatcher: Dispatcher,
  { method, headers, body }: VendorRequest,
  { origin, path, host, servername }: Destination,
  deadline: number,
  receiver: Receiver<Answer>,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let over = false;
    let head: Head | undefined;
    const end = (settle: () => void): void => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      settle();
    };
    const fail = (error: unknown): void => end(() => reject(failureOf(error, controller !== undefined)));
    const succeed = (): void => end(() => head && resolve(receiver.answer(head)));
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
        if (status >= 200) head = { status, headers: textHeaders(fields) };
      },
      onResponseData(current, chunk) {
        if (over || head === undefined) return;
        try {
          if (receiver.take(chunk, head, current)) return;
          succeed();
        } catch (error) {
          fail(error);
        }
        current.abort(new Error('No more of the answer is read.'));
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
 * Returns the error for a failed request. Messages name the failure by its code, because undici's own words may contain
 * addresses. EPIPE after the start still means not sent: the other side had closed before our last byte was written.
 */
function failureOf(error: unknown, started: boolean): NotSentError | OutcomeUnknownError | FileTooLargeError {
  // A connection was refused before it was opened (server/modules/account/webhooks/delivery/merchant-client.ts).
  if (error instanceof NotSentError || error instanceof FileTooLargeError) return error;
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
