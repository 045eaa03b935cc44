/** Makes Shopify's own words safe to store and show: on one line, of at most 500 characters, without a secret. */
import { at, listAt, parseJson, textAt } from '@/server/platform/vendors/json';
import type { VendorAnswer } from '@/server/platform/vendors/provider';
import { spellingsOf } from '@/server/platform/vendors/secret-spellings';

const LONGEST = 500;
const OPEN_KEYS = new Set(['shop', 'clientId', 'expiresAt', 'refreshExpiresAt']);

export interface Secrets {
  credentials: Readonly<Record<string, string>>;
  app: { clientSecret: string } | null;
}

/** Removes our credentials from a text of Shopify's, in case the text repeats them. */
export function cleaned({ credentials, app }: Secrets, words: string): string {
  const secrets = Object.entries(credentials).flatMap(([key, value]) => (OPEN_KEYS.has(key) ? [] : [value]));
  if (app !== null) secrets.push(app.clientSecret);
  let text = words;
  for (const secret of secrets)
    if (secret !== '') for (const spelling of spellingsOf(secret)) text = text.replaceAll(spelling, '…');
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\s]+/g, ' ').trim();
  return (line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line).toWellFormed();
}

/**
 * Returns what an answer says went wrong: `errors` is a text, or a list with messages; token endpoints say
 * `error_description` or `error`.
 */
export function wordsOf(secrets: Secrets, { status, body }: Pick<VendorAnswer, 'status' | 'body'>): string {
  const parsed = parseJson(body);
  const messages = listAt(parsed, 'errors').flatMap((error) => textAt(error, 'message') ?? []);
  const words =
    typeof at(parsed, 'errors') === 'string'
      ? textAt(parsed, 'errors')
      : messages.length > 0
        ? messages.join(' ')
        : undefined;
  const said = words ?? textAt(parsed, 'error_description') ?? textAt(parsed, 'error');
  return cleaned(secrets, said ?? `HTTP ${status}`);
}
