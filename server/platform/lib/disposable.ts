/** Disposable e-mail addresses, which people use once. */
import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';

let listed: ReadonlySet<string> | undefined;

/** @returns true when the address's domain, or a parent domain, is on the list */
export function isDisposable(email: string): boolean {
  listed ??= disposableEmailBlocklistSet();
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.');
  return labels.some((_, index) => listed?.has(labels.slice(index).join('.')) === true);
}
