/** The answers of both unsubscribe pages: always HTML, never cached, framed or with scripts. */
import type { DocumentCall } from '@/server/platform/pages/document';
import { languageOf } from '@/server/platform/lib/language';
import { unsubscribePage, type UnsubscribeState } from '@/server/modules/messaging/broadcasts/pages/unsubscribe-page';
import type { Topic } from '@/server/modules/messaging/broadcasts/pages/unsubscribe-words';
import type { FailurePage, RawAnswer } from '@/server/platform/access/route';

/** Enough for a form with one field, or the request of a mail program. */
export const UNSUBSCRIBE_BODY_LIMIT = 16 * 1024;
/** Enough for a form with about nine hundred lists. */
export const PREFERENCES_BODY_LIMIT = 64 * 1024;

const POLICY = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

export const showUnsubscribe = (
  topic: Topic,
  { headers }: Pick<DocumentCall, 'headers'>,
  status: number,
  state: UnsubscribeState,
): RawAnswer => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': POLICY,
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    vary: 'Accept-Language',
  },
  body: unsubscribePage(topic, languageOf(headers['accept-language']), state),
});

/** The page of a topic's refusals. */
export const unsubscribeFailure =
  (topic: Topic): FailurePage =>
  (call, { status }) =>
    showUnsubscribe(topic, call, status, { kind: status >= 500 ? 'failed' : 'unknown' });

/** Returns the fields that a form of the page has sent; null for other requests, such as a mail program's one click. */
export function formOf({ body, headers }: Pick<DocumentCall, 'body' | 'headers'>): URLSearchParams | null {
  if (!/^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')) return null;
  return new URLSearchParams(body.toString('utf8'));
}

/** True for the page's undo button; every other POST unsubscribes, whatever its content type. */
export const wantsBack = (call: Pick<DocumentCall, 'body' | 'headers'>): boolean => formOf(call)?.get('undo') === '1';
