/** How a vendor's callback finds its way back: the address that goes along with a message, and our own id in it. */
import { isUrl } from '@/server/lib/is-url';
import type { Connection } from '@/server/providers/provider';

/** The query parameter that carries our message id. */
const MESSAGE = 'message';

/**
 * `config.callbackUrl` with our message's id, for vendors that take an address with each message and hand back nothing
 * else of ours. Undefined when the vendor cannot reach it: an address of this machine is left out, for vendors refuse
 * the whole message for it (Twilio: error 21609).
 */
export function callbackAddress(connection: Connection, messageId: string): string | undefined {
  const given = connection.config.callbackUrl;
  if (typeof given !== 'string' || !isUrl(given)) return undefined;
  const address = new URL(given);
  const { protocol, hostname } = address;
  if (!/^https?:$/.test(protocol) || !hostname.includes('.') || /^(127\.|0\.0\.0\.0$)|\.localhost$/.test(hostname))
    return undefined;
  address.searchParams.set(MESSAGE, messageId);
  return address.href;
}

/** Our message id, when a text that a vendor hands back can be one. */
export const ownId = (text: unknown): string | undefined =>
  typeof text === 'string' && /^[a-z0-9]{1,40}$/.test(text) ? text : undefined;

/** Our message id in the address that a vendor called. */
export const ownIdOf = (url: string): string | undefined =>
  isUrl(url) ? ownId(new URL(url).searchParams.get(MESSAGE)) : undefined;
