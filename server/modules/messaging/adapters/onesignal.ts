/**
 * Push through OneSignal: https://documentation.onesignal.com/reference/create-message. A recipient that is a UUID is
 * the id of a subscription; any other recipient is the external id that the shop gave its user.
 */
import { outcomeOf, reasonOf } from '@/server/platform/vendors/answers';
import { filled } from '@/server/platform/vendors/content';
import { at, listAt, parseJson, textAt } from '@/server/platform/vendors/json';
import { messageUuid } from '@/server/platform/vendors/message-uuid';
import type { Outcome, Provider } from '@/server/platform/vendors/provider';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const target = (recipient: string): object =>
  UUID.test(recipient) ? { include_subscription_ids: [recipient] } : { include_aliases: { external_id: [recipient] } };

/** `errors` is a list of texts, or an object that names what it did not know. */
function words(body: unknown): string | undefined {
  const texts = listAt(body, 'errors')
    .map((error) => textAt([error], 0) ?? textAt(error, 'title'))
    .filter((text) => text !== undefined);
  if (texts.length > 0) return texts.join(' ');
  const errors = at(body, 'errors');
  return typeof errors === 'object' && errors !== null && Object.keys(errors).length > 0
    ? `The recipient is not known to OneSignal (${Object.keys(errors).join(', ')}).`
    : undefined;
}

export const onesignal: Provider<'push'> = {
  id: 'push_p1',

  async send({ id, recipient, content }, connection, transport): Promise<Outcome> {
    const { appId = '', apiKey = '' } = connection.credentials;
    const url = filled(content.url);
    const answer = await transport.request({
      method: 'POST',
      url: `${connection.base}/notifications`,
      headers: { authorization: `Key ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        app_id: appId,
        target_channel: 'push',
        ...target(recipient),
        headings: { en: content.title ?? '' },
        contents: { en: content.body ?? '' },
        ...(url === undefined ? {} : { url }),
        idempotency_key: messageUuid(id),
      }),
    });
    const outcome = outcomeOf('push_p1', connection, answer, {
      messageId: (body) => textAt(body, 'id') ?? null,
      words,
    });
    // A 200 without an id made no message, e.g. when nobody of the recipients is subscribed.
    if (outcome.kind !== 'accepted' || outcome.providerMessageId !== null) return outcome;
    return {
      kind: 'failed',
      reason: reasonOf('push_p1', connection, words(parseJson(answer.body)) ?? 'OneSignal did not accept the message.'),
    };
  },

  sandbox: {
    accepted: (id) => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id, external_id: null }),
    }),
  },
};
