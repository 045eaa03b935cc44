/**
 * Answers of unauthenticated GET routes (docs/contract/shared.md#public-routes): CORS, a weak ETag over the payload,
 * 304, compression. A shared cache revalidates each time, so what was deleted is gone at once.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { once } from 'node:events';
import { PassThrough, pipeline, type Readable, type Transform } from 'node:stream';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** The bytes from which an answer is compressed; below, that costs more than it saves. */
const COMPRESS_FROM = 1024;

/** `W/` because the same payload may travel plain, gzipped or in brotli, and meta differs each time. */
export const weakTag = (payload: string): string =>
  `W/"${createHash('sha256').update(payload).digest('base64url').slice(0, 27)}"`;

/** If-None-Match compares weakly: the W/ does not count. */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const bare = tag.replace(/^W\//, '');
  return header
    .split(',')
    .some((candidate) => candidate.trim() === '*' || candidate.trim().replace(/^W\//, '') === bare);
}

/** Returns the better of the encodings that the client accepts, by its q-values. */
export function encodingOf(header: string | undefined): 'br' | 'gzip' | undefined {
  const accepted = new Map(
    (header ?? '')
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [name = '', ...parameters] = part.trim().split(';');
        const q = parameters.map((p) => /^\s*q=([\d.]+)\s*$/.exec(p)?.[1]).find((value) => value !== undefined);
        return [name.trim(), q === undefined ? 1 : Number(q)];
      }),
  );
  const weight = (name: string): number => accepted.get(name) ?? accepted.get('*') ?? 0;
  if (weight('br') > 0 && weight('br') >= weight('gzip')) return 'br';
  return weight('gzip') > 0 ? 'gzip' : undefined;
}

/** CORS for a route that anybody may call. */
export function allowAnyOrigin(reply: FastifyReply): void {
  void reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', 'ETag, X-Request-Id');
}

/**
 * Sends a public payload.
 * @param tag the ETag, made over the JSON of `data` by `weakTag`
 * @param body the whole answer
 * @param maxAge seconds for which a client may use the answer without asking; undefined: it asks each time
 * @param type of the body; JSON when undefined
 */
export async function sendPublic(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: { tag: string; body: string; maxAge?: number | undefined; type?: string },
): Promise<FastifyReply> {
  const { tag } = answer;
  allowAnyOrigin(reply);
  void reply
    .header('etag', tag)
    .header('vary', 'Accept-Encoding')
    .header('cache-control', answer.maxAge === undefined ? 'public, no-cache' : `public, max-age=${answer.maxAge}`);
  if (matchesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
  void reply.type(answer.type ?? 'application/json; charset=utf-8');
  const encoding = answer.body.length < COMPRESS_FROM ? undefined : encodingOf(request.headers['accept-encoding']);
  if (encoding === undefined) return reply.send(answer.body);
  void reply.header('content-encoding', encoding);
  return reply.send(
    encoding === 'br'
      ? await brotli(answer.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : await deflate(answer.body),
  );
}

/**
 * The number of bytes that may wait for the client. A compressed feed fits, so that the slowest client holds no
 * connection of the database.
 */
const READ_AHEAD = 512 * 1024;
const CHUNK = 64 * 1024;

/**
 * The compressors, set for speed: the usual qualities take three to six times as long, and save a twentieth of the
 * bytes.
 */
const COMPRESSORS: Record<'br' | 'gzip', () => Transform> = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 }, chunkSize: CHUNK }),
  gzip: () => createGzip({ level: 3, chunkSize: CHUNK }),
};

/**
 * Sends an answer while it is made. A failure before its first piece gets its own answer; a later one breaks the
 * connection off, so that nobody takes the part for the whole.
 * @param compress true to compress, if the client accepts that and the first piece is not the whole answer
 */
export async function sendPieces(
  request: FastifyRequest,
  reply: FastifyReply,
  pieces: Readable,
  { compress }: { compress: boolean },
): Promise<void> {
  if (pieces.readableLength === 0 && !pieces.readableEnded) await once(pieces, 'readable');
  const isSmall = pieces.readableLength < COMPRESS_FROM;
  const encoding = compress && !isSmall ? encodingOf(request.headers['accept-encoding']) : undefined;
  if (!compress) return void reply.send(pieces);
  const ahead = new PassThrough({ highWaterMark: READ_AHEAD });
  // The reply hears of an error from the last stream itself.
  if (encoding === undefined) pipeline(pieces, ahead, () => undefined);
  else {
    void reply.header('content-encoding', encoding);
    pipeline(pieces, COMPRESSORS[encoding](), ahead, () => undefined);
  }
  void reply.send(ahead);
}
