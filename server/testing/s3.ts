/**
 * A stand-in for an S3-compatible store: PutObject and GetObject at path-style addresses. It checks presigned addresses
 * as Amazon documents it (docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html): the canonical request
 * is built from what arrived, never from what the SDK meant.
 */
import { createHash, createHmac } from 'node:crypto';
import http, { type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StoredObject {
  contentType: string;
  bytes: Buffer;
}

export interface S3StandIn {
  endpoint: string;
  /** By bucket and key: `bucket/key`. */
  objects: Map<string, StoredObject>;
  stop(): Promise<void>;
}

interface Account {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
/** RFC 3986: unreserved characters only. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** The code of S3's error, or undefined when the signature holds. */
function fault(
  request: IncomingMessage,
  url: URL,
  { accessKeyId, secretAccessKey, region }: Account,
): string | undefined {
  const query = url.searchParams;
  const [credential, date, expires, signedHeaders, signature] = [
    'X-Amz-Credential',
    'X-Amz-Date',
    'X-Amz-Expires',
    'X-Amz-SignedHeaders',
    'X-Amz-Signature',
  ].map((name) => query.get(name) ?? '') as [string, string, string, string, string];
  const scope = `${date.slice(0, 8)}/${region}/s3/aws4_request`;
  if (query.get('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256' || credential !== `${accessKeyId}/${scope}`)
    return 'InvalidAccessKeyId';
  const made = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Date.now() < made + Number(expires) * 1000)) return 'AccessDenied';
  const names = signedHeaders.split(';');
  if (!names.includes('host')) return 'AccessDenied';
  const canonicalQuery = [...query.entries()]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const canonicalHeaders = names.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`).join('');
  const canonical = [
    request.method,
    url.pathname
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    canonicalQuery,
    canonicalHeaders,
    signedHeaders,
    'UNSIGNED-PAYLOAD',
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const key = ['s3', 'aws4_request'].reduce(
    (parent, part) => hmac(parent, part),
    hmac(hmac(`AWS4${secretAccessKey}`, date.slice(0, 8)), region),
  );
  return hmac(key, toSign).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

export async function startS3(account: Account): Promise<S3StandIn> {
  const objects = new Map<string, StoredObject>();
  const server = http.createServer((request, response) => {
    const refuse = (status: number, code: string): void =>
      void response
        .writeHead(status, { 'content-type': 'application/xml', connection: 'close' })
        .end(`<Error><Code>${code}</Code></Error>`);
    const url = new URL(request.url ?? '/', 'http://s3.test');
    const name = decodeURIComponent(url.pathname.slice(1));
    const serve = async (): Promise<void> => {
      if (request.method === 'GET') {
        const object = objects.get(name);
        if (object === undefined) return refuse(404, 'NoSuchKey');
        return void response.writeHead(200, { 'content-type': object.contentType }).end(object.bytes);
      }
      const code = request.method === 'PUT' ? fault(request, url, account) : 'MethodNotAllowed';
      if (code !== undefined) return refuse(403, code);
      objects.set(name, { contentType: request.headers['content-type'] ?? '', bytes: await bytesOf(request) });
      response.writeHead(200).end();
    };
    serve().catch(() => refuse(500, 'InternalError'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    stop: () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  };
}
