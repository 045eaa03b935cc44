/** Answers unknown paths (404), known paths with another method (405), and OPTIONS of public paths. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '@/server/platform/errors';
import { pathOf } from '@/server/doors/authenticate';
import { patternOf } from '@/server/doors/paths';
import { allowAnyOrigin } from '@/server/platform/pages/public-answer';
import { refuseRaw } from '@/server/doors/raw';
import { sendError } from '@/server/doors/send-error';
import { API_PREFIX, restRoutes } from '@/server/doors/rest-routes';
import type { RawRoute } from '@/server/platform/access/route';

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;

interface Known {
  method: string;
  isPublic: boolean;
  pattern: RegExp;
  /** The first segment of the path. */
  root: string;
  raw?: RawRoute;
}

/** Checks for an address that programs call; such an address is never redirected. */
const isApi = (path: string): boolean => path.startsWith('/api/');

const rootOf = (path: string): string => path.split('/')[1] ?? '';

/** Adds HEAD to GET, except where GET changes something. */
const withHead = (known: Known): string[] =>
  known.method === 'GET' && known.raw?.noHead !== true ? ['GET', 'HEAD'] : [known.method];

export function unknownRoute(
  rawRoutes: readonly RawRoute[],
): (request: FastifyRequest, reply: FastifyReply) => unknown {
  const known: Known[] = [
    ...[...restRoutes(), { method: 'GET', path: '/openapi.json', accessLevel: 'public' }].map(
      ({ method, path, accessLevel }) => ({
        method,
        isPublic: accessLevel === 'public',
        pattern: patternOf(API_PREFIX + path),
        root: rootOf(API_PREFIX),
      }),
    ),
    ...rawRoutes.map((raw) => ({
      method: raw.method,
      isPublic: raw.accessLevel === 'public',
      pattern: patternOf(raw.path),
      root: rootOf(raw.path),
      raw,
    })),
  ];
  const fitting = (path: string): Known[] => known.filter(({ pattern }) => pattern.test(path));
  /** Returns the page route among the candidates: an address among pages for people is answered by a page. */
  const pageAt = (candidates: readonly Known[]): RawRoute | undefined =>
    candidates.find(({ raw }) => raw?.answers === 'html')?.raw;

  return (request, reply) => {
    const url = request.raw.url ?? '';
    const path = pathOf(url);
    const here = fitting(path);
    if (here.length === 0) {
      const without = path.replace(/\/$/, '');
      // A slash too many is taken off the address of a page; everywhere else it makes another address.
      if (without !== path && !isApi(path) && pageAt(fitting(without)) !== undefined)
        return reply.redirect(without + url.slice(path.length), 308);
      const page = isApi(path) ? undefined : pageAt(known.filter(({ root }) => root === rootOf(path)));
      const error = new AppError('NOT_FOUND', { message: 'This route does not exist.' });
      return page === undefined ? sendError(request, reply, error) : refuseRaw(page, request, reply, error);
    }
    const isPublic = here.some((candidate) => candidate.isPublic);
    const taken = here.flatMap(withHead);
    const methods = [
      ...METHODS.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).filter((each) =>
        taken.includes(each),
      ),
      ...(isPublic ? ['OPTIONS'] : []),
    ].join(', ');
    void reply.header('allow', methods);
    if (!isPublic || request.method !== 'OPTIONS') {
      const error = new AppError('METHOD_NOT_ALLOWED');
      const page = pageAt(here);
      return page === undefined ? sendError(request, reply, error) : refuseRaw(page, request, reply, error);
    }
    allowAnyOrigin(reply);
    return reply
      .code(204)
      .header('access-control-allow-methods', methods)
      .header('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*')
      .header('access-control-max-age', '86400')
      .header('vary', 'Access-Control-Request-Headers')
      .send();
  };
}
