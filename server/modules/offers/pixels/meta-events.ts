/**
 * Meta's Conversions API (https://developers.facebook.com/docs/marketing-api/conversions-api/using-the-api and
 * …/parameters): how a purchase is written, and what the answers mean. Pure.
 */
import { realTimeOf } from '@/server/platform/lib/clock';
import { majorUnits } from '@/server/platform/lib/currency';
import { isPassing, retryAfterMs } from '@/server/platform/vendors/answers';
import { META_GRAPH_VERSION } from '@/server/platform/vendors/social-providers';
import { at, listAt, parseJson, textAt } from '@/server/platform/vendors/json';
import { metaWords } from '@/server/platform/vendors/meta-graph';
import { pathSegment } from '@/server/platform/vendors/path-segment';
import type { VendorAnswer, VendorRequest } from '@/server/platform/vendors/provider';
import { storable, type EventFacts, type Verdict } from '@/server/modules/offers/pixels/events';
import { hashedCustomerId } from '@/server/platform/vendors/hashing';

/** The oldest event in hours: Meta refuses a whole request for one event that is older than 7 days. */
export const META_OLDEST_HOURS = 7 * 24;

/** A pixel with its secrets in the clear, kept only for one batch. */
export interface OpenedPixel {
  pixelId: string;
  token: string;
  testCode: string | null;
}

/**
 * Makes one event of `data`. `event_id` is the checkout session, by which Meta drops events that the browser's pixel or
 * an earlier attempt has sent. `action_source` is `other`: `website` requires the shopper's user agent and page
 * address, which no call of the contract has, and `system_generated` is for renewals and the like. A test event has its
 * own name, because Meta counts events with a test code like any other.
 */
export const metaEvent = (facts: EventFacts): Record<string, unknown> => ({
  event_name: facts.isTest ? 'LarisTest' : 'Purchase',
  event_time: Math.floor(realTimeOf(facts.occurredAt).getTime() / 1000),
  event_id: facts.eventId,
  action_source: 'other',
  user_data: {
    ...(facts.emailHash === null ? {} : { em: [facts.emailHash] }),
    ...(facts.customerId === null ? {} : { external_id: [hashedCustomerId(facts.customerId)] }),
  },
  ...(facts.value === null || facts.currency === null
    ? {}
    : { custom_data: { currency: facts.currency, value: majorUnits(facts.value, facts.currency) } }),
});

/** Makes the request. The token is in the body, so that no log of addresses on the way contains it. */
export const eventsRequest = (
  base: string,
  { pixelId, token, testCode }: OpenedPixel,
  events: readonly EventFacts[],
): VendorRequest => ({
  method: 'POST',
  url: `${base}/${META_GRAPH_VERSION}/${pathSegment(pixelId)}/events`,
  headers: { 'content-type': 'application/json', accept: 'application/json' },
  body: JSON.stringify({
    data: events.map(metaEvent),
    access_token: token,
    ...(testCode === null ? {} : { test_event_code: testCode }),
  }),
});

/**
 * Unknown and temporary failures and throttling (https://developers.facebook.com/docs/graph-api/guides/error-handling),
 * mostly with HTTP 400.
 */
const PASSING = new Set(['1', '2', '4', '17', '32', '341', '613', '80004']);
const INVALID_PARAMETER = '100';
/** The subcode of error 100 for a pixel that does not exist, or not for this token. */
const NO_SUCH_OBJECT = '33';

const secretsOf = ({ token, testCode }: OpenedPixel): (string | null)[] => [token, testCode];

/** Reads one answer; never throws. */
export function verdictOf({ status, headers, body: text }: VendorAnswer, pixel: OpenedPixel): Verdict {
  const body = parseJson(text);
  if (status >= 200 && status < 300) {
    const trace = textAt(body, 'fbtrace_id');
    const messages = listAt(body, 'messages').filter((message) => typeof message === 'string');
    return {
      kind: 'sent',
      code: status,
      words: storable(
        [...messages, ...(trace === undefined ? [] : [`fbtrace_id ${trace}`])].join(' '),
        secretsOf(pixel),
      ),
    };
  }
  const error = at(body, 'error');
  const words = storable(metaWords(error) ?? `HTTP ${status}`, secretsOf(pixel));
  const code = textAt(error, 'code') ?? '';
  if (isPassing(status) || at(error, 'is_transient') === true || PASSING.has(code)) {
    const afterMs = retryAfterMs(headers['retry-after']);
    return { kind: 'retry', code: status, words, ...(afterMs === undefined ? {} : { afterMs }) };
  }
  return {
    kind: 'refused',
    code: status,
    words,
    ofOneEvent: code === INVALID_PARAMETER && textAt(error, 'error_subcode') !== NO_SUCH_OBJECT,
  };
}
