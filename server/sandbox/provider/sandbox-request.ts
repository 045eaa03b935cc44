/**
 * A vendor's request as the outbox may show it: without the channel's secrets, wherever an adapter has put them, and
 * with long texts cut, for the message itself is shown beside it.
 */
import { isUrl } from '@/server/platform/lib/is-url';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import { parseJson } from '@/server/platform/vendors/json';
import type { Connection, VendorRequest } from '@/server/platform/vendors/provider';
import { spellingsOf } from '@/server/platform/vendors/secret-spellings';

export interface ShownRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | null;
}

const HIDDEN = '…';
const SECRET_HEADER = /authorization|token|secret|signature|cookie|api-?key/i;
const LONGEST_TEXT = 500;
const LONGEST_BODY = 4_000;

/** Every credential that the catalogue does not call open, those beyond its list included. */
function secretsOf(provider: ProviderId, connection: Connection): string[] {
  const open = new Set(
    providerEntry(provider)
      .credentials.filter(({ secret }) => secret !== true)
      .map(({ key }) => key),
  );
  return Object.entries(connection.credentials)
    .filter(([key, value]) => !open.has(key) && value.length >= 4)
    .map(([, value]) => value);
}

/** A secret that is an address keeps its host, so that one sees where it went. */
const maskOf = (secret: string): string =>
  isUrl(secret) && /^https?:/i.test(secret) ? `${new URL(secret).origin}/${HIDDEN}` : HIDDEN;

const cut = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest).toWellFormed()}${HIDDEN} (${text.length} characters)` : text;

const cutTexts = (value: unknown): unknown => {
  if (typeof value === 'string') return cut(value, LONGEST_TEXT);
  if (Array.isArray(value)) return value.map(cutTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cutTexts(inner)]));
};

function shownBody(body: string | undefined): string | null {
  if (body === undefined) return null;
  const parsed = parseJson(body);
  return cut(
    typeof parsed === 'object' && parsed !== null ? JSON.stringify(cutTexts(parsed), null, 2) : body,
    LONGEST_BODY,
  );
}

export function shownRequest(provider: ProviderId, connection: Connection, request: VendorRequest): ShownRequest {
  const secrets = secretsOf(provider, connection);
  const without = (text: string): string =>
    secrets
      .reduce(
        (hidden, secret) =>
          spellingsOf(secret).reduce((each, spelling) => each.replaceAll(spelling, maskOf(secret)), hidden),
        text,
      )
      .replaceAll('\0', '');
  return {
    method: request.method,
    url: without(request.url),
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [
        name,
        SECRET_HEADER.test(name) ? HIDDEN : without(value),
      ]),
    ),
    body: shownBody(request.body === undefined ? undefined : without(request.body)),
  };
}
