/** Where conversions go: a stand-in's address, the built-in sandbox (docs/contract/pixels.md#conversions), or Meta. */
import { randomUUID } from 'node:crypto';
import type { Settings } from '@/server/env';
import { at, parseJson } from '@/server/providers/json';
import type { Transport, VendorAnswer, VendorRequest } from '@/server/providers/provider';

const META = 'https://graph.facebook.com';
/** Meta answers in 600 ms mostly; a batch may take longer. */
const TIMEOUT_MS = 10_000;

/** Whether the built-in sandbox stands in for Meta; an address in PROVIDER_BASE_AD_PIXEL_A wins over it. */
export const conversionsSandboxed = (settings: Pick<Settings, 'providers' | 'adPixelABase'>): boolean =>
  settings.providers === 'sandbox' && settings.adPixelABase === undefined;

/** As Meta answers what it takes. */
function sandboxAnswer(request: VendorRequest): VendorAnswer {
  const events = at(parseJson(request.body ?? ''), 'data');
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      events_received: Array.isArray(events) ? events.length : 0,
      messages: [],
      fbtrace_id: `sandbox-${randomUUID().slice(0, 8)}`,
    }),
  };
}

export interface Destination {
  /** Without a slash at the end. */
  base: string;
  /** @throws NotSentError, OutcomeUnknownError */
  send(request: VendorRequest): Promise<VendorAnswer>;
}

export const conversionDestination = (
  settings: Pick<Settings, 'providers' | 'adPixelABase'>,
  transport: Transport,
  timeoutMs = TIMEOUT_MS,
): Destination => ({
  base: settings.adPixelABase ?? META,
  send: conversionsSandboxed(settings)
    ? (request) => Promise.resolve(sandboxAnswer(request))
    : (request) => transport.request(request, { timeoutMs }),
});
