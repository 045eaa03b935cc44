/**
 * AWS Signature Version 4 in the Authorization header:
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
import { createHash, createHmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import type { VendorRequest } from '@/server/platform/vendors/provider';

export interface AwsSigner {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
  /** E.g. `ses`. */
  service: string;
}

/** SHA-256 by Node, and with a key HMAC, in the form that the library calls. */
class Sha256 {
  private readonly hash: ReturnType<typeof createHash> | ReturnType<typeof createHmac>;

  constructor(key?: string | ArrayBuffer | ArrayBufferView) {
    this.hash = key === undefined ? createHash('sha256') : createHmac('sha256', key as string | NodeJS.ArrayBufferView);
  }

  update(chunk: string | ArrayBuffer | ArrayBufferView): void {
    this.hash.update(chunk as string | NodeJS.ArrayBufferView);
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.hash.digest());
  }
}

/**
 * Returns the request with `x-amz-date` and `authorization`; `host` and the existing headers are signed. @param now the
 * real time, because AWS compares it with its own clock
 */
export async function signV4(request: VendorRequest, signer: AwsSigner, now: Date): Promise<VendorRequest> {
  const { accessKeyId, secretAccessKey, region, service } = signer;
  const url = new URL(request.url);
  const signature = new SignatureV4({
    credentials: { accessKeyId, secretAccessKey },
    region,
    service,
    sha256: Sha256,
    applyChecksum: false,
  });
  const { host, ...headers } = (
    await signature.sign(
      {
        method: request.method,
        protocol: url.protocol,
        hostname: url.hostname,
        // The library encodes it.
        path: decodeURIComponent(url.pathname),
        query: Object.fromEntries([...url.searchParams.keys()].map((name) => [name, url.searchParams.getAll(name)])),
        headers: { ...request.headers, host: url.host },
        body: request.body,
      },
      { signingDate: now },
    )
  ).headers;
  return { ...request, headers };
}
