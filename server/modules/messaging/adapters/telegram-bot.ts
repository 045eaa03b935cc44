/**
 * Requests to a Telegram bot besides sending: the address that it calls
 * (https://core.telegram.org/bots/api#setwebhook), and files (#getfile).
 */
import { askVendor } from '@/server/platform/vendors/answers';
import { at, parseJson, textAt } from '@/server/platform/vendors/json';
import { pathSegment } from '@/server/platform/vendors/path-segment';
import {
  AttachmentGone,
  type Connection,
  type Hook,
  type Transport,
  type VendorRequest,
} from '@/server/platform/vendors/provider';

/** A token is `<id>:<key>`; Telegram's examples leave the colon as it is. */
const tokenIn = ({ credentials }: Connection): string => pathSegment(credentials.botToken ?? '').replaceAll('%3A', ':');

export const botUrl = (connection: Connection, method: string): string =>
  `${connection.base}/bot${tokenIn(connection)}/${method}`;

/** The three kinds that are read (telegram-updates.ts). */
const ALLOWED = ['message', 'edited_message', 'my_chat_member'];

/**
 * @throws NotSentError, OutcomeUnknownError; Error in Telegram's words, without the token that stands in every address
 * of a bot
 */
async function ask(connection: Connection, transport: Transport, method: string, body: object): Promise<unknown> {
  const answer = await askVendor(transport, {
    method: 'POST',
    url: botUrl(connection, method),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answered = parseJson(answer.body);
  if (at(answered, 'ok') === true) return at(answered, 'result');
  throw new Error(textAt(answered, 'description') ?? `HTTP ${answer.status}`);
}

export const telegramHook: Hook = {
  async read(connection, transport) {
    return textAt(await ask(connection, transport, 'getWebhookInfo', {}), 'url') ?? null;
  },
  async set(connection, transport, address, token) {
    await ask(connection, transport, 'setWebhook', { url: address, secret_token: token, allowed_updates: ALLOWED });
  },
  async clear(connection, transport) {
    await ask(connection, transport, 'deleteWebhook', {});
  },
};

/** A file of up to 20 MB lies for an hour where getFile says. */
export async function telegramAttachment(
  ref: string,
  connection: Connection,
  transport: Transport,
): Promise<VendorRequest> {
  const path = textAt(await ask(connection, transport, 'getFile', { file_id: ref }), 'file_path');
  if (path === undefined) throw new AttachmentGone('Telegram no longer has the file.');
  const where = path.split('/').map(pathSegment).join('/');
  return { method: 'GET', url: `${connection.base}/file/bot${tokenIn(connection)}/${where}`, headers: {} };
}
