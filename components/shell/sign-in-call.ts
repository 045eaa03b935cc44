'use client';
import type { ErrorCode } from '@/server/platform/errors';

/** A refused sign-in, in the shape that describeError reads. */
class SignInError extends Error {
  readonly data: { appCode: ErrorCode; httpStatus: number };

  constructor(appCode: ErrorCode, httpStatus: number) {
    super(appCode);
    this.data = { appCode, httpStatus };
  }
}

/** The error codes for a sign-in that the server refuses, with the status that each has elsewhere. */
const REFUSALS: readonly [ErrorCode, number][] = [
  ['WRONG_CREDENTIALS', 401],
  ['CODE_REQUIRED', 401],
  ['WRONG_CODE', 401],
  ['TOO_MANY_ATTEMPTS', 429],
];

export interface Credentials {
  email: string;
  password: string;
  /** The code of the second factor, once CODE_REQUIRED asked for it. */
  code?: string;
  /** The language of the mail that may follow. */
  language?: string;
}

/**
 * Signs in through next-auth. @throws SignInError with the server's code; whatever fetch throws when it has no answer
 */
export const signInWithPassword = (credentials: Credentials): Promise<void> =>
  signInBy('credentials', { ...credentials });

/** The same with what a passkey answered. */
export const signInWithPasskey = (answer: string): Promise<void> => signInBy('passkey', { answer });

async function signInBy(provider: 'credentials' | 'passkey', fields: Record<string, string>): Promise<void> {
  const { signIn } = await import('next-auth/react');
  const answer = await signIn(provider, { ...fields, redirect: false });
  // Without a list of providers next-auth leaves the page; with no answer it returns nothing.
  if (answer === undefined) throw new Error('no answer');
  if (answer.ok && !answer.error) return;
  throw new SignInError(...(REFUSALS.find(([code]) => code === answer.error) ?? ['UNAVAILABLE', 503]));
}
