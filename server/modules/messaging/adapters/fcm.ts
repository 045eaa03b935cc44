/**
 * Push through Firebase Cloud Messaging: the HTTP v1 API
 * (https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages/send), or the legacy API for a channel that
 * has only a server key.
 */
import { outcomeOf, reasonOf } from '@/server/platform/vendors/answers';
import { filled } from '@/server/platform/vendors/content';
import { listAt, parseJson, textAt } from '@/server/platform/vendors/json';
import { isTokenRequest, readServiceAccount, serviceToken } from '@/server/platform/vendors/google-token';
import { pathSegment } from '@/server/platform/vendors/path-segment';
import type {
  Connection,
  Outcome,
  OutgoingMessage,
  Provider,
  Transport,
  VendorAnswer,
  VendorRequest,
} from '@/server/platform/vendors/provider';

// FCM's legacy HTTP API, which Google closed in June 2024 and which the contract still names:
// https://firebase.google.com/docs/cloud-messaging/http-server-ref

/** Errors inside of a 200 that pass. */
const PASSING = new Set([
  'Unavailable',
  'InternalServerError',
  'DeviceMessageRateExceeded',
  'TopicsMessageRateExceeded',
]);

function legacyRequest(
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

function legacyOutcome(connection: Connection, answer: VendorAnswer): Outcome {
  const outcome = outcomeOf('push_p2', connection, answer, {
    messageId: (body) => textAt(body, 'results', 0, 'message_id') ?? null,
    words: (body) => textAt(body, 'error'),
  });
  if (outcome.kind !== 'accepted') return outcome;
  const error = textAt(parseJson(answer.body), 'results', 0, 'error');
  if (error === undefined) return outcome;
  return { kind: PASSING.has(error) ? 'retry' : 'failed', reason: reasonOf('push_p2', connection, error) };
}

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';

/** Google's words, with FCM's own code, e.g. UNREGISTERED. */
function words(body: unknown): string | undefined {
  const message = textAt(body, 'error', 'message') ?? textAt(body, 'error_description');
  const code = listAt(body, 'error', 'details')
    .map((detail) => textAt(detail, 'errorCode'))
    .find((each) => each !== undefined);
  return message === undefined || code === undefined ? (message ?? code) : `${message} (${code})`;
}

/** The notification; its link opens on a click on the web, and is there for an app as `data.url`. */
function messageOf({ recipient, content }: OutgoingMessage<'push'>): object {
  const url = filled(content.url);
  const link =
    url === undefined
      ? {}
      : { data: { url }, ...(url.startsWith('https://') ? { webpush: { fcm_options: { link: url } } } : {}) };
  return {
    token: recipient,
    notification: { title: content.title ?? '', body: content.body ?? '' },
    ...link,
  };
}

async function sendV1(
  message: OutgoingMessage<'push'>,
  connection: Connection,
  transport: Transport,
): Promise<Outcome> {
  const granted = await serviceToken('push_p2', connection, SCOPE, transport, words);
  if ('refused' in granted) return granted.refused;
  const answer = await transport.request({
    method: 'POST',
    url: `${connection.base}/v1/projects/${pathSegment(textAt(parseJson(connection.credentials.serviceAccountJson ?? ''), 'project_id') ?? '')}/messages:send`,
    headers: { authorization: `Bearer ${granted.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ message: messageOf(message) }),
  });
  if (answer.status === 401) granted.forget();
  return outcomeOf('push_p2', connection, answer, {
    messageId: (body) => textAt(body, 'name') ?? null,
    words,
    // A device that registered with another sender is answered with 403 too.
    ofChannel: (body, { status }) =>
      status === 401 || (status === 403 && !(words(body) ?? '').includes('SENDER_ID_MISMATCH')),
  });
}

export const fcm: Provider<'push'> = {
  id: 'push_p2',

  async send(message, connection, transport) {
    const { serviceAccountJson = '', serverKey = '' } = connection.credentials;
    if (serviceAccountJson !== '' || serverKey === '') return await sendV1(message, connection, transport);
    return legacyOutcome(connection, await transport.request(legacyRequest(message, connection)));
  },

  check({ credentials: { serviceAccountJson = '' } }) {
    if (serviceAccountJson.trim() === '') return [];
    if (parseJson(serviceAccountJson) === undefined) return [['credentials.serviceAccountJson', 'is not JSON']];
    return readServiceAccount(serviceAccountJson) === null
      ? [
          [
            'credentials.serviceAccountJson',
            'must be a service account’s key file: project_id, client_email and an RSA private_key',
          ],
        ]
      : [];
  },

  sandbox: {
    // Both APIs' answers in one: the v1 reads its name, the legacy one its results.
    accepted: (id) => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: id,
        multicast_id: 1,
        success: 1,
        failure: 0,
        canonical_ids: 0,
        results: [{ message_id: id }],
      }),
    }),
    aside: (request) =>
      isTokenRequest(request)
        ? {
            status: 200,
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ access_token: 'sandbox-token', expires_in: 3599, token_type: 'Bearer' }),
          }
        : null,
  },
};
