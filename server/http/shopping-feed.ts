/**
 * `/api/v1/feeds/shopping/<accountId>.xml` (3 §4.6, 4 §I): the product feed that crawlers fetch. It is written while the
 * database is read, a few pages ahead of the client, so that memory holds neither the products nor the document. Answered
 * by Fastify itself, as the other documents are (server/documents/render.ts).
 */
import { addAbortSignal, PassThrough, pipeline, Readable, type Transform } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '@/server/context';
import { openSnapshot, type Snapshot } from '@/server/db/snapshot';
import { publicWorkspace } from '@/server/db/workspace';
import { allowAnyOrigin, encodingOf, matchesTag, weakTag } from '@/server/http/public-answer';
import { sendError } from '@/server/http/rest';
import { API_PREFIX } from '@/server/http/routes';
import { now } from '@/server/lib/clock';
import { allProducts, feedDocument, fewProducts, readFeed, type Feed } from '@/server/resources/feeds/document';

/** What the table of methods has to know of it (405, Allow, OPTIONS). */
export const FEED_ROUTES = [{ method: 'GET', path: '/feeds/shopping/{accountId}.xml', rung: 'public' }] as const;

const TYPE = 'application/xml; charset=utf-8';
const MAX_AGE_S = 60;

/** Raised when the same products are written differently: part of the ETag. */
const FORMAT = 1;

/** Below this, compressing costs more than it saves; the document's first chunk is smaller only when it is all of it. */
const COMPRESS_FROM = 1024;

/** What may wait for the client. A compressed feed fits, so that the slowest client holds no connection of the database. */
const READ_AHEAD = 512 * 1024;
const CHUNK = 64 * 1024;

/** Chosen for speed: the usual qualities take three to six times as long, and save a twentieth of the bytes. */
const COMPRESSORS: Record<'br' | 'gzip', () => Transform> = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 }, chunkSize: CHUNK }),
  gzip: () => createGzip({ level: 3, chunkSize: CHUNK }),
};

/** Not kept: a feed that is made or enabled is there at once. */
const refuse = (reply: FastifyReply, message: string): FastifyReply =>
  reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(message);

const identify = (reply: FastifyReply, tag: string): FastifyReply =>
  reply.headers({ etag: tag, vary: 'Accept-Encoding', 'cache-control': `public, max-age=${MAX_AGE_S}` });

/** Answers what needs no document: 404, 304, HEAD. @returns the ETag of the document that is to follow; null when that was all */
function answerAtOnce(
  request: FastifyRequest,
  reply: FastifyReply,
  feed: Feed | null,
  storefrontBaseUrl: string,
): string | null {
  if (feed?.enabled !== true) {
    void refuse(reply, feed === null ? 'feed not found' : 'feed disabled');
    return null;
  }
  const tag = weakTag(`${FORMAT} ${feed.accountId} ${feed.revision} ${storefrontBaseUrl}`);
  if (matchesTag(request.headers['if-none-match'], tag)) void identify(reply, tag).code(304).send();
  else if (request.method === 'HEAD') void identify(reply, tag).type(TYPE).send();
  else return tag;
  return null;
}

/** The rest of a document whose first chunk was looked at. */
async function* continued(first: string, rest: AsyncGenerator<string, void>): AsyncGenerator<string, void> {
  yield first;
  yield* rest;
}

/**
 * Sends the document while it is written.
 * @param snapshot that it is written from; it is closed with the stream, whoever ends it: we, the client, or the clock
 */
async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  tag: string,
  document: AsyncGenerator<string, void>,
  snapshot?: Snapshot,
): Promise<void> {
  // Until here a failure is an answer of its own; after it, the connection breaks off, so that nobody takes a part for the whole.
  const first = (await document.next()).value ?? '';
  const encoding = first.length < COMPRESS_FROM ? undefined : encodingOf(request.headers['accept-encoding']);
  const source = Readable.from(continued(first, document), { objectMode: false });
  if (snapshot !== undefined) {
    source.once('close', () => void snapshot.close());
    addAbortSignal(snapshot.signal, source);
  }
  const ahead = new PassThrough({ highWaterMark: READ_AHEAD });
  // The reply hears of an error from the last stream itself.
  if (encoding === undefined) pipeline(source, ahead, () => undefined);
  else pipeline(source, COMPRESSORS[encoding](), ahead, () => undefined);
  if (encoding !== undefined) void reply.header('content-encoding', encoding);
  void identify(reply, tag).type(TYPE).send(ahead);
}

export function registerShoppingFeed(
  app: FastifyInstance,
  { database, settings: { storefrontBaseUrl } }: Services,
): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { accountId = '' } = request.params as { accountId?: string };
    const db = publicWorkspace(database, accountId, now());
    const seen = await readFeed(db);
    const seenTag = answerAtOnce(request, reply, seen, storefrontBaseUrl);
    if (seen === null || seenTag === null) return;
    const few = await fewProducts(db, seen);
    if (few !== null) return sendDocument(request, reply, seenTag, feedDocument([few], seen, storefrontBaseUrl));

    const snapshot = await openSnapshot(database, accountId, { address: request.ip, socket: request.raw.socket });
    try {
      // Once more, of the same moment as the products.
      const feed = await readFeed(snapshot);
      const tag = answerAtOnce(request, reply, feed, storefrontBaseUrl);
      if (feed === null || tag === null) return await snapshot.close();
      const document = feedDocument(allProducts(snapshot, feed), feed, storefrontBaseUrl);
      await sendDocument(request, reply, tag, document, snapshot);
    } catch (error) {
      await snapshot.close();
      throw error;
    }
  };

  // Not an async handler: Fastify would wait for the last byte, and take a client that goes away for a failure of ours.
  app.get(`${API_PREFIX}/feeds/shopping/:accountId.xml`, (request, reply) => {
    allowAnyOrigin(reply);
    answer(request, reply).catch((error: unknown) => sendError(request, reply, error));
  });
}
