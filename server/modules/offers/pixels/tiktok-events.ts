/**
 * TikTok's Events API 2.0 (https://business-api.tiktok.com/portal/docs?id=1771100865818625, payload as in
 * https://github.com/tiktok/gtm-template-eapi). Pure. E-mail (trimmed, in lower case) and customer id are sent as
 * SHA-256 in hex, as TikTok requires; nothing else about the person is sent.
 */
import { realTimeOf } from '@/server/platform/lib/clock';
import { majorUnits } from '@/server/platform/lib/currency';
import { isPassing, retryAfterMs } from '@/server/platform/vendors/answers';
import { parseJson, textAt } from '@/server/platform/vendors/json';
import type { VendorAnswer, VendorRequest } from '@/server/platform/vendors/provider';
import { storable, type EventFacts, type Verdict } from '@/server/modules/offers/pixels/events';
import { hashedCustomerId } from '@/server/platform/vendors/hashing';

/** The age in hours above which TikTok ignores an event for attribution. */
export const TIKTOK_OLDEST_HOURS = 7 * 24;

export interface OpenedTikTok {
  pixelId: string;
  token: string;
  testCode: string | null;
}

/**
 * Makes the event. `event_id` is the checkout session. By the id and the event name, which the shop's pages use too,
 * TikTok drops what the browser's pixel has sent within 48 hours.
 */
export const tiktokEvent = (facts: EventFacts): Record<string, unknown> => ({
  event: 'Purchase',
  event_time: Math.floor(realTimeOf(facts.occurredAt).getTime() / 1000),
  event_id: facts.eventId,
  user: {
    ...(facts.emailHash === null ? {} : { email: facts.emailHash }),
    ...(facts.customerId === null ? {} : { external_id: hashedCustomerId(facts.customerId) }),
  },
  ...(facts.value === null || facts.currency === null
    ? {}
    : { properties: { currency: facts.currency, value: majorUnits(facts.value, facts.currency) } }),
});

export const tiktokRequest = (
  base: string,
  { pixelId, token, testCode }: OpenedTikTok,
  events: readonly EventFacts[],
): VendorRequest => ({
  method: 'POST',
  url: `${base}/open_api/v1.3/event/track/`,
  headers: { 'content-type': 'application/json', accept: 'application/json', 'access-token': token },
  body: JSON.stringify({
    event_source: 'web',
    event_source_id: pixelId,
    ...(testCode === null ? {} : { test_event_code: testCode }),
    data: events.map(tiktokEvent),
  }),
});

/** TikTok's code of a bad parameter, which may be in one event of the request only. */
const BAD_PARAMETER = '40002';
/**
 * Checks for codes that a retry may cure: too many requests, and errors on TikTok's side
 * (https://business-api.tiktok.com/portal/docs?id=1737172488964097).
 */
const isPassingCode = (code: string): boolean => code === '40100' || /^5\d{4}$/.test(code);

/** Reads one answer: TikTok's HTTP status is always 200, so the code in the body decides. Never throws. */
export function tiktokVerdict({ status, headers, body: text }: VendorAnswer, opened: OpenedTikTok): Verdict {
  const body = parseJson(text);
  const code = textAt(body, 'code') ?? '';
  const trace = textAt(body, 'request_id');
  const words = storable(
    [
      textAt(body, 'message') ?? `HTTP ${status}`,
      ...(code === '' || code === '0' ? [] : [`(${code})`]),
      ...(trace === undefined ? [] : [`request_id ${trace}`]),
    ].join(' '),
    [opened.token, opened.testCode],
  );
  if (isPassing(status) || isPassingCode(code)) {
    const afterMs = retryAfterMs(headers['retry-after']);
    return { kind: 'retry', code: status, words, ...(afterMs === undefined ? {} : { afterMs }) };
  }
  if (status >= 200 && status < 300 && code === '0') return { kind: 'sent', code: status, words };
  return { kind: 'refused', code: status, words, ofOneEvent: code === BAD_PARAMETER };
}
