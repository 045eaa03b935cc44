/**
 * The client for a WooCommerce shop (https://woocommerce.github.io/woocommerce-rest-api-docs/): Basic authentication
 * with its keys, and its errors as ours.
 */
import { retryAfterMs } from '@/server/platform/vendors/answers';
import { at, textAt } from '@/server/platform/vendors/json';
import type { RequestOptions, VendorAnswer, VendorRequest } from '@/server/platform/vendors/provider';
import { spellingsOf } from '@/server/platform/vendors/secret-spellings';
import { plainText } from '@/server/modules/shops/adapters/amounts';
import {
  type OpenedShop,
  ShopAnswerError,
  ShopBusyError,
  ShopGoneError,
  ShopRefusedError,
} from '@/server/modules/shops/adapters/store';

/** The options of a request; a page of a hundred orders takes a small host long. */
const OPTIONS: RequestOptions = { timeoutMs: 60_000, longestBody: 32 * 1024 * 1024 };
/** The wait in milliseconds when a shop asks to wait and names no time. */
const WAIT_MS = 30_000;
const LONGEST_WORDS = 500;
/** The length below which a secret protects nothing, and removing it would damage the shop's words. */
const SHORTEST_SECRET = 8;

/** An answer that is no success, with WordPress's own name of the fault, e.g. `rest_invalid_param`. */
export class WooAnswerError extends ShopAnswerError {
  constructor(
    message: string,
    readonly status: number,
    readonly code: string,
  ) {
    super(message);
  }
}

/**
 * True when the shop refused one row or one permission. A time-out, a failure of the shop or an unreadable 200 is no
 * refusal.
 */
export const isOfRequest = (error: unknown): error is ShopRefusedError | WooAnswerError =>
  error instanceof ShopRefusedError ||
  (error instanceof WooAnswerError && error.status >= 400 && error.status < 500 && error.status !== 408);

export interface Asked {
  method?: VendorRequest['method'];
  /** The path after `/wp-json`, e.g. `/wc/v3/orders`. */
  path: string;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
  /** False for WordPress's own addresses, which would read our keys as the name of an unknown user. */
  hasKeys?: boolean;
}

export interface Answered {
  body: unknown;
  /** The number of rows in all (X-WP-Total); null when the shop does not send it. */
  total: number | null;
}

/** Makes a shop's words safe to store and show: one line, without markup and without our keys. */
function wordsOf(shop: OpenedShop, { status }: VendorAnswer, body: unknown): string {
  let words = textAt(body, 'message') ?? `HTTP ${status}`;
  for (const secret of Object.values(shop.credentials)) {
    if (secret.length < SHORTEST_SECRET) continue;
    for (const spelling of spellingsOf(secret)) words = words.replaceAll(spelling, '…');
  }
  const line = plainText(words, LONGEST_WORDS).replaceAll('\n', ' ');
  return line === '' ? `HTTP ${status}` : line;
}

/** Parses JSON; some shops begin with a byte order mark. Undefined for any other text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

function failureOf(shop: OpenedShop, answer: VendorAnswer, body: unknown): Error {
  const { status, headers } = answer;
  const words = wordsOf(shop, answer, body);
  if (status === 429 || status === 503)
    return new ShopBusyError(words, retryAfterMs(headers['retry-after']) ?? WAIT_MS);
  if (status === 401 || status === 403) return new ShopRefusedError(words);
  const code = textAt(body, 'code') ?? '';
  // A row that is not there has a code of its own; without one it is WordPress, or nobody, that answers.
  if (status === 404 && (code === '' || code === 'rest_no_route'))
    return new ShopGoneError('There is no WooCommerce REST API at this address. Check the address of the shop.');
  return new WooAnswerError(words, status, code);
}

/** @throws ShopRefusedError, ShopGoneError, ShopBusyError, WooAnswerError, NotSentError, OutcomeUnknownError */
export async function ask(
  shop: OpenedShop,
  { method = 'GET', path, query = {}, body: sent, hasKeys = true }: Asked,
): Promise<Answered> {
  const { consumerKey = '', consumerSecret = '' } = shop.credentials;
  const search = new URLSearchParams(query).toString();
  const request: VendorRequest = {
    method,
    url: `${shop.base}/wp-json${path}${search === '' ? '' : `?${search}`}`,
    headers: {
      accept: 'application/json',
      ...(hasKeys
        ? { authorization: `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}` }
        : {}),
      ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
  };
  const answer = shop.isGuarded
    ? await shop.transport.guarded(request, OPTIONS)
    : await shop.transport.request(request, OPTIONS);
  const body = parsed(answer.body);
  if (answer.status < 200 || answer.status > 299) throw failureOf(shop, answer, body);
  if (body === undefined) throw new WooAnswerError('The shop did not answer with JSON.', answer.status, '');
  const total = answer.headers['x-wp-total'] ?? '';
  return { body, total: /^\d{1,15}$/.test(total) ? Number(total) : null };
}

/** As ask, for an answer that is a list. */
export async function askList(shop: OpenedShop, asked: Asked): Promise<{ rows: unknown[]; total: number | null }> {
  const { body, total } = await ask(shop, asked);
  if (!Array.isArray(body)) throw new WooAnswerError('The shop did not answer with a list.', 200, '');
  return { rows: body as unknown[], total };
}

/** Returns the currency that a shop sells in: products and coupons do not say. */
export async function currencyOf(shop: OpenedShop): Promise<string> {
  const { body } = await ask(shop, { path: '/wc/v3/data/currencies/current' });
  const code = at(body, 'code');
  if (typeof code !== 'string' || !/^[A-Za-z]{3}$/.test(code))
    throw new WooAnswerError('The shop did not say its currency.', 200, '');
  return code.toUpperCase();
}

/** Runs `items.map(make)` two at a time, because a small host has only a handful of processes for all its visitors. */
export async function twoAtATime<Item, Made>(
  items: readonly Item[],
  make: (item: Item) => Promise<Made>,
): Promise<Made[]> {
  const made = new Map<number, Made>();
  const left = items.entries();
  const work = async (): Promise<void> => {
    for (const [index, item] of left) made.set(index, await make(item));
  };
  await Promise.all([work(), work()]);
  return items.flatMap((_, index) => {
    const one = made.get(index);
    return one === undefined ? [] : [one];
  });
}
