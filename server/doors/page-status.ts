/**
 * The status of a page that could not be drawn. Next answers 500 whatever a read of a page failed for; while the
 * database is away it is 503 with Retry-After, as at every other door.
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

/** Draws a page. What was noted meanwhile makes a 503 of a 500. */
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
