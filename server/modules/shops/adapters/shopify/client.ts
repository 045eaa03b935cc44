/**
 * The client for one shop's Admin GraphQL (https://shopify.dev/docs/api/admin-graphql). Sends queries, tells refusals
 * from requests to wait, and stays below the throttle, which counts each query's cost
 * (https://shopify.dev/docs/api/usage/limits).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { retryAfterMs } from '@/server/platform/vendors/answers';
import { at, listAt, parseJson, textAt } from '@/server/platform/vendors/json';
import type { VendorAnswer } from '@/server/platform/vendors/provider';
import { cleaned, wordsOf } from '@/server/modules/shops/adapters/shopify/words';
import {
  type OpenedShop,
  ShopAnswerError,
  ShopBusyError,
  ShopGoneError,
  ShopRefusedError,
} from '@/server/modules/shops/adapters/store';

/** A stable version, supported until October 2027 (https://shopify.dev/changelog/release-notes/2026-10). */
export const API_VERSION = '2026-10';

const LONGEST_ANSWER = 32 * 1024 * 1024;
/** The time-out of a request, in milliseconds; a page of products with all variants takes long. */
const TIMEOUT_MS = 60_000;
/** The wait in milliseconds when the shop asks to wait and names no time. */
const WAIT_MS = 2_000;
/** The longest wait for the throttle, in milliseconds, within a call whose caller would lose work by giving up. */
const LONGEST_PATIENCE_MS = 10_000;
const MOST_WAITS = 10;

/** One query costs more than the shop allows for a single query. */
export class TooDearError extends ShopAnswerError {
  constructor(
    message: string,
    /** The largest part of the requested page that the shop allows; below 1. */
    readonly share: number,
  ) {
    super(message);
  }
}

/**
 * The shop does not allow the query, e.g. for want of Shopify's approval: error code ACCESS_DENIED
 * (https://shopify.dev/docs/api/admin-graphql/latest#status-and-error-codes). A repeat gets the same answer.
 */
export class DeniedError extends ShopAnswerError {}

/** Part of an answer can be denied, and the rest be given. */
export interface Answered {
  data: unknown;
  errors: readonly unknown[];
}

interface Throttle {
  maximum: number;
  available: number;
  /** Points a second. */
  restoreRate: number;
  /** The time of the reading, by performance.now(). */
  at: number;
}

const numberAt = (value: unknown, ...path: string[]): number | null => {
  const found = at(value, ...path);
  return typeof found === 'number' && Number.isFinite(found) ? found : null;
};

export class ShopifyClient {
  private throttle: Throttle | null = null;
  /** The cost of each document when it was last sent. */
  private readonly costs = new Map<string, number>();

  constructor(private readonly shop: OpenedShop) {}

  /**
   * Sends a query once. With `isPatient` it waits for the throttle for as long as a page may take.
   * @throws ShopRefusedError, ShopGoneError, ShopBusyError, TooDearError, DeniedError, ShopAnswerError, NotSentError,
   * OutcomeUnknownError
   */
  async ask(document: string, variables: Record<string, unknown> = {}, isPatient = false): Promise<Answered> {
    for (let waits = 0; ; waits++) {
      try {
        this.keepBelow(document);
        return this.read(document, await this.post(document, variables));
      } catch (error) {
        if (!isPatient || !(error instanceof ShopBusyError)) throw error;
        if (error.afterMs > LONGEST_PATIENCE_MS || waits === MOST_WAITS) throw error;
        await sleep(error.afterMs);
      }
    }
  }

  /**
   * Sends a query, and returns the value of a root field; null when the field is empty. Throws when the whole query is
   * denied.
   */
  async askFor(root: string, ...asked: Parameters<ShopifyClient['ask']>): Promise<unknown> {
    return this.rootOf(await this.ask(...asked), root);
  }

  /** @throws DeniedError, ShopAnswerError in the shop's words where there is none because of an error */
  rootOf({ data, errors }: Answered, root: string): unknown {
    const value = at(data, root) ?? null;
    if (value === null && errors.length > 0) throw this.absenceOf(errors);
    return value;
  }

  /** Returns the error for an answer without data. */
  private absenceOf(errors: readonly unknown[]): ShopAnswerError {
    const isDenied = errors.every((error) => textAt(error, 'extensions', 'code') === 'ACCESS_DENIED');
    return new (isDenied ? DeniedError : ShopAnswerError)(this.wordsIn(errors));
  }

  /** The messages of errors, in the shop's words. */
  wordsIn(errors: readonly unknown[]): string {
    return cleaned(this.shop, errors.map((error) => textAt(error, 'message') ?? 'The shop gave no reason.').join(' '));
  }

  private keepBelow(document: string): void {
    const cost = this.costs.get(document);
    if (this.throttle === null || cost === undefined) return;
    const { maximum, available, restoreRate, at: since } = this.throttle;
    const now = available + ((performance.now() - since) / 1000) * restoreRate;
    const short = Math.min(cost, maximum) - now;
    if (short > 0)
      throw new ShopBusyError('Waiting until Shopify allows more calls.', Math.ceil((short / restoreRate) * 1000));
  }

  private post(query: string, variables: Record<string, unknown>): Promise<VendorAnswer> {
    const { base, credentials, isGuarded, transport } = this.shop;
    const request = {
      method: 'POST' as const,
      url: `${base}/admin/api/${API_VERSION}/graphql.json`,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'x-shopify-access-token': credentials.accessToken ?? '',
      },
      body: JSON.stringify({ query, variables }),
    };
    const options = { timeoutMs: TIMEOUT_MS, longestBody: LONGEST_ANSWER };
    return isGuarded ? transport.guarded(request, options) : transport.request(request, options);
  }

  private read(document: string, answer: VendorAnswer): Answered {
    if (answer.status !== 200) throw failureOf(this.shop, answer);
    const body = parseJson(answer.body);
    this.remember(document, at(body, 'extensions', 'cost'));
    const errors = listAt(body, 'errors');
    for (const error of errors) this.refuse(error, body);
    const data = at(body, 'data') ?? null;
    if (data === null)
      throw errors.length > 0 ? this.absenceOf(errors) : new ShopAnswerError(wordsOf(this.shop, answer));
    return { data, errors };
  }

  /** Throws for an error with which no part of an answer is of any use. */
  private refuse(error: unknown, body: unknown): void {
    const words = this.wordsIn([error]);
    switch (textAt(error, 'extensions', 'code')) {
      case 'THROTTLED':
        throw new ShopBusyError(words, this.waitFor(at(body, 'extensions', 'cost')));
      case 'MAX_COST_EXCEEDED': {
        const cost = numberAt(error, 'extensions', 'cost');
        const most = numberAt(error, 'extensions', 'maxCost');
        throw new TooDearError(words, cost === null || most === null || cost <= most ? 0.5 : most / cost);
      }
      case 'SHOP_INACTIVE':
        throw new ShopRefusedError(words);
      default:
    }
  }

  private waitFor(cost: unknown): number {
    const requested = numberAt(cost, 'requestedQueryCost');
    const available = numberAt(cost, 'throttleStatus', 'currentlyAvailable');
    const rate = numberAt(cost, 'throttleStatus', 'restoreRate');
    if (requested === null || available === null || rate === null || rate <= 0) return WAIT_MS;
    return Math.max(Math.ceil(((requested - available) / rate) * 1000), 1);
  }

  private remember(document: string, cost: unknown): void {
    const requested = numberAt(cost, 'requestedQueryCost');
    const maximum = numberAt(cost, 'throttleStatus', 'maximumAvailable');
    const available = numberAt(cost, 'throttleStatus', 'currentlyAvailable');
    const restoreRate = numberAt(cost, 'throttleStatus', 'restoreRate');
    if (requested !== null) this.costs.set(document, requested);
    if (maximum !== null && available !== null && restoreRate !== null && restoreRate > 0)
      this.throttle = { maximum, available, restoreRate, at: performance.now() };
  }
}

/** Returns the error for an answer other than 200 (https://shopify.dev/docs/api/usage/response-codes). */
export function failureOf(shop: Pick<OpenedShop, 'credentials' | 'app'>, answer: VendorAnswer): Error {
  const words = wordsOf(shop, answer);
  switch (answer.status) {
    case 401:
    case 402: // Frozen, for its bill is not paid.
    case 403:
    case 423: // Locked.
      return new ShopRefusedError(words);
    case 404:
      return new ShopGoneError(words);
    case 429:
    case 430:
      return new ShopBusyError(words, retryAfterMs(answer.headers['retry-after']) ?? WAIT_MS);
    default:
      return new ShopAnswerError(words === `HTTP ${answer.status}` ? words : `HTTP ${answer.status}: ${words}`);
  }
}
