/** SigV4 against AWS's published test suite (signature-v4-test-suite: aws-sig-v4-test-suite/<name>/<name>.req and .authz). */
import { describe, expect, it } from 'vitest';
import { signV4 } from '@/server/platform/vendors/aws-sigv4';
import type { VendorRequest } from '@/server/platform/vendors/provider';

const SIGNER = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
  service: 'service',
};
const NOW = new Date('2015-08-30T12:36:00.000Z');
const HOST = 'https://example.amazonaws.com';

/** Name in the suite, request, signed headers, signature. */
const VECTORS: [name: string, request: Partial<VendorRequest>, signedHeaders: string, signature: string][] = [
  [
    'get-vanilla',
    { url: `${HOST}/` },
    'host;x-amz-date',
    '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
  ],
  [
    'get-vanilla-query-order-key-case',
    { url: `${HOST}/?Param2=value2&Param1=value1` },
    'host;x-amz-date',
    'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
  ],
  [
    'get-utf8',
    { url: `${HOST}/ሴ` },
    'host;x-amz-date',
    '8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85',
  ],
  [
    'get-unreserved',
    { url: `${HOST}/-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz` },
    'host;x-amz-date',
    '07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f',
  ],
  [
    'get-vanilla-utf8-query',
    { url: `${HOST}/?ሴ=bar` },
    'host;x-amz-date',
    '2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04',
  ],
  [
    'get-header-value-trim',
    { url: `${HOST}/`, headers: { 'My-Header1': ' value1', 'My-Header2': ' "a   b   c"' } },
    'host;my-header1;my-header2;x-amz-date',
    'acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736',
  ],
  [
    'post-header-key-sort',
    { method: 'POST', url: `${HOST}/`, headers: { 'My-Header1': 'value1' } },
    'host;my-header1;x-amz-date',
    'c5410059b04c1ee005303aed430f6e6645f61f4dc9e1461ec8f8916fdf18852c',
  ],
  [
    'post-x-www-form-urlencoded',
    {
      method: 'POST',
      url: `${HOST}/`,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'Param1=value1',
    },
    'content-type;host;x-amz-date',
    'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
  ],
];

describe('signV4', () => {
  it.each(VECTORS)('%s', async (_name, request, signedHeaders, signature) => {
    const { headers } = await signV4({ method: 'GET', url: HOST, headers: {}, ...request }, SIGNER, NOW);
    expect(headers.authorization).toBe(
      `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=${signedHeaders}, Signature=${signature}`,
    );
    expect(headers['x-amz-date']).toBe('20150830T123600Z');
  });

  it('changes nothing else of the request', async () => {
    const request: VendorRequest = {
      method: 'POST',
      url: `${HOST}/v2`,
      headers: { 'content-type': 'application/json' },
      body: '{}',
    };
    const { headers, ...rest } = await signV4(request, SIGNER, NOW);
    expect(rest).toEqual({ method: 'POST', url: request.url, body: '{}' });
    expect(headers).toMatchObject(request.headers);
    expect(request.headers).toEqual({ 'content-type': 'application/json' });
  });
});
