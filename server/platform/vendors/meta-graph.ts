/**
 * The common part of Meta's channels (WhatsApp Cloud, Facebook Page, Instagram): the Graph API's answers
 * (https://developers.facebook.com/docs/graph-api/guides/error-handling), the webhooks' signature and question
 * (https://developers.facebook.com/docs/graph-api/webhooks/getting-started), and the pages behind a person's token.
 */
import { createHmac } from 'node:crypto';
import { sameText } from '@/server/platform/lib/signed-token';
import { askVendor, outcomeOf, reasonOf, type Reading } from '@/server/platform/vendors/answers';
import { META_GRAPH_VERSION } from '@/server/platform/vendors/social-providers';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import { at, listAt, parseJson, textAt } from '@/server/platform/vendors/json';
import { pathSegment } from '@/server/platform/vendors/path-segment';
import {
  NotSentError,
  type CallbackContext,
  type Connection,
  type Hook,
  type Outcome,
  type RawCallback,
  type Transport,
  type VendorAnswer,
  type VendorRequest,
} from '@/server/platform/vendors/provider';
import { askAside, refusedBy, TokenCache } from '@/server/platform/vendors/token-cache';

/** `<base>/<version>/<segments>`, each segment encoded. */
export const graphUrl = (connection: Connection, ...segments: readonly string[]): string =>
  [connection.base, META_GRAPH_VERSION, ...segments.map(pathSegment)].join('/');

/** Makes a POST request of JSON with an access token. */
export const graphPost = (url: string, token: string, body: object): VendorRequest => ({
  method: 'POST',
  url,
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const graphGet = (url: string, token: string): VendorRequest => ({
  method: 'GET',
  url,
  headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
});

/**
 * Codes of throttling; Meta mostly sends them with HTTP 400
 * (https://developers.facebook.com/docs/graph-api/overview/rate-limiting and
 * https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes).
 */
const THROTTLED = new Set(['4', '17', '32', '613', '80007', '130429', '131056']);

/**
 * Codes that are about the channel: an expired or revoked token, denied access, a locked account, an unregistered
 * number, a block. Other codes with 401 or 403 are about the recipient or the moment (the 24-hour window).
 */
const OF_CHANNEL = new Set(['102', '190', '368', '131005', '131031', '133010']);

/** Returns Meta's words, details and error number, under which its documentation explains the error. */
export function metaWords(error: unknown): string | undefined {
  const words = textAt(error, 'error_user_msg') ?? textAt(error, 'message') ?? textAt(error, 'title');
  const details = textAt(error, 'error_data', 'details');
  const code = textAt(error, 'code');
  if (words === undefined) return details ?? (code === undefined ? undefined : `Error ${code}`);
  const text = details === undefined || words.includes(details) ? words : `${words}: ${details}`;
  return code === undefined || text.includes(code) ? text : `${text} (${code})`;
}

/** Reads an answer of the Graph API. @param messageId returns the id in a success */
export const graphOutcome = (
  provider: ProviderId,
  connection: Connection,
  answer: VendorAnswer,
  messageId: Reading['messageId'],
): Outcome =>
  outcomeOf(provider, connection, answer, {
    messageId,
    words: (body) => metaWords(at(body, 'error')),
    again: (body, { status }) => status < 500 && THROTTLED.has(textAt(body, 'error', 'code') ?? ''),
    ofChannel: (body) => OF_CHANNEL.has(textAt(body, 'error', 'code') ?? ''),
  });

/** X-Hub-Signature-256: the app secret is the key. */
export const hubSignature = (appSecret: string, body: Buffer): string =>
  `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`;

/** Verifies Meta's signature. The app's secret is the credential `callbackSecret`. */
export function verifyMeta(raw: RawCallback, { connection }: CallbackContext): boolean {
  const { callbackSecret = '' } = connection.credentials;
  const given = raw.headers['x-hub-signature-256'];
  return callbackSecret !== '' && given !== undefined && sameText(given, hubSignature(callbackSecret, raw.body));
}

/**
 * Answers Meta's challenge when the address is registered. The route has already compared hub.verify_token with the
 * token that the channel's page shows.
 */
export function metaChallenge(query: URLSearchParams): string | null {
  const challenge = query.get('hub.challenge') ?? '';
  // It is sent back as it came, so it may hold nothing that a browser would read as more than text.
  return query.get('hub.mode') === 'subscribe' && /^[\w-]{1,200}$/.test(challenge) ? challenge : null;
}

/** Makes a callback as Meta would send it; null when the channel has no secret to sign with. */
export function metaCallback(
  connection: Connection,
  url: string,
  object: string,
  entry: object,
): Omit<RawCallback, 'receivedAt'> | null {
  const { callbackSecret = '' } = connection.credentials;
  if (callbackSecret === '') return null;
  // Meta escapes every character beyond ASCII, and signs what it has escaped.
  const text = JSON.stringify({ object, entry: [entry] }).replace(
    /[^\0-~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const body = Buffer.from(text);
  return {
    method: 'POST',
    url,
    body,
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': hubSignature(callbackSecret, body) },
  };
}

const pageTokens = new TokenCache();
const PAGE_TOKEN_SECONDS = 3_600;

const pageTokenKey = ({ base, credentials }: Connection, pageId: string): readonly string[] => [
  base,
  credentials.accessToken ?? '',
  pageId,
];

type PageToken = { pageId: string; token: string } | { refused: Outcome };

/**
 * Returns the token of the chosen page (`config.assetId`), read with the person's token
 * (https://developers.facebook.com/docs/pages-api/getting-started#get-a-page-access-token).
 */
async function pageToken(provider: ProviderId, connection: Connection, transport: Transport): Promise<PageToken> {
  const pageId = textAt(connection.config, 'assetId');
  if (pageId === undefined)
    return { refused: { kind: 'failed', reason: 'No page is chosen yet: choose one on the channel’s page.' } };
  const granted = await pageTokens.get(pageTokenKey(connection, pageId), async () => {
    const answer = await askAside(
      transport,
      graphGet(`${graphUrl(connection, pageId)}?fields=access_token`, connection.credentials.accessToken ?? ''),
    );
    const outcome = graphOutcome(provider, connection, answer, () => null);
    if (outcome.kind !== 'accepted') return refusedBy(outcome);
    const token = textAt(parseJson(answer.body), 'access_token');
    return token === undefined
      ? {
          refused: {
            kind: 'failed',
            reason: 'The person who connected the channel may not send messages as this page.',
          },
        }
      : { token, forSeconds: PAGE_TOKEN_SECONDS };
  });
  return 'refused' in granted ? granted : { pageId, token: granted.token };
}

/**
 * Sends as the chosen page, under the page's own token.
 * @throws NotSentError, OutcomeUnknownError
 */
export async function sendAsPage(
  provider: ProviderId,
  connection: Connection,
  transport: Transport,
  message: object,
): Promise<Outcome> {
  const page = await pageToken(provider, connection, transport);
  if ('refused' in page) return page.refused;
  const answer = await transport.request(graphPost(graphUrl(connection, page.pageId, 'messages'), page.token, message));
  // 190: the token no longer holds, e.g. after a change of the password.
  if (textAt(parseJson(answer.body), 'error', 'code') === '190')
    pageTokens.forget(pageTokenKey(connection, page.pageId));
  const outcome = graphOutcome(provider, connection, answer, (body) => textAt(body, 'message_id') ?? null);
  return 'reason' in outcome ? { ...outcome, reason: outcome.reason.replaceAll(page.token, '…') } : outcome;
}

/** Like pageToken. @throws NotSentError, OutcomeUnknownError; Error in Meta's words when it refuses the page */
async function requirePage(
  provider: ProviderId,
  connection: Connection,
  transport: Transport,
): Promise<Exclude<PageToken, { refused: Outcome }>> {
  const page = await pageToken(provider, connection, transport);
  if (!('refused' in page)) return page;
  const words = 'reason' in page.refused ? page.refused.reason : 'Meta refused the page.';
  throw page.refused.kind === 'retry' ? new NotSentError(words) : new Error(words);
}

/**
 * Reads fields of a person who wrote to the chosen page; undefined when Meta does not return them.
 * @throws NotSentError, OutcomeUnknownError; Error when Meta refuses the channel's token
 */
export async function readAsPage(
  provider: ProviderId,
  connection: Connection,
  transport: Transport,
  id: string,
  fields: string,
): Promise<unknown> {
  const page = await requirePage(provider, connection, transport);
  const url = `${graphUrl(connection, id)}?${new URLSearchParams({ fields }).toString()}`;
  const answer = await askVendor(transport, graphGet(url, page.token));
  const answered = parseJson(answer.body);
  // 190: the token no longer holds, which says nothing of the person.
  if (textAt(answered, 'error', 'code') === '190')
    throw new Error(metaWords(at(answered, 'error')) ?? 'The token has lapsed.');
  return answer.status === 200 ? answered : undefined;
}

/**
 * The subscribed fields of a page, and of its Instagram account:
 * https://developers.facebook.com/docs/messenger-platform/webhooks#subscribe-to-meta-webhooks
 */
const SUBSCRIBED: Readonly<Partial<Record<ProviderId, string>>> = {
  social_p1: 'messages,message_edits,message_echoes,messaging_postbacks,message_deliveries,message_reads',
  // Instagram has no echoes and no deliveries, and calls reading `messaging_seen`.
  social_p2: 'messages,messaging_postbacks,messaging_seen',
};

/**
 * Pages call the app's single address (docs/contract/channels.md#app-callbacks); each page is subscribed separately.
 */
export const pageHook = (provider: ProviderId): Hook => ({
  // Whoever else has the page subscribed goes on being called.
  read: () => Promise.resolve(null),
  async set(connection, transport) {
    await subscribePage(provider, connection, transport, { subscribed_fields: SUBSCRIBED[provider] ?? '' });
  },
  // The page may have another channel of the workspace, or of another one: what comes for nobody is dropped at the
  // door.
  clear: () => Promise.resolve(),
});

async function subscribePage(
  provider: ProviderId,
  connection: Connection,
  transport: Transport,
  body: object,
): Promise<void> {
  const page = await requirePage(provider, connection, transport);
  const answer = await askVendor(
    transport,
    graphPost(graphUrl(connection, page.pageId, 'subscribed_apps'), page.token, body),
  );
  const answered = parseJson(answer.body);
  if (answer.status !== 200) throw new Error(metaWords(at(answered, 'error')) ?? `HTTP ${answer.status}`);
}

/** The sandbox's answer to the question for a page's token. */
export const pageTokenAside = (request: VendorRequest): VendorAnswer | null =>
  request.method === 'GET' || request.url.endsWith('/subscribed_apps')
    ? {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ access_token: 'sandbox-page-token', id: '1', success: true }),
      }
    : null;

/** At most this many pages of 100, so that a looping cursor ends. */
const MOST_LISTS = 20;

/**
 * Returns the pages of the person who connected
 * (https://developers.facebook.com/docs/graph-api/reference/user/accounts/).
 * @throws Error in Meta's words when it refuses; NotSentError, OutcomeUnknownError
 */
export async function pagesOf(
  provider: ProviderId,
  connection: Connection,
  transport: Transport,
  fields: string,
): Promise<unknown[]> {
  const pages: unknown[] = [];
  let after: string | undefined;
  for (let lists = 0; lists < MOST_LISTS; lists++) {
    const query = new URLSearchParams({ fields, limit: '100', ...(after === undefined ? {} : { after }) });
    const answer = await askVendor(
      transport,
      graphGet(
        `${graphUrl(connection, 'me', 'accounts')}?${query.toString()}`,
        connection.credentials.accessToken ?? '',
      ),
    );
    const body = parseJson(answer.body);
    if (answer.status !== 200)
      throw new Error(reasonOf(provider, connection, metaWords(at(body, 'error')) ?? `HTTP ${answer.status}`));
    pages.push(...listAt(body, 'data'));
    after = textAt(body, 'paging', 'cursors', 'after');
    if (textAt(body, 'paging', 'next') === undefined || after === undefined) break;
  }
  return pages;
}
