/** Sends refusals in the envelope, for every door that programs use. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, toAppError } from '@/server/platform/errors';
import { ReplayedError } from '@/server/doors/extensions/idempotency';
import { failure } from '@/server/doors/envelope';
import { logOf } from '@/server/doors/request';

const JSON_ANSWER = 'application/json; charset=utf-8';

/** Sends an error in the envelope. 5xx are logged with their real cause, which the client never sees. */
export function sendError(request: FastifyRequest, reply: FastifyReply, thrown: unknown): FastifyReply {
  const error = toAppError(thrown);
  if (error.status >= 500) logOf(request).error({ err: error.cause ?? error, code: error.appCode }, 'request failed');
  if (error.appCode === 'UNAVAILABLE' || error.appCode === 'IDEMPOTENCY_IN_PROGRESS')
    void reply.header('retry-after', '1');
  if (error instanceof ReplayedError) void reply.header('idempotency-replayed', 'true');
  return reply
    .code(error.status)
    .header('x-request-id', request.id)
    .header('cache-control', 'no-store')
    .type(JSON_ANSWER)
    .send(failure(error, request.id));
}

/** Turns an error that Fastify itself raised into the service's own codes. */
export function fastifyError(error: unknown): unknown {
  if (typeof error !== 'object' || error === null || !('code' in error)) return error;
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('PAYLOAD_TOO_LARGE');
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new AppError('NOT_FOUND');
    case 'FST_ERR_BAD_URL':
      return new AppError('VALIDATION', {
        message: 'The path is not well-formed: a % must be followed by two hex digits of UTF-8.',
      });
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'ECONNRESET':
    case 'ERR_STREAM_PREMATURE_CLOSE':
      return new AppError('VALIDATION', { message: 'The body does not match its headers. Send it again.' });
    default:
      return error;
  }
}
