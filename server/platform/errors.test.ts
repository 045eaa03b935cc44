/** What a thrown thing means for the client: a closed list, the database's absence told from a fault. */
import { TRPCError } from '@trpc/server';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  AppError,
  ERROR_CODES,
  invalid,
  statusOf,
  toAppError,
  validationError,
  type ErrorCode,
} from '@/server/platform/errors';

/** The table of docs/contract/shared.md#errors. */
const CONTRACT: Partial<Record<ErrorCode, number>> = {
  VALIDATION: 400,
  INVALID_VALUE: 400,
  INVALID_SCOPE: 400,
  UNAUTHENTICATED: 401,
  INVALID_SIGNATURE: 401,
  TIMESTAMP_OUT_OF_RANGE: 401,
  REVOKED_KEY: 401,
  FORBIDDEN: 403,
  FORBIDDEN_ONBEHALF: 403,
  INSUFFICIENT_SCOPE: 403,
  ACCOUNT_MISMATCH: 403,
  NO_ACCOUNT: 403,
  PLAN_LIMIT: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  ALREADY_REVOKED: 409,
  CODE_EXISTS: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  INTERNAL: 500,
  UNAVAILABLE: 503,
};

const withCode = (code: string, message = 'x'): Error => Object.assign(new Error(message), { code });

describe('the codes', () => {
  it.each(Object.entries(CONTRACT))('%s has the status %d', (code, status) => {
    expect(statusOf(code as ErrorCode)).toBe(status);
    expect(new AppError(code as ErrorCode).status).toBe(status);
  });

  it('have names in upper case and a sentence each', () => {
    for (const code of ERROR_CODES) {
      expect(code).toMatch(/^[A-Z]+(?:_[A-Z]+)*$/);
      expect(new AppError(code).message).toMatch(/\.$/);
    }
  });

  it.each(ERROR_CODES.filter((code) => statusOf(code) >= 500))('%s never carries a message of the inside', (code) => {
    const error = new AppError(code, { message: 'SELECT secret FROM table', cause: new Error('inside') });
    expect(error.message).not.toContain('SELECT');
    expect(error.message).not.toContain('inside');
  });
});

describe('toAppError', () => {
  it.each([
    '08000',
    '08003',
    '08006',
    '08001',
    '57P01',
    '57P02',
    '57P03',
    '57P05',
    'EHOSTUNREACH',
    'ENETUNREACH',
    '53300',
    'ECONNREFUSED',
    'ECONNRESET',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'EPIPE',
    'ETIMEDOUT',
    'ENOTFOUND',
    'EAI_AGAIN',
    'P1001',
    'P1002',
    'P1008',
    'P1017',
    'P2024',
    'P2037',
  ])('reads %s as the database being out of reach: 503 UNAVAILABLE, also as a cause of a cause', (code) => {
    const direct = withCode(code);
    const wrapped = new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: new Error('outer', { cause: direct }) });
    for (const thrown of [direct, wrapped])
      expect(toAppError(thrown)).toMatchObject({ appCode: 'UNAVAILABLE', status: 503 });
  });

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
  ])("reads pg's %j as the same", (message) => expect(toAppError(new Error(message)).appCode).toBe('UNAVAILABLE'));

  it.each([
    ['a violated constraint', withCode('23505', 'duplicate key value violates unique constraint "x"')],
    ['a wrong statement', withCode('42601', 'syntax error at or near "FROM"')],
    ['a value out of range', withCode('22003')],
    ['a missing table', withCode('42P01', 'relation "X" does not exist')],
    ['a deadlock', withCode('40P01')],
    ["Prisma's constraint", withCode('P2002')],
    ['a bug', new TypeError("Cannot read properties of undefined (reading 'x')")],
    ['a text', 'just a string'],
    ['nothing', undefined],
    ['an object', { code: 5 }],
    ['a failed output schema', new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: 'Output validation failed' })],
    ['a file that is missing', withCode('ENOENT')],
  ])('reads %s as 500 INTERNAL with the standard sentence, and keeps it as cause for the log', (_, thrown) => {
    const error = toAppError(thrown);
    expect(error).toMatchObject({ appCode: 'INTERNAL', status: 500, message: new AppError('INTERNAL').message });
    if (thrown instanceof Error) expect(error.cause).toBe(thrown);
  });

  it('hands an AppError through, also from inside', () => {
    const own = new AppError('CODE_EXISTS', { details: { a: 1 } });
    expect(toAppError(own)).toBe(own);
    expect(toAppError(new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: own }))).toBe(own);
  });

  it('ends on a cause that goes in a circle', () => {
    const one = new Error('one');
    one.cause = new Error('two', { cause: one });
    expect(toAppError(one).appCode).toBe('INTERNAL');
  });

  it('turns a schema failure into VALIDATION with dotted paths', () => {
    const parsed = z
      .object({ rows: z.array(z.object({ email: z.email() })) })
      .safeParse({ rows: [{ email: 'a@b.co' }, { email: 'x' }] });
    const error = toAppError(new TRPCError({ code: 'BAD_REQUEST', cause: parsed.error }));
    expect(error).toMatchObject({ appCode: 'VALIDATION', details: { issues: [{ path: 'rows.1.email' }] } });
    expect(error.message).toContain('rows.1.email');
  });
});

describe('validation errors', () => {
  it('keep the answer small however many faults a body has', () => {
    const parsed = z.array(z.string()).safeParse(Array.from({ length: 50_000 }, () => 1));
    const error = validationError(parsed.error!);
    expect(JSON.stringify([error.message, error.details]).length).toBeLessThan(50_000);
  });

  it('of one field read like those of a schema', () => {
    expect(invalid('expiresAt', 'must be after startsAt')).toMatchObject({
      appCode: 'VALIDATION',
      details: { issues: [{ path: 'expiresAt', message: 'must be after startsAt' }] },
    });
  });
});
