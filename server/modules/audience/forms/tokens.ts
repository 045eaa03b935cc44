/**
 * Tokens that the service signs for forms: when a page was shown, which a robot cannot forge, and who may confirm
 * (docs/contract/forms.md#robots, #confirming).
 */
import { randomBytes } from 'node:crypto';
import type { Settings } from '@/server/platform/env';
import { deriveKey, type AppSecrets } from '@/server/platform/lib/crypto';
import { isToken, signToken, type Signed } from '@/server/platform/lib/signed-token';

const signedStamp = (secret: string, formId: string, shown: string): Signed => ({
  key: deriveKey(secret, 'form-stamp'),
  text: `${formId}:${shown}`,
  encoding: 'base64url',
});

/** The stamp in a page: `<milliseconds in base 36>.<nonce>.<signature>`. */
export function stampOf([secret]: AppSecrets, formId: string, now: Date): string {
  const shown = `${now.getTime().toString(36)}.${randomBytes(9).toString('base64url')}`;
  return `${shown}.${signToken(signedStamp(secret, formId, shown))}`;
}

export interface Stamp {
  shownAt: Date;
  /** A value that differs for each page shown. */
  nonce: string;
}

const STAMP = /^([0-9a-z]{1,11})\.([\w-]{12})\.([\w-]{43})$/;

/** Reads a stamp; null when it is not ours for this form. */
export function readStamp(secrets: AppSecrets, formId: string, stamp: string): Stamp | null {
  const [, at, nonce, signature] = STAMP.exec(stamp) ?? [];
  if (at === undefined || nonce === undefined || signature === undefined) return null;
  const isOurs = secrets.some((secret) => isToken(signature, signedStamp(secret, formId, `${at}.${nonce}`)));
  return isOurs ? { shownAt: new Date(parseInt(at, 36)), nonce } : null;
}

export interface ConfirmLink {
  accountId: string;
  submissionId: string;
}

const signedLink = (secret: string, { accountId, submissionId }: ConfirmLink): Signed => ({
  key: deriveKey(secret, 'form-confirmation'),
  text: `${accountId}:${submissionId}`,
  encoding: 'base64url',
});

/** The absolute address of the page that asks for confirmation with a button. */
export const confirmUrl = (
  { baseUrl, appSecrets }: Pick<Settings, 'baseUrl' | 'appSecrets'>,
  link: ConfirmLink,
): string => `${baseUrl}/o/${link.accountId}.${link.submissionId}.${signToken(signedLink(appSecrets[0], link))}`;

const TOKEN = /^([a-z0-9]{1,40})\.([a-z0-9]{1,40})\.([\w-]{43})$/;

/** Reads a confirmation token; null when it is not ours. */
export function readConfirmToken(secrets: AppSecrets, token: string): ConfirmLink | null {
  const [, accountId, submissionId, signature] = TOKEN.exec(token) ?? [];
  if (accountId === undefined || submissionId === undefined || signature === undefined) return null;
  const link = { accountId, submissionId };
  return secrets.some((secret) => isToken(signature, signedLink(secret, link))) ? link : null;
}
