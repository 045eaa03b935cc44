/**
 * Node's HTTP server under Fastify and Next: its time limits for clients, and the forms of requests that it refuses.
 */
import http, { type RequestListener, type Server, type ServerResponse } from 'node:http';
import { AppError } from '@/server/platform/errors';
import { refuse } from '@/server/doors/refuse';
import { endStalledReaders } from '@/server/doors/stalled-readers';

/** @param handle receives every request, with the request target reduced to a path */
export function httpServer(handle: RequestListener): Server {
  const server = http.createServer({ requireHostHeader: false }, (request, response) => {
    request.url = originForm(request.url ?? '/');
    handle(request, response);
  });
  // Expect: something nobody offers; left alone, Node would answer without the envelope.
  server.on('checkExpectation', (_request, response: ServerResponse) =>
    refuse(
      response,
      new AppError('VALIDATION', {
        message: 'The header Expect names something that this server does not offer. Leave it out.',
      }),
    ),
  );
  endStalledReaders(server);
  // A client that trickles its headers or body does not hold a connection for ever.
  server.headersTimeout = 15_000;
  server.requestTimeout = 60_000;
  server.keepAliveTimeout = 30_000;
  return server;
}

/** Reduces a request target in absolute form (RFC 9112 §3.2.2) to its path; the path's encoding stays as sent. */
function originForm(target: string): string {
  const authority = /^https?:\/\/[^/?#]*/i.exec(target);
  if (authority === null) return target;
  const rest = target.slice(authority[0].length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}
