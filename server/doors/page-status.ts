/**
 * The status of a page that could not be rendered. Next always answers 500; while the database is away, the status must
 * be 503 with Retry-After, as on all other routes.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import { isUnavailable } from '@/server/platform/errors';

const page = new AsyncLocalStorage<{ isUnavailable: boolean }>();

/** Notes that the page that is being drawn needs something that cannot be read now. */
export function noteUnavailable(error: unknown): void {
  const drawn = page.getStore();
  if (drawn !== undefined && isUnavailable(error)) drawn.isUnavailable = true;
}

/** Renders a page; if an unavailable database was noted meanwhile, a 500 becomes a 503. */
export function answeringUnavailable(response: ServerResponse, draw: () => Promise<void>): Promise<void> {
  const drawn = { isUnavailable: false };
  const writeHead = response.writeHead.bind(response) as (status: number, ...rest: unknown[]) => ServerResponse;
  const written = (status: number, ...rest: unknown[]): ServerResponse => {
    if (status !== 500 || !drawn.isUnavailable) return writeHead(status, ...rest);
    response.setHeader('retry-after', '1');
    response.setHeader('cache-control', 'no-store');
    return writeHead(503, ...rest);
  };
  // Node calls it as well when headers go by themselves.
  response.writeHead = written;
  return page.run(drawn, draw);
}
