/**
 * X, direct message: https://docs.x.com/x-api/direct-messages/send-a-new-message-to-a-user. A recipient of digits is a
 * user's id; a handle is first resolved to an id (https://docs.x.com/x-api/users/user-lookup-by-username).
 */
import { realNow } from '@/server/platform/lib/clock';
import { account, readAccounts } from '@/server/modules/messaging/adapters/account-list';
import { outcomeOf, type Reading } from '@/server/platform/vendors/answers';
import { parseJson, textAt } from '@/server/platform/vendors/json';
import { textWithImage } from '@/server/modules/messaging/adapters/message-text';
import { pathSegment } from '@/server/platform/vendors/path-segment';
import type { Connection, Outcome, Provider, Transport, VendorAnswer } from '@/server/platform/vendors/provider';
import { askAside, refusedBy } from '@/server/platform/vendors/token-cache';

/** https://docs.x.com/x-api/fundamentals/response-codes-and-errors */
const words = (body: unknown): string | undefined =>
  textAt(body, 'errors', 0, 'detail') ??
  textAt(body, 'errors', 0, 'message') ??
  textAt(body, 'detail') ??
  textAt(body, 'title');

/** https://docs.x.com/x-api/fundamentals/rate-limits: the Unix second at which the limit begins anew. */
function afterMs({ headers }: VendorAnswer): number | undefined {
  const reset = Number(headers['x-rate-limit-reset']);
  return Number.isSafeInteger(reset)
    ? Math.min(Math.max(reset * 1000 - realNow().getTime(), 0), 86_400_000)
    : undefined;
}

const READING: Reading = {
  messageId: (body) => textAt(body, 'data', 'dm_event_id') ?? null,
  words,
  // 403 is also what somebody who takes no messages is answered with.
  ofChannel: (_body, { status }) => status === 401,
  afterMs,
};

const bearer = ({ credentials }: Connection): Record<string, string> => ({
  authorization: `Bearer ${credentials.accessToken ?? ''}`,
});

/** The user's id for a handle, with or without its @. */
async function userId(
  recipient: string,
  connection: Connection,
  transport: Transport,
): Promise<string | { refused: Outcome }> {
  if (/^\d{1,20}$/.test(recipient)) return recipient;
  const answer = await askAside(transport, {
    method: 'GET',
    url: `${connection.base}/2/users/by/username/${pathSegment(recipient.replace(/^@/, ''))}`,
    headers: bearer(connection),
  });
  const outcome = outcomeOf('social_p5', connection, answer, READING);
  if (outcome.kind !== 'accepted') return refusedBy(outcome);
  // An unknown handle is a 200 with `errors`.
  const body = parseJson(answer.body);
  return (
    textAt(body, 'data', 'id') ?? {
      refused: { kind: 'failed', reason: words(body) ?? 'X has no user with this name.' },
    }
  );
}

export const x: Provider<'x'> = {
  id: 'social_p5',

  async send({ recipient, content }, connection, transport) {
    if (textAt(connection.config, 'assetId') === undefined)
      return { kind: 'failed', reason: 'No account is chosen yet. Choose one on the channel’s page.' };
    const id = await userId(recipient, connection, transport);
    if (typeof id !== 'string') return id.refused;
    const answer = await transport.request({
      method: 'POST',
      url: `${connection.base}/2/dm_conversations/with/${pathSegment(id)}/messages`,
      headers: { ...bearer(connection), 'content-type': 'application/json' },
      body: JSON.stringify({ text: textWithImage(content) }),
    });
    return outcomeOf('social_p5', connection, answer, READING);
  },

  sandbox: {
    accepted: (id) => ({
      status: 201,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: { dm_conversation_id: '1-2', dm_event_id: id } }),
    }),
    aside: ({ method }) =>
      method === 'GET'
        ? {
            status: 200,
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ data: { id: '1', name: 'Sandbox', username: 'sandbox' } }),
          }
        : null,
  },

  async assets(connection, transport) {
    const body = await readAccounts('social_p5', connection, transport, '/2/users/me', words);
    const username = textAt(body, 'data', 'username');
    return account(textAt(body, 'data', 'id'), username === undefined ? textAt(body, 'data', 'name') : `@${username}`);
  },
};
