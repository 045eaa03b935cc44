/** Keeps from next-auth what it would take for a fault of ours and answer with 500. */
import { NextRequest } from 'next/server';
import { isUrl } from '@/server/lib/is-url';

/** What signs in or out is a form of five short fields. */
const BODY_LIMIT = 64 * 1024;

const CALLBACK_COOKIE = /^(?:__Secure-)?next-auth\.callback-url$/;

/** An address on which next-auth can go on; what is not ours it replaces itself. */
function isAddress(text: string, base: string): boolean {
  return isUrl(text, text.startsWith('/') ? base : undefined) && /^(?:\/|https?:)/i.test(text);
}

/** The body, or null when it is too large to be one of ours. */
async function textOf(request: NextRequest): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
    size += read.value.length;
    if (size > BODY_LIMIT) return null;
    chunks.push(read.value);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The fields of a form, as JSON or as browsers send them; null when they are none. */
function fieldsOf(text: string, contentType: string): Record<string, string> | null {
  if (!contentType.includes('application/json')) return Object.fromEntries(new URLSearchParams(text));
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null;
    const fields: [string, unknown][] = Object.entries(parsed);
    return fields.every((field): field is [string, string] => typeof field[1] === 'string')
      ? Object.fromEntries(fields)
      : null;
  } catch {
    return null;
  }
}

const refuse = (status: number, message: string): Response => Response.json({ message }, { status });

/**
 * The request with its body read, for next-auth; or what to answer in its place.
 * @param path what follows /api/auth
 */
export async function readable(request: NextRequest, path: readonly string[]): Promise<NextRequest | Response> {
  const { nextUrl, headers, method } = request;
  const isPost = method === 'POST';
  if (path[0] === 'callback' && !isPost) return refuse(400, 'Signing in takes a POST.');
  // It is put into a header as it stands.
  const error = nextUrl.searchParams.get('error') ?? path[1] ?? '';
  if (!/^[\x20-\x7e]*$/.test(error)) return refuse(400, 'error must be plain text.');

  const text = isPost ? await textOf(request) : '';
  if (text === null) return refuse(413, 'The body is too large.');
  const fields = fieldsOf(text, isPost ? (headers.get('content-type') ?? '') : '');
  if (fields === null) return refuse(400, 'The body must be a form, or a JSON object of texts.');
  const addresses = [...nextUrl.searchParams.getAll('callbackUrl'), fields.callbackUrl ?? ''];
  if (!addresses.every((address) => address === '' || isAddress(address, nextUrl.origin)))
    return refuse(400, 'callbackUrl must be a path or an address.');
  const broken = request.cookies
    .getAll()
    .find(({ name, value }) => CALLBACK_COOKIE.test(name) && value !== '' && !isAddress(value, nextUrl.origin));
  if (broken !== undefined) {
    const answer = refuse(400, 'The cookie of the callback address is broken. It is removed; try again.');
    answer.headers.append('set-cookie', `${broken.name}=; Path=/; Max-Age=0`);
    return answer;
  }
  return isPost ? new NextRequest(request.url, { method, headers, body: text }) : request;
}
