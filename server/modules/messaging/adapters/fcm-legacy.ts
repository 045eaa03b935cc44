/**
 * FCM's legacy HTTP API, which Google closed in June 2024 and which the contract still names:
 * https://firebase.google.com/docs/cloud-messaging/http-server-ref
 */
import { outcomeOf, reasonOf } from '@/server/platform/vendors/answers';
import { filled } from '@/server/platform/vendors/content';
import { parseJson, textAt } from '@/server/platform/vendors/json';
import type {
  Connection,
  Outcome,
  OutgoingMessage,
  VendorAnswer,
  VendorRequest,
} from '@/server/platform/vendors/provider';

/** Errors inside of a 200 that pass. */
const PASSING = new Set([
  'Unavailable',
  'InternalServerError',
  'DeviceMessageRateExceeded',
  'TopicsMessageRateExceeded',
]);

export function legacyRequest(
  { recipient, content }: OutgoingMessage<'push'>,
  { base, credentials }: Connection,
): VendorRequest {
  const url = filled(content.url);
  const notification = {
    title: content.title ?? '',
    body: content.body ?? '',
    ...(url === undefined ? {} : { click_action: url }),
  };
  return {
    method: 'POST',
    url: `${base}/fcm/send`,
    headers: { authorization: `key=${credentials.serverKey ?? ''}`, 'content-type': 'application/json' },
    body: JSON.stringify({ to: recipient, notification, ...(url === undefined ? {} : { data: { url } }) }),
  };
}

export function legacyOutcome(connection: Connection, answer: VendorAnswer): Outcome {
  const outcome = outcomeOf('push_p2', connection, answer, {
    messageId: (body) => textAt(body, 'results', 0, 'message_id') ?? null,
    words: (body) => textAt(body, 'error'),
  });
  if (outcome.kind !== 'accepted') return outcome;
  const error = textAt(parseJson(answer.body), 'results', 0, 'error');
  if (error === undefined) return outcome;
  return { kind: PASSING.has(error) ? 'retry' : 'failed', reason: reasonOf('push_p2', connection, error) };
}
