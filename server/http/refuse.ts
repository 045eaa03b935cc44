/** Answers for what never becomes a request of Fastify's or a page: the envelope, then the connection ends. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '@/server/errors';
import { failure } from '@/server/http/envelope';

/** @param headers more of them, such as Allow */
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

/** What Node cannot parse as HTTP at all. */
export function answerBrokenRequest(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const appError = tooLarge
    ? new AppError('PAYLOAD_TOO_LARGE', { message: 'The headers are too large.' })
    : new AppError('VALIDATION', { message: 'This is not a well-formed HTTP request.' });
  const id = crypto.randomUUID();
  const body = failure(appError, id);
  socket.end(
    `HTTP/1.1 ${appError.status} ${tooLarge ? 'Payload Too Large' : 'Bad Request'}\r\ncontent-type: application/json; charset=utf-8\r\ncache-control: no-store\r\nx-request-id: ${id}\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
