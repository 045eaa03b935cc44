/**
 * The closed list of error codes and their HTTP status (docs/contract/shared.md#errors).
 * Services throw `new AppError('CODE_EXISTS')` and never mention HTTP; a code that is not listed does not compile.
 */
import { TRPCError } from '@trpc/server';
import { ZodError, type z } from 'zod';
import { MAX_ISSUES } from '@/server/platform/lib/bounded';
import { causesOf } from '@/server/platform/lib/causes';
import { keysOf } from '@/server/platform/lib/narrow';

/** Code → [status, default message for the client]. */
const CODES = {
  VALIDATION: [400, 'The request is not valid.'],
  INVALID_VALUE: [400, 'The value does not fit its type or its range.'],
  INVALID_SCOPE: [400, 'The scope needs products or tags.'],
  INVALID_DEFINITION: [400, 'A condition of the segment is not valid. See details.path.'],
  INCOMPLETE: [400, 'Something required is missing. See details.missing.'],
  INVALID_FUNNEL: [400, 'The funnel cannot run yet. Fix what details.problems names.'],
  NO_VALID_CONTACTS: [400, 'None of these contacts is in this workspace.'],
  USE_OAUTH: [400, 'Connect this provider by OAuth: begin at /channels/oauth/{provider}/start.'],
  NO_PROVIDER: [400, 'The broadcast has no provider. Choose one first.'],
  NO_CHANNEL: [400, 'A chosen provider has no active channel. Connect one first.'],
  EMPTY_AUDIENCE: [400, 'The audience is empty. Choose people first.'],
  NO_RECIPIENTS: [400, 'Nobody in the audience can be reached over the chosen providers.'],
  BAD_PROVIDER: [400, 'The broadcast does not use this provider. Choose one that it uses.'],
  UNAUTHENTICATED: [401, 'Sign the request, or sign in.'],
  INVALID_SIGNATURE: [401, 'The signature does not match. See docs/signing.md.'],
  TIMESTAMP_OUT_OF_RANGE: [401, 'X-Svc-Timestamp must be the current time in epoch seconds, within 300 seconds.'],
  REVOKED_KEY: [401, 'This API key was revoked. Sign with another key.'],
  WRONG_CREDENTIALS: [401, 'E-mail or password is wrong.'],
  CODE_REQUIRED: [401, 'The password is right. Send the code of the second factor with it.'],
  WRONG_CODE: [401, 'The code is wrong, or was used before.'],
  FORBIDDEN: [403, 'These credentials may not call this route.'],
  FORBIDDEN_ONBEHALF: [403, 'X-Svc-On-Behalf-Of needs a key with the scope svc:platform:admin.'],
  INSUFFICIENT_SCOPE: [403, "The key's scopes do not allow this method: GET needs read, others need write."],
  ACCOUNT_MISMATCH: [403, 'accountId is not the workspace of these credentials. Correct it, or leave it out.'],
  NO_ACCOUNT: [403, 'These credentials name no workspace. Choose one: a platform key does so with X-Svc-On-Behalf-Of.'],
  PLAN_LIMIT: [403, 'The plan allows no more of these. Choose a larger plan.'],
  NOT_FOUND: [404, 'Not found.'],
  UNKNOWN_PROVIDER: [404, 'No OAuth provider has this name.'],
  METHOD_NOT_ALLOWED: [405, 'This path does not take this method. The header Allow lists those that it takes.'],
  REQUEST_TIMEOUT: [408, 'The request did not arrive in time. Send it again.'],
  ALREADY_REVOKED: [409, 'This key is revoked already.'],
  SLUG_TAKEN: [409, 'Another post has this slug. Choose another one.'],
  LOCALE_TAKEN: [409, 'The post exists in this language already.'],
  CODE_EXISTS: [409, 'A discount code with this text exists already. Choose another one.'],
  IDENTITY_TAKEN: [409, 'Another contact has this e-mail and phone.'],
  NAME_TAKEN: [409, 'This name is taken. Choose another one.'],
  IDENTIFIER_TAKEN: [409, 'Another partner has this identifier. Choose another one.'],
  NAME_EXISTS: [409, 'A template with this name exists already. Choose another one.'],
  EDIT_CONFLICT: [409, 'Somebody saved this meanwhile, so nothing was written. Read it again and repeat the change.'],
  LIMIT_REACHED: [409, 'The largest number of these is reached. Delete one first.'],
  ALREADY_CONNECTED: [409, 'This shop is connected already.'],
  SYNC_RUNNING: [409, 'A sync of this is running. Wait until it is done.'],
  SOURCE_TAKEN: [409, 'Another integration brings the products. Switch that off first.'],
  SLOTS_FULL: [409, 'Every slot of the brief is filled.'],
  ALREADY_COLLABORATING: [409, 'A creator with this e-mail takes part already.'],
  OPTED_OUT: [409, 'This person has opted out, so nothing was sent.'],
  WINDOW_CLOSED: [409, 'The provider takes no free text any more. See details.'],
  MOVED_ON: [409, 'Somebody wrote meanwhile. Read up to details.lastMessageId and try again.'],
  BAD_STATE: [409, 'This is not possible in the present state.'],
  IN_USE: [409, 'A scheduled broadcast uses this. Change or cancel that first.'],
  NOT_EMAIL: [409, 'This is not an e-mail channel.'],
  IDEMPOTENCY_MISMATCH: [409, 'This Idempotency-Key was used with another request. Send a new key.'],
  IDEMPOTENCY_IN_PROGRESS: [
    409,
    'The first request with this Idempotency-Key is still running. Try again in a moment.',
  ],
  HOLD_REFUSED: [409, 'This discount code cannot be reserved for the checkout now; `details.reason` says why.'],
  NO_FROM_EMAIL: [409, 'The channel has no sender. Set config.fromEmail first.'],
  EMAIL_TAKEN: [409, 'An account with this e-mail exists already.'],
  PAYLOAD_TOO_LARGE: [413, 'The body is larger than 10 MiB.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'Send the body as application/json.'],
  RATE_LIMITED: [429, "The plan's requests of this minute are used up. Try again in the next minute."],
  TOO_MANY_ATTEMPTS: [429, 'Too many attempts. Wait a few minutes and try again.'],
  INTERNAL: [500, 'Something went wrong on our side. If it happens again, report it with the request id.'],
  CHECKOUT_FAILED: [500, 'The payment provider did not open a checkout. Try again.'],
  CANCEL_FAILED: [500, 'The payment provider did not cancel. Nothing was changed; try again.'],
  PLAN_NOT_CONFIGURED: [503, 'This plan cannot be bought here, because the operator has not set up its payment.'],
  MAIL_NOT_CONFIGURED: [503, 'This server sends no e-mail, because its operator has not set it up.'],
  OAUTH_NOT_CONFIGURED: [503, 'OAuth of this provider is not set up. Ask the operator of this server.'],
  UNAVAILABLE: [503, 'The service cannot read or write its data right now. Try again in a moment.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof CODES;
export const ERROR_CODES = keysOf(CODES);

/** HTTP status of a code. */
export const statusOf = (code: ErrorCode): number => CODES[code][0];

/** Returns the default message of a code, for errors without their own. */
export const defaultMessageOf = (code: ErrorCode): string => CODES[code][1];

/** tRPC's names of the statuses above, so that typed calls answer with the same status as REST. */
const TRPC_CODES: Record<(typeof CODES)[ErrorCode][0], TRPCError['code']> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  408: 'TIMEOUT',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'SERVICE_UNAVAILABLE',
};

export type ErrorDetails = Record<string, unknown>;

/** An error that the client sees. */
export class AppError extends TRPCError {
  readonly appCode: ErrorCode;
  readonly details: ErrorDetails | undefined;

  /**
   * @param options.message replaces the code's default message; never for 5xx, whose cause is only logged
   * @param options.details machine-readable facts for `error.details`
   */
  constructor(appCode: ErrorCode, options: { message?: string; details?: ErrorDetails; cause?: unknown } = {}) {
    const [status, standard] = CODES[appCode];
    super({
      code: TRPC_CODES[status],
      message: status >= 500 ? standard : (options.message ?? standard),
      cause: options.cause,
    });
    this.name = 'AppError';
    this.appCode = appCode;
    this.details = options.details;
  }

  get status(): number {
    return statusOf(this.appCode);
  }
}

/** Makes a 400 VALIDATION for one field, in the form of a schema failure. `path` is dotted. */
export function invalid(path: string, message: string): AppError {
  return new AppError('VALIDATION', { message: `${path}: ${message}`, details: { issues: [{ path, message }] } });
}

/**
 * Makes the 400 VALIDATION for a marketing campaign of another workspace, the same on every resource
 * (docs/contract/shared.md#bodies).
 */
export const foreignCampaign = (): AppError =>
  new AppError('VALIDATION', {
    message: 'marketingCampaignId: must be a campaign of this workspace',
    details: { reason: 'CAMPAIGN_NOT_IN_ACCOUNT' },
  });

/** 400 VALIDATION of a schema failure: `details.issues` has a dotted path and a message for each fault. */
export function validationError(error: z.ZodError): AppError {
  const issues = error.issues
    .slice(0, MAX_ISSUES)
    .map((issue) => ({ path: issue.path.map(String).join('.'), message: issue.message }));
  const message = issues.map(({ path, message: text }) => (path ? `${path}: ${text}` : text)).join('; ');
  return new AppError('VALIDATION', { message: message.slice(0, 2000), details: { issues } });
}

/**
 * The codes that mean "the database is away, full, or accepts no writes now", not "the query is wrong": SQLSTATE 08,
 * 57P0x and time-outs; 53 (disk, memory, connections), system and I/O errors, read-only; then the codes of sockets and
 * files.
 */
const AWAY_STATE = /^(?:08\w{3}|57P0[1235]|53\w{3}|580[03]0|25006|55P03|57014)$/;
const AWAY_SYSTEM =
  /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENOSPC|EDQUOT|EROFS|EIO|EMFILE|ENFILE)$/;
const AWAY_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|not queryable|Unable to start a transaction|Transaction not found|DatabaseNotReachable|SocketTimeout|ConnectionClosed|TooManyConnections/;
/** Prisma's codes for the same. */
const AWAY_PRISMA = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P1018', 'P2024', 'P2028', 'P2037']);

/** Checks whether something failed because the database was away: the same may succeed in a moment. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof AppError && error.appCode === 'UNAVAILABLE') return true;
  for (const { code, originalCode, message } of causesOf(error)) {
    for (const each of [code, originalCode])
      if (typeof each === 'string' && (AWAY_STATE.test(each) || AWAY_SYSTEM.test(each) || AWAY_PRISMA.has(each)))
        return true;
    if (typeof message === 'string' && AWAY_MESSAGES.test(message)) return true;
  }
  return false;
}

/**
 * Converts anything thrown into the client's error. An unexpected error becomes INTERNAL, with the original as its
 * cause for the log; the original's message never leaves the service.
 */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof TRPCError) {
    if (thrown.cause instanceof AppError) return thrown.cause;
    if (thrown.code === 'BAD_REQUEST') {
      return thrown.cause instanceof ZodError
        ? validationError(thrown.cause)
        : new AppError('VALIDATION', { cause: thrown });
    }
    if (thrown.code === 'NOT_FOUND') return new AppError('NOT_FOUND');
    if (thrown.code === 'METHOD_NOT_SUPPORTED') return new AppError('METHOD_NOT_ALLOWED');
    if (thrown.code === 'PAYLOAD_TOO_LARGE') return new AppError('PAYLOAD_TOO_LARGE');
    if (thrown.code === 'UNSUPPORTED_MEDIA_TYPE') return new AppError('UNSUPPORTED_MEDIA_TYPE');
  }
  return new AppError(isUnavailable(thrown) ? 'UNAVAILABLE' : 'INTERNAL', { cause: thrown });
}
