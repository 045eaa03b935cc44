/**
 * Checks a request for a page before Next sees it. Next takes some of what no browser sends for a fault of its own and
 * answers 500; that is refused here, or taken away where a page can do without it.
 */
import type { IncomingMessage } from 'node:http';
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js';
import { pathOf } from '@/server/doors/authenticate';
import { AppError } from '@/server/platform/errors';

const STATE_TREE = 'next-router-state-tree';

/** Next looks for crawlers with an expression whose time grows with the square of this header's length. */
const USER_AGENT_LENGTH = 500;

/** Pages are only read: no form of ours posts to one. What signs people in and out takes POST as well. */
const methodsOf = (path: string): string[] =>
  /^\/api\/auth(?:\/|$)/.test(path) ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD'];

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/**
 * Checks whether Next can read the place where the browser says it is; a navigation inside the dashboard carries it.
 */
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
 * Readies a request for Next, in place.
 * @param dev whether Next runs in development, where its own tools post to it
 * @returns why it is refused; null when Next may have it
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
