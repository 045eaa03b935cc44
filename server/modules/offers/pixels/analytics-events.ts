/**
 * Google Analytics 4's Measurement Protocol
 * (https://developers.google.com/analytics/devguides/collection/protocol/ga4/reference). Pure. Sends only a hash of the
 * customer id about the person. An e-mail, hashed or not, would be Google's user-provided data, which a property has to
 * have agreed to.
 */
import { realTimeOf } from '@/server/platform/lib/clock';
import { majorUnits } from '@/server/platform/lib/currency';
import { isPassing, retryAfterMs } from '@/server/platform/vendors/answers';
import type { VendorAnswer, VendorRequest } from '@/server/platform/vendors/provider';
import { storable, type EventFacts, type Verdict } from '@/server/modules/offers/pixels/events';
import { hashedCustomerId } from '@/server/platform/vendors/hashing';

/** The age in hours that Google accepts for an event's own time; older events count as of now. */
export const ANALYTICS_OLDEST_HOURS = 72;

export interface OpenedAnalytics {
  measurementId: string;
  apiSecret: string;
}

/**
 * Returns a browser id in the form of Google's cookie. Google requires one, and no call of the contract has any, so it
 * is derived from the person's known ids and stays the same for a person.
 */
function clientIdOf({ customerId, emailHash, eventId }: EventFacts): string {
  const hash = customerId === null ? (emailHash ?? hashedCustomerId(eventId)) : hashedCustomerId(customerId);
  return `${Number.parseInt(hash.slice(0, 8), 16)}.${Number.parseInt(hash.slice(8, 16), 16)}`;
}

/**
 * Makes the event. `transaction_id` is the checkout session, by which Google drops the event that the browser has
 * already sent.
 */
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

/** Makes the request. Google accepts the secret only in the address, and one person a request. */
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

/**
 * Reads the answer. Google answers 204 to every readable request, right or wrong, so there is nothing more to store.
 * Never throws.
 */
export function analyticsVerdict({ status, headers, body }: VendorAnswer, { apiSecret }: OpenedAnalytics): Verdict {
  const words = storable(body.trim() === '' ? `HTTP ${status}` : body, [apiSecret]);
  if (status >= 200 && status < 300) return { kind: 'sent', code: status, words };
  if (isPassing(status)) {
    const afterMs = retryAfterMs(headers['retry-after']);
    return { kind: 'retry', code: status, words, ...(afterMs === undefined ? {} : { afterMs }) };
  }
  return { kind: 'refused', code: status, words, ofOneEvent: true };
}
