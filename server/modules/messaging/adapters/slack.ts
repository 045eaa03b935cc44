/** Slack, incoming webhook: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
import { filled } from '@/server/platform/vendors/content';
import { textAt } from '@/server/platform/vendors/json';
import { addressOutcome, checkCredential } from '@/server/platform/vendors/merchant-address';
import type { Provider } from '@/server/platform/vendors/provider';

/**
 * https://docs.slack.dev/messaging/formatting-message-text#escaping: the three characters with which Slack's markup
 * begins.
 */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const slack: Provider<'slack'> = {
  id: 'msg_p5',

  async send({ content }, connection, transport) {
    const text = content.text ?? '';
    const imageUrl = filled(content.imageUrl);
    const image =
      imageUrl === undefined
        ? {}
        : {
            attachments: [
              {
                blocks: [
                  {
                    type: 'image',
                    image_url: imageUrl,
                    alt_text: text === '' ? imageUrl : text.slice(0, 2000).toWellFormed(),
                  },
                ],
              },
            ],
          };
    const answer = await transport.guarded({
      method: 'POST',
      url: connection.credentials.webhookUrl ?? '',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: escaped(text), ...image }),
    });
    // Refusals are a word in plain text, e.g. `invalid_payload`, `channel_is_archived`.
    return addressOutcome('msg_p5', connection, answer, {
      messageId: () => null,
      words: (body) => textAt(body, 'error'),
    });
  },

  check: checkCredential('webhookUrl'),

  sandbox: { accepted: () => ({ status: 200, headers: { 'content-type': 'text/html' }, body: 'ok' }) },
};
