/**
 * Checks a request for a page before Next sees it. For some requests that no browser sends, Next answers 500 as if it
 * had failed; this file refuses them, or removes the part that a page can do without.
 */
import type { IncomingMessage } from 'node:http';
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js';
import { pathOf } from '@/server/doors/authenticate';
import { AppError } from '@/server/platform/errors';

const STATE_TREE = 'next-router-state-tree';

/**
 * The longest User-Agent that Next may see: Next searches it for crawlers in a time that grows with the square of its
 * length.
 */
const USER_AGENT_LENGTH = 500;

/**
 * Returns the methods of a page: pages are only read, since no form of ours posts to a page. Addresses that sign people
 * in and out accept POST as well.
 */
const methodsOf = (path: string): string[] =>
  /^\/api\/auth(?:\/|$)/.test(path) ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD'];

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/** Checks whether Next can parse the router state that the browser sends on a navigation inside the dashboard. */
function hasReadableState({ headers }: IncomingMessage): boolean {
  try {
    parseAndValidateFlightRouterState(headers[STATE_TREE]);
    return true;
  } catch {
    return false;
  }
}

export interface Refusal {
  error: AppError;
  headers?: Record<string, string>;
}

/**
 * Prepares a request for Next, in place.
 * @param dev true when Next runs in development, where its own tools send POST
 * @returns the refusal; null when Next may have the request
 */
export function refusalOf(request: IncomingMessage, dev: boolean): Refusal | null {
  const url = request.url ?? '';
  // `OPTIONS *`, and authorities: they ask a server or a proxy, and name no page.
  if (!url.startsWith('/'))
    return { error: new AppError('VALIDATION', { message: 'The request target must be a path.' }) };
  const path = decoded(pathOf(url));
  if (path === null)
    return {
      error: new AppError('VALIDATION', {
        message: 'The path is not well-formed: a % must be followed by two hex digits of UTF-8.',
      }),
    };
  const methods = methodsOf(path);
  if (!dev && !methods.includes(request.method ?? ''))
    return { error: new AppError('METHOD_NOT_ALLOWED'), headers: { allow: methods.join(', ') } };
  if (!hasReadableState(request))
    return { error: new AppError('VALIDATION', { message: 'Next-Router-State-Tree cannot be read.' }) };

  const agent = request.headers['user-agent'];
  if (agent !== undefined) request.headers['user-agent'] = agent.slice(0, USER_AGENT_LENGTH);
  // Next's own page of its own failures, which it would show with a 500.
  if (path.startsWith('/_global-error')) request.url = '/_not-found';
  return null;
}
