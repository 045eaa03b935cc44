/**
 * The addresses that vendors call, the channel's own and the one that goes along with a message: every parameter in
 * them that is ours, and our message's id in the one that a vendor called.
 */
import { isUrl } from '@/server/platform/lib/is-url';
import type { Connection } from '@/server/platform/vendors/provider';

/**
 * All the parameters that we put into such an address: the token that proves the vendor, the answer that it takes for a
 * yes, and our message's id. Nothing of them is the vendor's word, so a signature over the vendor's fields covers none.
 */
const OWN_PARAMETERS = ['token', 'answer', 'message'] as const;
type OwnParameter = (typeof OWN_PARAMETERS)[number];

/** The only way to put a parameter into an address that a vendor calls; what is undefined is left out. */
export function withParameters(address: string, parameters: Partial<Record<OwnParameter, string | undefined>>): string {
  const url = new URL(address);
  for (const name of OWN_PARAMETERS) {
    const value = parameters[name];
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url.href;
}

/** The fields that a vendor appended to the address that it called by GET. */
export function appendedFields(url: string): Record<string, string> {
  const own: ReadonlySet<string> = new Set(OWN_PARAMETERS);
  return Object.fromEntries([...new URL(url).searchParams].filter(([name]) => !own.has(name)));
}

/**
 * `config.callbackUrl` with our message's id, for vendors that take an address with each message and hand back nothing
 * else of ours. Undefined when the vendor cannot reach it: an address of this machine is left out, for vendors refuse
 * the whole message for it (Twilio: error 21609).
 */
export function callbackAddress(connection: Connection, messageId: string): string | undefined {
  const given = connection.config.callbackUrl;
  if (typeof given !== 'string' || !isUrl(given)) return undefined;
  const { protocol, hostname } = new URL(given);
  if (!/^https?:$/.test(protocol) || !hostname.includes('.') || /^(127\.|0\.0\.0\.0$)|\.localhost$/.test(hostname))
    return undefined;
  return withParameters(given, { message: messageId });
}

/** Our message id, when a text that a vendor hands back can be one. */
export const ownId = (text: unknown): string | undefined =>
  typeof text === 'string' && /^[a-z0-9]{1,40}$/.test(text) ? text : undefined;

/** Our message id in the address that a vendor called. */
export const ownIdOf = (url: string): string | undefined =>
  isUrl(url) ? ownId(new URL(url).searchParams.get('message')) : undefined;
