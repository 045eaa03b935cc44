/**
 * Uploads in an S3-compatible store (docs/contract/uploads.md), with AWS's SDK, which is loaded when the first upload
 * is signed. Everybody must be able to read the bucket, or what S3_PUBLIC_URL names in front of it.
 */
import { awsDomain } from '@/server/platform/vendors/aws-domain';
import type { Settings } from '@/server/platform/env';
import { realNow } from '@/server/platform/lib/clock';
import { withoutTrailing } from '@/server/platform/lib/text';
import { SIGNED_SECONDS, type AnnouncedFile, type UploadStore } from '@/server/platform/storage/store';

type S3Settings = NonNullable<Settings['s3']>;
type Sign = (file: AnnouncedFile, signedAt: Date) => Promise<string>;

/** The signed headers: type and length too, so that the store refuses a PUT of anything else. */
const BOUND_HEADERS = ['host', 'content-type', 'content-length'];

async function makeSign({ bucket, region, endpoint, accessKeyId, secretAccessKey }: S3Settings): Promise<Sign> {
  const [{ S3Client, PutObjectCommand }, { getSignedUrl }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/s3-request-presigner'),
  ]);
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    // A checksum of bytes that are not there yet would be the empty body's.
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  return (file, signingDate) =>
    getSignedUrl(
      client,
      new PutObjectCommand({ Bucket: bucket, Key: file.key, ContentType: file.contentType, ContentLength: file.size }),
      {
        expiresIn: SIGNED_SECONDS,
        signingDate,
        signableHeaders: new Set(BOUND_HEADERS),
      },
    );
}

/** Returns the address where everybody reads the bucket, without a slash at the end. */
function readableBase({ bucket, region, endpoint, publicUrl }: S3Settings): string {
  if (publicUrl !== undefined) return publicUrl;
  return endpoint === undefined
    ? `https://${bucket}.s3.${region}.${awsDomain(region)}`
    : `${withoutTrailing(endpoint, /\//)}/${bucket}`;
}

export function s3Store(settings: S3Settings): UploadStore {
  const base = readableBase(settings);
  const writable =
    settings.endpoint ?? `https://${settings.bucket}.s3.${settings.region}.${awsDomain(settings.region)}`;
  let signing: Promise<Sign> | undefined;
  return {
    async sign(file) {
      signing ??= makeSign(settings);
      const sign = await signing;
      // The store checks it by its own clock, so this is the real time and not the service's, as with signed requests.
      const signedAt = realNow();
      return {
        url: await sign(file, signedAt),
        headers: { 'content-type': file.contentType },
        expiresAt: new Date(signedAt.getTime() + SIGNED_SECONDS * 1000),
      };
    },
    publicUrl: (key) => `${base}/${key}`,
    reportsBytes: false,
    origins: [...new Set([new URL(writable).origin, new URL(base).origin])],
  };
}
