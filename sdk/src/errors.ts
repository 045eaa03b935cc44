/** The errors of a call: a class for each kind, so that `instanceof` tells what to do. */

/** The server's description of a refused call (docs/contract/shared.md#errors). */
export interface Refusal {
  status: number;
  /**
   * A code of the server's closed list, such as `PLAN_LIMIT` or `CODE_EXISTS`; `UNKNOWN` where the answer was not
   * Laris' own.
   */
  code: string;
  message: string;
  /** The further details of a code, such as `{ limit, used }` of `PLAN_LIMIT`, or `{ issues }` of `VALIDATION`. */
  details: unknown;
  /** Names the request in the server's log. Null when no answer of Laris came. */
  requestId: string | null;
}

/** Everything that this package throws. */
export class LarisError extends Error {
  override readonly name: string = 'LarisError';
}

/** The server refused the call, or could not carry it out. */
export class ApiError extends LarisError implements Refusal {
  override readonly name: string = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  readonly requestId: string | null;

  constructor({ status, code, message, details, requestId }: Refusal) {
    super(`${code}: ${message}`);
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
  }
}

/** 400: the input is not valid. `details` names the fields. */
export class ValidationError extends ApiError {
  override readonly name = 'ValidationError';
}

/** 401: the key, the signature or the clock is wrong. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError';
}

/** 403: the key may not do this, or the plan does not have it (`PLAN_LIMIT`). */
export class PermissionError extends ApiError {
  override readonly name = 'PermissionError';
}

/** 404: there is none, or it is another workspace's. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/** 409: what is there stands against it. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError';
}

/** 429: too many calls. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
}

/** 5xx: the server could not. Whether a write was done is not known. */
export class ServerError extends ApiError {
  override readonly name = 'ServerError';
}

/** No answer came: no connection, a connection that broke, or no time left. Whether a write was done is not known. */
export class ConnectionError extends LarisError {
  override readonly name = 'ConnectionError';
}

/** A webhook that nobody of Laris has signed, or too long ago. */
export class WebhookSignatureError extends LarisError {
  override readonly name = 'WebhookSignatureError';
}

const BY_STATUS: Readonly<Record<number, typeof ApiError>> = {
  400: ValidationError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  429: RateLimitError,
};

/** @returns the error of its status */
export function errorOf(refusal: Refusal): ApiError {
  const Kind = BY_STATUS[refusal.status] ?? (refusal.status >= 500 ? ServerError : ApiError);
  return new Kind(refusal);
}
