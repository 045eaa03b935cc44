/** Answers requests that reach neither Fastify nor a page: sends the envelope, then closes the connection. */
import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '@/server/platform/errors';
import { failure } from '@/server/doors/envelope';

/** @param headers further headers, such as Allow */
export function refuse(response: ServerResponse, error: AppError, headers: Record<string, string> = {}): void {
  const id = crypto.randomUUID();
  const body = failure(error, id);
  response.writeHead(error.status, {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-request-id': id,
    connection: 'close',
  });
  response.end(body);
}

function errorOf(code: string | undefined): AppError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new AppError('PAYLOAD_TOO_LARGE', { message: 'The headers of the request are too large.' });
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new AppError('REQUEST_TIMEOUT');
    default:
      return new AppError('VALIDATION', { message: 'This is not a well-formed HTTP request.' });
  }
}

/**
 * Answers requests that Node cannot parse as HTTP, and headers or bodies that come too slowly
 * (server/doors/http-server.ts).
 */
export function answerBrokenRequest(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const appError = errorOf(error.code);
  const id = crypto.randomUUID();
  const body = failure(appError, id);
  socket.end(
    `HTTP/1.1 ${appError.status} ${STATUS_CODES[appError.status]}\r\ncontent-type: application/json; charset=utf-8\r\ncache-control: no-store\r\nx-request-id: ${id}\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
