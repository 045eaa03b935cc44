/**
 * The addresses that vendors call: the channel's own, and one for each message. This file adds our parameters to both,
 * and reads our message's id from an address that a vendor called.
 */
import { isUrl } from '@/server/platform/lib/is-url';
import type { Connection } from '@/server/platform/vendors/provider';

/**
 * Our parameters in a callback address: the token that proves the vendor, the answer that the vendor accepts as
 * success, and our message's id. The vendor sends none of them, so a signature over the vendor's fields covers none.
 */
const OWN_PARAMETERS = ['token', 'answer', 'message'] as const;
type OwnParameter = (typeof OWN_PARAMETERS)[number];

/**
 * Adds our parameters to an address that a vendor calls; undefined parameters are left out. Nothing else may add
 * parameters.
 */
export function withParameters(address: string, parameters: Partial<Record<OwnParameter, string | undefined>>): string {
  const url = new URL(address);
  for (const name of OWN_PARAMETERS) {
    const value = parameters[name];
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url.href;
}

/** Returns the fields that a vendor added to our address when it called by GET. */
export function appendedFields(url: string): Record<string, string> {
  const own: ReadonlySet<string> = new Set(OWN_PARAMETERS);
  return Object.fromEntries([...new URL(url).searchParams].filter(([name]) => !own.has(name)));
}

/**
 * Returns `config.callbackUrl` with our message's id, for vendors that accept an address with each message and return
 * no other id of ours. Undefined when the vendor cannot reach the address: for a local address vendors refuse the whole
 * message (Twilio: error 21609).
 */
export function callbackAddress(connection: Connection, messageId: string): string | undefined {
  const given = connection.config.callbackUrl;
  if (typeof given !== 'string' || !isUrl(given)) return undefined;
  const { protocol, hostname } = new URL(given);
  if (!/^https?:$/.test(protocol) || !hostname.includes('.') || /^(127\.|0\.0\.0\.0$)|\.localhost$/.test(hostname))
    return undefined;
  return withParameters(given, { message: messageId });
}

/** Returns our message's id from a vendor's text; undefined when the text cannot be such an id. */
export const ownId = (text: unknown): string | undefined =>
  typeof text === 'string' && /^[a-z0-9]{1,40}$/.test(text) ? text : undefined;

/** Returns our message's id from the address that a vendor called. */
export const ownIdOf = (url: string): string | undefined =>
  isUrl(url) ? ownId(new URL(url).searchParams.get('message')) : undefined;
