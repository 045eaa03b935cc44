'use client';
import type { ErrorCode } from '@/server/errors';

/** A refused sign-in, in the shape that describeError reads. */
class SignInError extends Error {
  readonly data: { appCode: ErrorCode; httpStatus: number };

  constructor(appCode: ErrorCode, httpStatus: number) {
    super(appCode);
    this.data = { appCode, httpStatus };
  }
}

/** Signs in through next-auth. @throws SignInError with the server's code; whatever fetch throws when it has no answer */
export async function signInWithPassword(credentials: { email: string; password: string }): Promise<void> {
  const { signIn } = await import('next-auth/react');
  const answer = await signIn('credentials', { ...credentials, redirect: false });
  // Without a list of providers next-auth leaves the page; with no answer it returns nothing.
  if (answer === undefined) throw new Error('no answer');
  if (answer.ok && !answer.error) return;
  if (answer.error === 'WRONG_CREDENTIALS') throw new SignInError('WRONG_CREDENTIALS', 401);
  if (answer.error === 'TOO_MANY_ATTEMPTS') throw new SignInError('TOO_MANY_ATTEMPTS', 429);
  throw new SignInError('UNAVAILABLE', 503);
}
