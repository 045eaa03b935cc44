/**
 * Documents made by Next. The server asks Next for one without a socket, Next's router finds the route handler (app/),
 * and that asks the bridge, which makes the document (server/platform/pages). Requests and answers have HTTP's form;
 * values that HTTP cannot carry are kept beside them while Next works.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import inject from 'light-my-request';
import type { Services } from '@/server/platform/access/context';
import { documentOf, type DocumentName } from '@/server/modules';
import { filledPath } from '@/server/doors/paths';
import type { RawAnswer, RawCall, RawRoute } from '@/server/platform/access/route';

/** Asks Next to make the document of a route. */
export type MakeDocument = (route: RawRoute, call: RawCall) => Promise<MadeAnswer>;

/** An answer that is complete, or whose body is made as fast as the client reads. */
export interface MadeAnswer extends Omit<RawAnswer, 'body'> {
  body?: RawAnswer['body'] | Readable;
}

interface Asking extends Pick<RawCall, 'now' | 'reader' | 'log'> {
  /** The length of a text. Next sends no body to a HEAD request, and does not report how long the body would be. */
  bytes?: number;
  /** Set when Next came to the route handler. */
  reached?: true;
  /** The error with which making the document failed. */
  failure?: unknown;
}

const asking = new AsyncLocalStorage<Asking>();

/**
 * The request headers that documents read. The last four say that the browser prefetches, before a person asked for the
 * document.
 */
const PASSED_ON = [
  'accept-language',
  'content-type',
  'origin',
  'user-agent',
  'sec-purpose',
  'purpose',
  'x-purpose',
  'x-moz',
] as const;
/** The headers that are dropped from Next's answer: those for Next's own clients, and those of the connection. */
const NOT_KEPT = new Set(['vary', 'date', 'connection', 'transfer-encoding', 'content-length', 'keep-alive']);

export function documentsVia(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): MakeDocument {
  return async (route, call) => {
    const { method, headers, body, url, now, reader, log, params } = call;
    const asked: Asking = { now, reader, log };
    const search = url.indexOf('?');
    const passedOn = PASSED_ON.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]] as const]));
    const answer = await asking.run(
      asked,
      // It begins when it is waited for, which has to be inside.
      async () =>
        await inject(
          (request, response) =>
            void handle(request, response).catch((error: unknown) => response.destroy(error as Error)),
          {
            method: method as 'GET' | 'POST' | 'HEAD',
            url: filledPath(route.path, params) + (search === -1 ? '' : url.slice(search)),
            // Whoever says nothing of itself is not given the name of what asks in its place.
            headers: { host: 'laris', 'user-agent': '', ...Object.fromEntries(passedOn) },
            ...(method === 'POST' ? { payload: body } : {}),
            payloadAsStream: true,
          },
        ),
    );
    const pieces = answer.stream();
    const failure = failureOf(asked, answer.statusCode, route);
    if (failure !== null) {
      pieces.destroy();
      throw failure;
    }
    return {
      status: answer.statusCode,
      headers: {
        ...ownHeaders(answer.headers),
        ...(method === 'HEAD' && asked.bytes !== undefined ? { 'content-length': String(asked.bytes) } : {}),
      },
      body: route.page?.streams === true ? guarded(pieces, answer.raw.res) : await textOf(pieces),
    };
  };
}

/**
 * Returns an error when Next answered in place of the route handler, because it found none or failed; such an answer is
 * no document.
 */
function failureOf({ reached, failure }: Asking, status: number, { path }: RawRoute): Error | null {
  if (failure !== undefined)
    return failure instanceof Error ? failure : new Error('A document failed.', { cause: failure });
  return reached === true && status < 500 ? null : new Error(`Next answered ${status} in place of ${path}.`);
}

function ownHeaders(headers: Record<string, unknown>): Record<string, string> {
  const own = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' && !NOT_KEPT.has(name) ? [[name, value] as const] : [],
  );
  // Next names what its own pages differ by; what the document names stands beside that.
  const vary = [headers.vary].flat().filter((each) => typeof each === 'string' && !each.startsWith('rsc,'));
  return { ...Object.fromEntries(own), ...(vary.length === 0 ? {} : { vary: vary.join(', ') }) };
}

async function textOf(pieces: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of pieces) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** Tells Next when a reader stops, so that Next stops making. */
function guarded(pieces: Readable, response: { destroy(): void }): Readable {
  return pieces.once('close', () => response.destroy());
}

/** The bridge's side: makes a document and answers as a Next route handler does. */
export async function documentResponse(
  services: Services,
  name: DocumentName,
  request: Request,
  params: Record<string, string>,
): Promise<Response> {
  const asked = asking.getStore();
  // Every path of a document is the door's, which is the only one to ask.
  if (asked === undefined) throw new Error(`The document ${name} was asked for past the door.`);
  asked.reached = true;
  const { pathname, search, searchParams } = new URL(request.url);
  try {
    const {
      status = 200,
      headers = {},
      body,
      signal,
    } = await documentOf(name)({
      ...asked,
      services,
      method: request.method,
      url: pathname + search,
      headers: Object.fromEntries(request.headers),
      params,
      query: queryOf(searchParams),
      body: Buffer.from(await request.arrayBuffer()),
    });
    if (typeof body === 'string') asked.bytes = Buffer.byteLength(body);
    return new Response(await written(body, signal), {
      status,
      headers,
    });
  } catch (error) {
    asked.failure = error;
    return new Response(null, { status: 500 });
  }
}

const written = async (body: RawAnswer['body'], signal?: AbortSignal): Promise<BodyInit | undefined> => {
  if (typeof body !== 'object') return body;
  return Buffer.isBuffer(body) ? new Uint8Array(body) : await streamed(body, signal);
};

/** Returns the query as Fastify gives it: a key that is sent twice is an array. */
const queryOf = (sent: URLSearchParams): Record<string, unknown> =>
  Object.fromEntries(
    [...new Set(sent.keys())].map((key) => {
      const values = sent.getAll(key);
      return [key, values.length === 1 ? values[0] : values];
    }),
  );

/**
 * Returns a body in pieces as a web stream. The first piece is made before the answer begins, so that a failure until
 * then gets its own status. An abort is passed on as another error: Next takes an AbortError for a client that went
 * away, and would leave the answer open.
 */
async function streamed(
  pieces: AsyncGenerator<string | Uint8Array, void>,
  signal?: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  let first: IteratorResult<string | Uint8Array, void> | undefined = await pieces.next();
  return new ReadableStream({
    start(controller) {
      signal?.addEventListener('abort', () => {
        controller.error(new Error('The document was broken off.'));
        void pieces.return();
      });
    },
    async pull(controller) {
      const next = first ?? (await pieces.next());
      first = undefined;
      if (signal?.aborted === true) return;
      if (next.done === true) controller.close();
      else controller.enqueue(typeof next.value === 'string' ? encoder.encode(next.value) : next.value);
    },
    async cancel() {
      await pieces.return();
    },
  });
}
