/** The shape of every JSON answer under /api/v1 (docs/contract/shared.md#envelope). */
import type { AppError } from '@/server/platform/errors';
import { realNow } from '@/server/platform/lib/clock';

/** Writes the envelope of a success. `payload` is JSON already, so that a large payload is serialized once. */
export const success = (payload: string, requestId: string): string =>
  `{"data":${payload},"error":null,${meta(requestId)}}`;

export function failure(error: AppError, requestId: string): string {
  const body = {
    code: error.appCode,
    message: error.message,
    ...(error.details === undefined ? {} : { details: error.details }),
  };
  return `{"data":null,"error":${JSON.stringify(body)},${meta(requestId)}}`;
}

/**
 * The real time, not the service's clock: this is when the answer was written. Request ids need no escaping
 * (request-id.ts).
 */
const meta = (requestId: string): string =>
  `"meta":{"requestId":"${requestId}","timestamp":"${realNow().toISOString()}"}`;
