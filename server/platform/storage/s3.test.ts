/**
 * Uploads to an S3-compatible store by settings (docs/contract/uploads.md), against a stand-in that checks the
 * signature itself.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentPolicy } from '@/server/doors/headers';
import { startS3, type S3StandIn } from '@/server/testing/s3';
import { testSettings } from '@/server/testing/server';
import { openUploadStore } from '@/server/platform/storage/open-store';
import type { UploadStore } from '@/server/platform/storage/store';

const ACCOUNT = { accessKeyId: 'AKIATEST', secretAccessKey: 'a+secret/with=signs', region: 'ap-southeast-3' };
let s3: S3StandIn;
beforeAll(async () => void (s3 = await startS3(ACCOUNT)));
afterAll(() => s3.stop());

const settings = (more: Record<string, string> = {}) =>
  testSettings('postgres://x', {
    S3_BUCKET: 'toko',
    S3_REGION: ACCOUNT.region,
    S3_ENDPOINT: s3.endpoint,
    S3_ACCESS_KEY_ID: ACCOUNT.accessKeyId,
    S3_SECRET_ACCESS_KEY: ACCOUNT.secretAccessKey,
    ...more,
  });
const store = (more: Record<string, string> = {}): UploadStore => openUploadStore(settings(more));

const KEY = `c1/${'0a'.repeat(20)}.png`;
const BYTES = Buffer.from('\x89PNG\r\n\x1a\n and the rest', 'latin1');
const FILE = { key: KEY, contentType: 'image/png', size: BYTES.length };
const put = async (url: string, body: Buffer, headers: Record<string, string>) => {
  const answer = await fetch(url, { method: 'PUT', body: new Uint8Array(body), headers });
  return [answer.status, /<Code>(.*)<\/Code>/.exec(await answer.text())?.[1]];
};

describe('a presigned PUT', () => {
  it('takes the bytes with the headers that were handed out, and the public address shows them', async () => {
    const before = Date.now();
    const { url, headers, expiresAt } = await store().sign(FILE, new Date());
    expect(headers).toEqual({ 'content-type': 'image/png' });
    expect(expiresAt.getTime() - before - 15 * 60_000).toBeLessThan(5_000);
    expect(await put(url, BYTES, headers)).toEqual([200, undefined]);
    expect(s3.objects.get(`toko/${KEY}`)).toEqual({ contentType: 'image/png', bytes: BYTES });
    const shown = await fetch(store().publicUrl(KEY));
    expect(Buffer.from(await shown.arrayBuffer()).equals(BYTES)).toBe(true);
  });

  it('is refused by the store for another type, length, key, secret or time', async () => {
    const { url, headers } = await store().sign(FILE, new Date());
    const refused = [403, 'SignatureDoesNotMatch'];
    expect(await put(url, BYTES, { 'content-type': 'text/html' })).toEqual(refused);
    expect(await put(url, Buffer.concat([BYTES, BYTES]), headers)).toEqual(refused);
    expect(await put(url.replace('0a0a', '0b0a'), BYTES, headers)).toEqual(refused);
    expect(await put(url.replace('X-Amz-Expires=900', 'X-Amz-Expires=90000'), BYTES, headers)).toEqual(refused);
    const other = await store({ S3_SECRET_ACCESS_KEY: 'another' }).sign(FILE, new Date());
    expect(await put(other.url, BYTES, headers)).toEqual(refused);
    expect(new URL(url).searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host');
  });

  it('is signed by the real time, whatever the service thinks it is', async () => {
    const { url, headers } = await store().sign(FILE, new Date('2031-01-01T00:00:00Z'));
    expect(await put(url, BYTES, headers)).toEqual([200, undefined]);
  });
});

describe('addresses', () => {
  it('are those of the bucket, or of what stands in front of it', () => {
    expect(store().publicUrl(KEY)).toBe(`${s3.endpoint}/toko/${KEY}`);
    expect(store({ S3_PUBLIC_URL: 'https://gambar.tokoanda.co.id/' }).publicUrl(KEY)).toBe(
      `https://gambar.tokoanda.co.id/${KEY}`,
    );
    expect(openUploadStore({ ...settings(), s3: { ...settings().s3!, endpoint: undefined } }).publicUrl(KEY)).toBe(
      `https://toko.s3.ap-southeast-3.amazonaws.com/${KEY}`,
    );
  });

  it("widen the dashboard's policy by exactly the store's origins", () => {
    const { origins } = store({ S3_PUBLIC_URL: 'https://gambar.tokoanda.co.id/a' });
    expect(origins).toEqual([s3.endpoint, 'https://gambar.tokoanda.co.id']);
    const policy = documentPolicy('n', false, origins);
    expect(policy).toContain(`connect-src 'self' ${s3.endpoint} https://gambar.tokoanda.co.id;`);
    expect(policy).toContain(`img-src 'self' data: blob: ${s3.endpoint} https://gambar.tokoanda.co.id;`);
    expect(openUploadStore({ ...settings(), s3: null }).origins).toEqual([new URL(settings().baseUrl).origin]);
  });
});
