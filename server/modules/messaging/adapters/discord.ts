/** Discord, webhook: https://discord.com/developers/docs/resources/webhook#execute-webhook */
import { isUrl } from '@/server/platform/lib/is-url';
import { filled } from '@/server/platform/vendors/content';
import { parseJson, textAt } from '@/server/platform/vendors/json';
import { addressOutcome, checkCredential } from '@/server/platform/vendors/merchant-address';
import type { Provider, VendorAnswer } from '@/server/platform/vendors/provider';

/** With `wait`, Discord answers when the message is made, and with the message; refusals are not lost. */
function waiting(address: string): string {
  if (!isUrl(address)) return address;
  const url = new URL(address);
  url.searchParams.set('wait', 'true');
  return url.href;
}

/**
 * https://discord.com/developers/docs/resources/message#allowed-mentions-object: no mention rings anybody in the
 * text, for a value that is filled in is somebody else's, and `@everyone` in it would ring the whole server.
 */
const NOBODY = { parse: [] };

/** https://discord.com/developers/docs/topics/rate-limits: seconds with a fraction, in the body. */
function afterMs({ body }: VendorAnswer): number | undefined {
  const seconds = Number(textAt(parseJson(body), 'retry_after'));
  return seconds >= 0 && seconds <= 86_400 ? Math.ceil(seconds * 1000) : undefined;
}

export const discord: Provider<'discord'> = {
  id: 'msg_p6',

  async send({ content }, connection, transport) {
    const imageUrl = filled(content.imageUrl);
    const answer = await transport.guarded({
      method: 'POST',
      url: waiting(connection.credentials.webhookUrl ?? ''),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        content: content.text ?? '',
        allowed_mentions: NOBODY,
        ...(imageUrl === undefined ? {} : { embeds: [{ image: { url: imageUrl } }] }),
      }),
    });
    return addressOutcome('msg_p6', connection, answer, {
      messageId: (body) => textAt(body, 'id') ?? null,
      words: (body) => textAt(body, 'message'),
      afterMs,
    });
  },

  check: checkCredential('webhookUrl'),

  sandbox: {
    accepted: (id) => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id, type: 0, content: '', channel_id: '1', webhook_id: '2' }),
    }),
  },
};
