/**
 * Any HTTPS address of the merchant's (docs/contract/webhooks.md#addresses): one POST for a broadcast.
 *
 *     POST <url>
 *     Content-Type: application/json
 *     Svc-Signature: t=<unix seconds>,v1=<hex>          (with a `secret`; see webhooks.md#signature)
 *
 *     { "id": "<message id>", "type": "message", "channelId": "<channel id>", "content": { … } }
 *
 * `content` is the broadcast's `content.webhook` as it was written. `id` stays the same when the request is repeated,
 * so a receiver can drop what it has seen. The digest is HMAC-SHA256 over `<t>.<raw body>` under the secret; receivers
 * refuse a `t` that is more than 300 seconds off and compare in constant time. Any 2xx accepts the message, 429 and 503
 * (with Retry-After) ask to come again, another 4xx refuses it.
 */
import { createHmac } from 'node:crypto';
import { realNow } from '@/server/platform/lib/clock';
import { textAt } from '@/server/platform/vendors/json';
import { addressOutcome, checkCredential } from '@/server/platform/vendors/merchant-address';
import type { Provider } from '@/server/platform/vendors/provider';

/** The value of `Svc-Signature`. @param seconds Unix time */
export const svcSignature = (secret: string, seconds: number, body: string): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;

export const webhook: Provider<'webhook'> = {
  id: 'webhook_generic',

  async send({ id, content }, connection, transport) {
    const { url = '', secret = '' } = connection.credentials;
    const body = JSON.stringify({ id, type: 'message', channelId: connection.channelId, content });
    // The receiver compares with its own clock, so the real time counts, not the service's.
    const signature: Record<string, string> =
      secret === '' ? {} : { 'svc-signature': svcSignature(secret, Math.floor(realNow().getTime() / 1000), body) };
    const answer = await transport.guarded({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', ...signature },
      body,
    });
    return addressOutcome('webhook_generic', connection, answer, {
      messageId: () => null,
      words: (given) => textAt(given, 'error', 'message') ?? textAt(given, 'message') ?? textAt(given, 'error'),
    });
  },

  check: checkCredential('url'),

  sandbox: { accepted: () => ({ status: 200, headers: { 'content-type': 'application/json' }, body: '{}' }) },
};
