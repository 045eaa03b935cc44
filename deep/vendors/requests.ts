/** Two requests to the stand-in, the adapter's and the SDK's, as far as a vendor reads them. */
import type { ReceivedRequest, StandInVendor } from '@/server/testing/vendor';

interface ReadRequest {
  method: string;
  path: string;
  /** Media type without parameters. */
  type: string;
  /** Those that the test names. */
  headers: Record<string, string | undefined>;
  /** JSON as a value; a form as its pairs, sorted. */
  body: unknown;
}

/** @param headers names in lower case, of what is compared beside the method, the path, the media type and the body */
export async function bothRequests(
  vendor: StandInVendor,
  ...headers: string[]
): Promise<{ ours: ReadRequest; theirs: ReadRequest }> {
  const [first, second, ...more] = vendor.requests;
  if (first === undefined || second === undefined || more.length > 0)
    throw new Error(`There were ${vendor.requests.length} requests in place of two.`);
  return { ours: await read(first, headers), theirs: await read(second, headers) };
}

async function read({ method, path, headers, body }: ReceivedRequest, names: string[]): Promise<ReadRequest> {
  const given = headers['content-type'] ?? '';
  return {
    method,
    path,
    type: given.replace(/;.*/, ''),
    headers: Object.fromEntries(names.map((name) => [name, headers[name]])),
    body: given.startsWith('application/json')
      ? JSON.parse(body)
      : [...(await new Response(body, { headers: { 'content-type': given } }).formData())]
          .map(([name, value]) => [name, typeof value === 'string' ? value : value.name])
          .sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  };
}
