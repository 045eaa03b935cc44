/**
 * Google Analytics 4's Measurement Protocol on the wire
 * (https://developers.google.com/analytics/devguides/collection/protocol/ga4/reference). Pure. Of the person goes the
 * customer id as a hash and nothing else: no e-mail, hashed or not, for that is Google's user-provided data, which a
 * property has to have agreed to.
 */
import { realTimeOf } from '@/server/platform/lib/clock';
import { majorUnits } from '@/server/platform/lib/currency';
import { isPassing, retryAfterMs } from '@/server/platform/vendors/answers';
import type { VendorAnswer, VendorRequest } from '@/server/platform/vendors/provider';
import { storable, type EventFacts, type Verdict } from '@/server/modules/offers/pixels/events';
import { hashedCustomerId } from '@/server/platform/vendors/hashing';

/** Google dates events back by 72 hours at most, and counts older ones as of now. */
export const ANALYTICS_OLDEST_HOURS = 72;

export interface OpenedAnalytics {
  measurementId: string;
  apiSecret: string;
}

/**
 * Google wants an id of a browser, of the form of its cookie, and no call of the contract brings one. The same person
 * has the same one here, made of what they are known by.
 */
function clientIdOf({ customerId, emailHash, eventId }: EventFacts): string {
  const hash = customerId === null ? (emailHash ?? hashedCustomerId(eventId)) : hashedCustomerId(customerId);
  return `${Number.parseInt(hash.slice(0, 8), 16)}.${Number.parseInt(hash.slice(8, 16), 16)}`;
}

/** `transaction_id` is the checkout session, by which Google drops what the browser has told. */
export const analyticsEvent = (facts: EventFacts): Record<string, unknown> => ({
  client_id: clientIdOf(facts),
  ...(facts.customerId === null ? {} : { user_id: hashedCustomerId(facts.customerId) }),
  timestamp_micros: realTimeOf(facts.occurredAt).getTime() * 1000,
  events: [
    {
      name: 'purchase',
      params: {
        transaction_id: facts.eventId,
        ...(facts.value === null || facts.currency === null
          ? {}
          : { currency: facts.currency, value: majorUnits(facts.value, facts.currency) }),
      },
    },
  ],
});

/** Google takes the secret in the address and nowhere else. One request is of one person. */
export const analyticsRequest = (
  base: string,
  { measurementId, apiSecret }: OpenedAnalytics,
  event: EventFacts,
): VendorRequest => ({
  method: 'POST',
  url: `${base}/mp/collect?${new URLSearchParams({ measurement_id: measurementId, api_secret: apiSecret }).toString()}`,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(analyticsEvent(event)),
});

/** Google answers 204 to whatever it can read, right or wrong: that is all that there is to keep. Never throws. */
export function analyticsVerdict({ status, headers, body }: VendorAnswer, { apiSecret }: OpenedAnalytics): Verdict {
  const words = storable(body.trim() === '' ? `HTTP ${status}` : body, [apiSecret]);
  if (status >= 200 && status < 300) return { kind: 'sent', code: status, words };
  if (isPassing(status)) {
    const afterMs = retryAfterMs(headers['retry-after']);
    return { kind: 'retry', code: status, words, ...(afterMs === undefined ? {} : { afterMs }) };
  }
  return { kind: 'refused', code: status, words, ofOneEvent: true };
}
