/**
 * `/uploads/<key>`: stores and shows the files of the store on our disk (docs/contract/uploads.md). A PUT needs only
 * the signature in its address, so a bad one is refused before its body is read. Only images can be shown: their bytes
 * were checked at the upload, and the file's name decides the type.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '@/server/platform/access/context';
import { systemDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import { paramsOf, queryOf } from '@/server/doors/request';
import { sendError } from '@/server/doors/send-error';
import { now } from '@/server/platform/lib/clock';
import { markStored } from '@/server/modules/account/uploads/service';
import { openUpload, writeUpload } from '@/server/platform/storage/disk';
import { imageTypeOf, typeOfKey } from '@/server/platform/storage/images';
import { accountOfKey, isKey } from '@/server/platform/storage/key';
import { openPut } from '@/server/platform/storage/signed-put';
import type { AnnouncedFile } from '@/server/platform/storage/store';

const PATH = '/uploads/:account/:file';
const YEAR_SECONDS = 365 * 24 * 60 * 60;

function keyOf(request: FastifyRequest): string {
  const { account, file } = paramsOf(request);
  return `${account}/${file}`;
}

/** @throws AppError FORBIDDEN, VALIDATION when the headers differ from what the signed address allows */
function announced({ settings }: Services, request: FastifyRequest): AnnouncedFile {
  const file = openPut(settings.appSecret, keyOf(request), queryOf(request), now());
  if (file === null)
    throw new AppError('FORBIDDEN', {
      message: 'This address was changed, has expired, or was not signed by this server. Sign a new one.',
    });
  if (request.headers['content-type'] !== file.contentType)
    throw new AppError('VALIDATION', { message: `Content-Type must be ${file.contentType}, as it was signed.` });
  if (request.headers['content-length'] !== String(file.size))
    throw new AppError('VALIDATION', { message: `Content-Length must be ${file.size}, as it was signed.` });
  return file;
}

async function take(services: Services, request: FastifyRequest): Promise<void> {
  const { key, contentType, size } = announced(services, request);
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  if (bytes.length !== size)
    throw new AppError('VALIDATION', { message: `The body must have ${size} bytes, as it was signed.` });
  if (imageTypeOf(bytes) !== contentType)
    throw new AppError('VALIDATION', { message: `These bytes are not ${contentType}.` });
  if (!(await writeUpload(services.settings.dataDir, key, bytes)))
    throw new AppError('BAD_STATE', { message: 'Another file is stored at this address already. Sign a new one.' });
  // The signature proves the workspace: it is the first part of the key.
  await markStored(systemDb(services.database, accountOfKey(key)), key);
}

type Slice = { start: number; end: number } | 'unsatisfiable' | undefined;

/** Reads one range of bytes (RFC 9110 §14.2); several ranges, or a malformed one, count as none. */
function sliceOf(header: string | undefined, size: number): Slice {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return undefined;
  return start >= size || (first === '' && Number(last) === 0) ? 'unsatisfiable' : { start, end };
}

const isKnown = (header: string | undefined, tag: string): boolean =>
  (header ?? '').split(',').some((each) => each.trim().replace(/^W\//, '') === tag || each.trim() === '*');

async function show({ settings }: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const key = keyOf(request);
  const type = typeOfKey(key);
  const file = isKey(key) && type !== undefined ? await openUpload(settings.dataDir, key) : null;
  if (file === null || type === undefined) throw new AppError('NOT_FOUND');
  // A key is never used twice, so its name is as good as a hash of what is in it.
  const tag = `"${key.slice(key.indexOf('/') + 1)}"`;
  void reply
    .header('etag', tag)
    .header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`)
    .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
    // Shown by mail programs, and by shops of other origins.
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('access-control-allow-origin', '*')
    .header('accept-ranges', 'bytes');
  const close = (): Promise<void> => file.handle.close();
  if (isKnown(request.headers['if-none-match'], tag)) {
    await close();
    return reply.code(304).send();
  }
  const ranged = request.headers['if-range'] === undefined || request.headers['if-range'] === tag;
  const slice = ranged ? sliceOf(request.headers.range, file.size) : undefined;
  if (slice === 'unsatisfiable') {
    await close();
    return reply.code(416).header('content-range', `bytes */${file.size}`).header('cache-control', 'no-store').send();
  }
  const { start, end } = slice ?? { start: 0, end: file.size - 1 };
  if (slice !== undefined) void reply.code(206).header('content-range', `bytes ${start}-${end}/${file.size}`);
  void reply.type(type).header('content-length', end - start + 1);
  if (request.method === 'HEAD') {
    await close();
    return reply.send('');
  }
  return reply.send(file.handle.createReadStream({ start, end }));
}

export function registerUploads(app: FastifyInstance, services: Services): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: PATH,
    // Fastify's own would read the whole file to send nothing of it.
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      try {
        return await show(services, request, reply);
      } catch (error) {
        return sendError(request, reply, error);
      }
    },
  });

  app.put(
    PATH,
    {
      // Before the body is read.
      onRequest: (request, reply, done) => {
        // The signature is the only credential, so any page that was given one may use it.
        void reply.header('access-control-allow-origin', '*');
        try {
          announced(services, request);
          done();
        } catch (error) {
          void sendError(request, reply.header('connection', 'close'), error);
        }
      },
    },
    async (request, reply) => {
      try {
        await take(services, request);
        return await reply.code(200).header('cache-control', 'no-store').send();
      } catch (error) {
        return sendError(request, reply, error);
      }
    },
  );

  app.options(PATH, (_request, reply) =>
    reply
      .code(204)
      .header('access-control-allow-origin', '*')
      .header('access-control-allow-methods', 'GET, HEAD, PUT, OPTIONS')
      .header('access-control-allow-headers', 'content-type')
      .header('access-control-max-age', '86400')
      .send(),
  );
}
