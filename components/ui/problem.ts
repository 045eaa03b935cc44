/** The meaning of a failed call to the person: what happened, whether anything was saved, what to do. */
import type { useTranslations } from 'next-intl';
import type { ErrorCode } from '@/server/platform/errors';
import { isRecord } from '@/server/platform/lib/narrow';

/** The facts of an error as tRPC brings them (server/platform/access/trpc.ts, errorFormatter). */
interface Problem {
  /** Null: no answer came. */
  status: number | null;
  code: ErrorCode | null;
  message: string;
  details: Record<string, unknown> | null;
  issues: readonly { path: string; message: string }[];
  requestId: string | null;
}

interface Description {
  /** A description of what happened. */
  what: string;
  /** The statement whether anything was saved; null when nothing was to be saved. */
  saved: string | null;
  /** The advice on what to do. */
  advice: string;
  requestId: string | null;
}

const isIssue = (value: unknown): value is { path: string; message: string } =>
  isRecord(value) && typeof value.path === 'string' && typeof value.message === 'string';

export function problemOf(error: unknown): Problem {
  const message = error instanceof Error ? error.message : String(error);
  const data = isRecord(error) ? error.data : undefined;
  if (!isRecord(data)) return { status: null, code: null, message, details: null, issues: [], requestId: null };
  const details = isRecord(data.details) ? data.details : null;
  return {
    status: typeof data.httpStatus === 'number' ? data.httpStatus : null,
    // The server's list of codes is closed.
    code: typeof data.appCode === 'string' ? (data.appCode as ErrorCode) : null,
    message,
    details,
    issues: Array.isArray(details?.issues) ? details.issues.filter(isIssue) : [],
    requestId: typeof data.requestId === 'string' ? data.requestId : null,
  };
}

/**
 * @param t words of `errors`: `useTranslations('errors')`
 * @param act whether the call was to read or to change something
 */
export function describeError(
  error: unknown,
  t: ReturnType<typeof useTranslations<'errors'>>,
  act: 'read' | 'write',
): Description {
  const { status, code, message, details, requestId } = problemOf(error);
  // An answer under 500 is a refusal; without one, or after a fault, the change may have gone through.
  const outcome = status === null ? 'unknown' : status < 500 ? 'no' : 'probablyNot';
  const saved = act === 'write' ? t(`saved.${outcome}`) : null;
  if (status === null) return { what: t('network.what'), saved, advice: t('network.advice'), requestId };
  if (details?.reason === 'ROLE') return { what: t('role.what'), saved, advice: t('role.advice'), requestId };
  const known = code !== null && t.has(`codes.${code}.what`);
  return {
    what: known ? t(`codes.${code}.what`) : message,
    saved,
    advice: known ? t(`codes.${code}.advice`) : t('fallbackAdvice'),
    requestId,
  };
}
