/**
 * The destination of conversions: a stand-in's address, the built-in sandbox (docs/contract/pixels.md#conversions), or
 * the vendor.
 */
import { randomUUID } from 'node:crypto';
import type { Settings } from '@/server/platform/env';
import { at, parseJson } from '@/server/platform/vendors/json';
import type { Transport, VendorAnswer, VendorRequest } from '@/server/platform/vendors/provider';
import type { DestinationId } from '@/server/modules/offers/pixels/vocabulary';

/** The milliseconds that a vendor may take to answer; usually it takes 600, and longer for a batch. */
const TIMEOUT_MS = 10_000;

type Needs = Pick<Settings, 'providers' | 'adPixelABase' | 'adPixelBBase' | 'analyticsBase'>;

const standInOf = (settings: Needs, to: DestinationId): string | undefined =>
  ({ adPixelA: settings.adPixelABase, adPixelB: settings.adPixelBBase, analytics: settings.analyticsBase })[to];

/** True when the built-in sandbox stands in for the vendor; an address in PROVIDER_BASE_… has priority. */
export const conversionsSandboxed = (settings: Needs, to: DestinationId): boolean =>
  settings.providers === 'sandbox' && standInOf(settings, to) === undefined;

const asJson = (body: object): VendorAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const trace = (): string => `sandbox-${randomUUID().slice(0, 8)}`;

interface Played {
  base: string;
  /** Returns the vendor's answer to an accepted request. */
  answer(request: VendorRequest): VendorAnswer;
}

const VENDORS: Readonly<Record<DestinationId, Played>> = {
  adPixelA: {
    base: 'https://graph.facebook.com',
    answer(request) {
      const events = at(parseJson(request.body ?? ''), 'data');
      return asJson({ events_received: Array.isArray(events) ? events.length : 0, messages: [], fbtrace_id: trace() });
    },
  },
  adPixelB: {
    base: 'https://business-api.tiktok.com',
    answer: () => asJson({ code: 0, message: 'OK', request_id: trace(), data: {} }),
  },
  analytics: {
    base: 'https://www.google-analytics.com',
    answer: () => ({ status: 204, headers: {}, body: '' }),
  },
};

export interface Destination {
  /** The vendor's address without a slash at the end. */
  base: string;
  /** @throws NotSentError, OutcomeUnknownError */
  send(request: VendorRequest): Promise<VendorAnswer>;
}

export const conversionDestination = (
  settings: Needs,
  transport: Transport,
  timeoutMs = TIMEOUT_MS,
  to: DestinationId = 'adPixelA',
): Destination => ({
  base: standInOf(settings, to) ?? VENDORS[to].base,
  send: conversionsSandboxed(settings, to)
    ? (request) => Promise.resolve(VENDORS[to].answer(request))
    : (request) => transport.request(request, { timeoutMs }),
});
