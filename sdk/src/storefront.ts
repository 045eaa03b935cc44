/** The server's side of laris.js: one route that takes what the shop's pages tell. */
import { LarisError } from './errors.js';

/** An event that a page reports. Nothing in it is known to be true. */
export interface StorefrontEvent {
  type: 'referral_click' | 'product_viewed' | 'cart_updated';
  data: Record<string, unknown>;
  /** The page where the visitor was. */
  url: string;
}

/** The visitor, by your own session. */
export interface StorefrontCustomer {
  email?: string | null;
  phone?: string | null;
  /** Without a yes nobody is written to about a cart. */
  acceptsMarketing?: boolean;
}

export interface StorefrontOptions {
  /** `externalSource` of the checkouts: your word for the shop. */
  source: string;
  /**
   * Returns the customer who sent the request; null for somebody who is not signed in, whose cart is kept without an
   * address.
   */
  customerOf?: (request: Request) => Promise<StorefrontCustomer | null> | StorefrontCustomer | null;
  /** Sees every event. */
  onEvent?: (event: StorefrontEvent, request: Request) => unknown;
}

interface Checkout {
  externalRef: string;
  value: number;
  currency: string;
  url: string | null;
  email: string | null;
  phone: string | null;
  acceptsMarketing: boolean;
  items: { productRef: string | null; name: string; quantity: number; price: number }[];
}

/** The parts of a client that are used. */
export interface StorefrontClient {
  referrals: { click(input: { code: string; userAgent?: string | null }): PromiseLike<unknown> };
  integrations: { putCheckouts(input: { externalSource: string; rows: Checkout[] }): PromiseLike<unknown> };
}

const MAX_BODY = 32_768;
const MAX_ITEMS = 100;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const textOf = (value: unknown, longest: number): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, longest) : null;
const amountOf = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0;

function eventIn(text: string): StorefrontEvent | null {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(answer) || !isRecord(answer.data)) return null;
  const { type } = answer;
  if (type !== 'referral_click' && type !== 'product_viewed' && type !== 'cart_updated') return null;
  return { type, data: answer.data, url: textOf(answer.url, 2000) ?? '' };
}

/** The cart as Laris takes checkouts; null when it has no id or no currency. */
function checkoutOf({ data, url }: StorefrontEvent, customer: StorefrontCustomer | null): Checkout | null {
  const externalRef = textOf(data.id, 255);
  const { currency } = data;
  if (externalRef === null || typeof currency !== 'string' || !/^[A-Za-z]{3}$/.test(currency)) return null;
  const items = (Array.isArray(data.items) ? data.items : []).filter(isRecord).slice(0, MAX_ITEMS);
  return {
    externalRef,
    value: amountOf(data.value),
    currency,
    url: /^https?:\/\//.test(url) ? url : null,
    email: customer?.email ?? null,
    phone: customer?.phone ?? null,
    acceptsMarketing: customer?.acceptsMarketing ?? false,
    items: items.map((item) => ({
      productRef: textOf(item.productRef, 255),
      name: textOf(item.name, 255) ?? '–',
      quantity: Math.max(1, amountOf(item.quantity)),
      price: amountOf(item.price),
    })),
  };
}

/**
 * A route that takes what laris.js tells: `export const POST = storefront(laris, { source })`, in anything that answers a
 * Request with a Response.
 * @returns 204 for what was taken, 400 for what is no event, 403 for what another site's page sent, 413, 502 when Laris did not
 * take it
 */
export function storefront(
  laris: StorefrontClient,
  { source, customerOf, onEvent }: StorefrontOptions,
): (request: Request) => Promise<Response> {
  const answer = (status: number): Response => new Response(null, { status });
  return async (request) => {
    // Browsers say where a request begins; what says nothing is no browser, and has no session either.
    const site = request.headers.get('sec-fetch-site');
    if (site !== null && site !== 'same-origin') return answer(403);
    if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY) return answer(413);
    const text = await request.text();
    if (text.length > MAX_BODY) return answer(413);
    const event = eventIn(text);
    if (event === null) return answer(400);
    await onEvent?.(event, request);
    try {
      if (event.type === 'referral_click') {
        const code = textOf(event.data.code, 50);
        if (code === null) return answer(400);
        await laris.referrals.click({ code, userAgent: request.headers.get('user-agent')?.slice(0, 1000) ?? null });
      } else if (event.type === 'cart_updated') {
        const checkout = checkoutOf(event, (await customerOf?.(request)) ?? null);
        if (checkout === null) return answer(400);
        await laris.integrations.putCheckouts({ externalSource: source, rows: [checkout] });
      }
    } catch (error) {
      if (error instanceof LarisError) return answer(502);
      throw error;
    }
    return answer(204);
  };
}
