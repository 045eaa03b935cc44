/**
 * Bodies for pages. Next reads what comes into memory before it looks at it, and all that is ever sent to it is the
 * form of next-auth.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

const PAGE_BODY = 64 * 1024;

/** Answers a request whose body is too large for a page, or does not say how large it is. @returns whether it did */
export function refuseLargeBody({ headers }: IncomingMessage, response: ServerResponse): boolean {
  const status =
    headers['transfer-encoding'] !== undefined ? 411 : Number(headers['content-length'] ?? 0) > PAGE_BODY ? 413 : null;
  if (status === null) return false;
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'close',
  });
  response.end(status === 411 ? 'Say how large the body is.\n' : 'The body is too large.\n');
  return true;
}
