/** A call over the wire: signed, answered or refused, tried again where that is safe. */
import { ConnectionError, errorOf, LarisError } from './errors.js';
import { Paged } from './paged.js';
import { Signer } from './signing.js';

export interface ClientOptions {
  /** The address of your Laris, e.g. `https://laris.example.com`. */
  baseUrl: string;
  /** `SVCK…` */
  keyId: string;
  /** `svcs_…`, which no browser may see. */
  secret: string;
  /** The workspace that a platform's key works for; a call can name another. */
  onBehalfOf?: string;
  /** Milliseconds for one attempt; 30,000. A file that is read as it comes may take longer. */
  timeout?: number;
  /** The number of times that a call that is safe to repeat is tried again; 2. */
  retries?: number;
  /** In place of the platform's own. */
  fetch?: typeof fetch;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** The workspace that a platform's key works for. */
  onBehalfOf?: string;
  /** Sent and signed. With the server's extension `idempotency` it makes a repeated write one; without, it does nothing. */
  idempotencyKey?: string;
  timeout?: number;
  retries?: number;
}

/** One route, as the generator writes it down. */
export interface Route {
  method: string;
  /** Below `/api/v1`; parameters in braces. */
  path: string;
  /** A POST that a natural key, or having no effect, makes safe to send again. */
  repeatable?: boolean;
  /** The answer is no JSON: the caller gets the Response. */
  file?: boolean;
  /** Keys of a page: its items, and the cursor of the next. */
  pages?: readonly [items: string, cursor: string];
}

export type Input = Readonly<Record<string, unknown>>;

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8000;
/** Longer than this nobody is kept waiting for a Retry-After, in milliseconds. */
const LONGEST_WAIT = 60_000;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The path with its parameters, and what of the input is left. @throws LarisError when one is missing */
function fill(path: string, input: Input): { path: string; rest: Record<string, unknown> } {
  const rest: Record<string, unknown> = { ...input };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    if ((typeof value !== 'string' && typeof value !== 'number') || value === '')
      throw new LarisError(`${name} is missing.`);
    Reflect.deleteProperty(rest, name);
    return encodeURIComponent(value);
  });
  return { path: filled, rest };
}

/** Returns the values of a query: a list as one text with commas between, nothing for undefined and null. */
function queryOf(input: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value instanceof Date) query.set(name, value.toISOString());
    else if (Array.isArray(value)) query.set(name, value.join(','));
    else if (typeof value === 'string') query.set(name, value);
    else if (value !== undefined && value !== null) query.set(name, JSON.stringify(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** Milliseconds that an answer asks to wait. */
function waitOf(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}

const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(new ConnectionError('The call was given up.', { cause: signal?.reason }));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });

/** The refusal that an answer holds, whoever has written it. */
async function refusalOf(response: Response) {
  const text = await response.text().catch(() => '');
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    // A proxy's own page, or nothing.
  }
  const error = isRecord(answer) && isRecord(answer.error) ? answer.error : {};
  const meta = isRecord(answer) && isRecord(answer.meta) ? answer.meta : {};
  return {
    status: response.status,
    code: typeof error.code === 'string' ? error.code : 'UNKNOWN',
    message: typeof error.message === 'string' ? error.message : `The answer was ${response.status}.`,
    details: error.details,
    requestId: typeof meta.requestId === 'string' ? meta.requestId : response.headers.get('x-request-id'),
  };
}

export class Client {
  readonly #base: string;
  readonly #signer: Signer;
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    if (options.keyId === '' || options.secret === '') throw new LarisError('keyId and secret are needed.');
    this.#base = new URL('/api/v1', options.baseUrl).href;
    this.#signer = new Signer(options);
    this.#options = options;
  }

  /** Carries out a route. What a method of a resource does; for routes that this package does not know yet. */
  call(
    route: Route,
    input: Input = {},
    options: CallOptions = {},
  ): Promise<unknown> | Paged<Record<string, unknown>, unknown> {
    const { pages } = route;
    if (pages === undefined) return this.#send(route, input, options);
    const [items, cursor] = pages;
    return new Paged<Record<string, unknown>, unknown>(
      async (at) =>
        (await this.#send(route, at === undefined ? input : { ...input, cursor: at }, options)) as Record<
          string,
          unknown
        >,
      (page) => page[items] as unknown[],
      (page) => (page[cursor] as string | null | undefined) ?? null,
    );
  }

  async #send(route: Route, input: Input, options: CallOptions): Promise<unknown> {
    const { path, rest } = fill(route.path, input);
    const isRead = route.method === 'GET';
    const url = this.#base + path + (isRead ? queryOf(rest) : '');
    const body = isRead || route.method === 'DELETE' ? undefined : JSON.stringify(rest);
    const isSafe = !['POST', 'PATCH'].includes(route.method) || route.repeatable === true;
    const retries = options.retries ?? this.#options.retries ?? 2;
    for (let attempt = 0; ; attempt++) {
      const outcome = await this.#attempt(route, url, body, options);
      if (outcome.error === undefined) return outcome.value;
      const mayRepeat = attempt < retries && (isSafe ? outcome.mayPass : outcome.wasRefused);
      const wait = outcome.wait ?? Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** attempt) * (0.5 + Math.random() / 2);
      if (!mayRepeat || wait > LONGEST_WAIT) throw outcome.error;
      await pause(wait, options.signal);
    }
  }

  /** One attempt, signed with its own time. */
  async #attempt(route: Route, url: string, body: string | undefined, options: CallOptions): Promise<Outcome> {
    const { signal, idempotencyKey } = options;
    const onBehalfOf = options.onBehalfOf ?? this.#options.onBehalfOf;
    const headers = await this.#signer.headers({
      method: route.method,
      path: new URL(url).pathname,
      timestamp: Math.floor(Date.now() / 1000),
      body: body ?? '',
      idempotencyKey,
    });
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (onBehalfOf !== undefined) headers['x-svc-on-behalf-of'] = onBehalfOf;
    const limit = new AbortController();
    const stop = (): void => limit.abort(signal?.reason);
    if (signal?.aborted === true) stop();
    signal?.addEventListener('abort', stop, { once: true });
    const timer = setTimeout(() => limit.abort(), options.timeout ?? this.#options.timeout ?? 30_000);
    try {
      const send = this.#options.fetch ?? fetch;
      // A redirect would be followed with a signature for another address.
      const request = { method: route.method, headers, redirect: 'manual' as const, signal: limit.signal };
      const response = await send(url, body === undefined ? request : { ...request, body });
      if (!response.ok) return await refused(response);
      if (route.file === true) return { value: response };
      const answer = (await response.json()) as { data: unknown };
      return { value: answer.data };
    } catch (cause) {
      if (signal?.aborted === true)
        return { error: new ConnectionError('The call was given up.', { cause }), mayPass: false };
      const why = limit.signal.aborted ? 'No answer came in time.' : 'No answer came.';
      return {
        error: new ConnectionError(`${why} ${route.method} ${new URL(url).pathname}`, { cause }),
        mayPass: true,
      };
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    }
  }
}

/** The outcome of an attempt. */
interface Outcome {
  value?: unknown;
  error?: LarisError;
  /** True when the next attempt may succeed. */
  mayPass?: boolean;
  /** True when it was refused before anything was done, so that every call may be tried again. */
  wasRefused?: boolean;
  /** Milliseconds that the server asks to wait. */
  wait?: number | undefined;
}

async function refused(response: Response): Promise<Outcome> {
  const { status } = response;
  return {
    error: errorOf(await refusalOf(response)),
    mayPass: status === 429 || status === 502 || status === 503 || status === 504,
    wasRefused: status === 429,
    wait: waitOf(response),
  };
}
