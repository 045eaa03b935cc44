/**
 * AWS Signature Version 4 in the Authorization header:
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
import { createHash, createHmac } from 'node:crypto';
import type { VendorRequest } from '@/server/providers/provider';

export interface AwsSigner {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
  /** E.g. `ses`. */
  service: string;
}

/**
 * The request with `x-amz-date` and `authorization` added; every header that it has is signed, and `host`. The path is
 * taken as it is, so it must hold no `.` or `..` segment. AWS compares `now` with its own clock: it must be the real time.
 */
export function signV4(request: VendorRequest, signer: AwsSigner, now: Date): VendorRequest {
  const url = new URL(request.url);
  const timestamp = now.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const date = timestamp.slice(0, 8);
  const added = { ...request.headers, 'x-amz-date': timestamp };
  const signed = new Map(
    [...Object.entries(added), ['host', url.host] as const].map(([name, value]) => [
      name.toLowerCase(),
      value.trim().replace(/ +/g, ' '),
    ]),
  );
  const names = [...signed.keys()].sort();
  const canonical = [
    request.method,
    url.pathname
      .split('/')
      .map((segment) => encode(decodeURIComponent(segment)))
      .join('/'),
    canonicalQuery(url),
    ...names.map((name) => `${name}:${signed.get(name) ?? ''}`),
    '',
    names.join(';'),
    sha256(request.body ?? ''),
  ].join('\n');
  const scope = `${date}/${signer.region}/${signer.service}/aws4_request`;
  const toSign = `AWS4-HMAC-SHA256\n${timestamp}\n${scope}\n${sha256(canonical)}`;
  const key = [date, signer.region, signer.service, 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${signer.secretAccessKey}`,
  );
  const signature = hmac(key, toSign).toString('hex');
  return {
    ...request,
    headers: {
      ...added,
      authorization: `AWS4-HMAC-SHA256 Credential=${signer.accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
    },
  };
}

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text, 'utf8').digest();

/** RFC 3986, more of it than encodeURIComponent encodes. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

const canonicalQuery = (url: URL): string =>
  [...url.searchParams]
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
