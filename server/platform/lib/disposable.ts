/** E-mail addresses that are thrown away after one use. */
import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';

let listed: ReadonlySet<string> | undefined;

/** @returns whether an address's domain, or one that its domain belongs to, is listed */
export function isDisposable(email: string): boolean {
  listed ??= disposableEmailBlocklistSet();
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.');
  return labels.some((_, index) => listed?.has(labels.slice(index).join('.')) === true);
}
