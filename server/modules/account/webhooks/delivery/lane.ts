/**
 * A worker's share of one endpoint: its claimed deliveries, and how many may be under way. An endpoint that answers
 * quickly gets more and more at once, and a slow endpoint few. An endpoint that does not answer gets one at a time: a
 * dead address costs one place, and the worker still notices when it works again.
 */
import type { AppSecrets } from '@/server/platform/lib/crypto';
import { now } from '@/server/platform/lib/clock';
import { openEndpointSecret, openPreviousSecrets } from '@/server/modules/account/webhooks/secrets';
import type { Outcome } from '@/server/modules/account/webhooks/delivery/outcome';
import type { Claimed, EndpointRow } from '@/server/modules/account/webhooks/delivery/queue';
import { LONGEST_ASKED_MS } from '@/server/modules/account/webhooks/delivery/schedule';
import { signingKeys, type SigningKeys } from '@/server/modules/account/webhooks/delivery/signing';

const FIRST_LIMIT = 4;
const MOST_AT_ONCE = 64;
/**
 * The growth for each accepted delivery: a quarter more by the time that all deliveries under way have ended. Each
 * additional delivery needs a new connection.
 */
const GROWTH = 0.25;
/** The limit for an endpoint that is slow but accepts deliveries. */
const MOST_AT_ONCE_SLOW = 8;
const SLOW_MS = 1_000;
/** The number of claimed deliveries for each one that may be under way, so that the next ones are ready. */
const AHEAD = 4;
/** An endpoint whose row is older than this may have been switched off. */
const FRESH_MS = 1_000;

/** The keys that sign: the present secret, and earlier secrets with the end of their use, oldest first. */
interface Keys {
  present: SigningKeys;
  previous: readonly { keys: SigningKeys; until: Date }[];
}

/** A claimed delivery. */
export interface Held extends Claimed {
  /** The latest time to begin, so that the attempt ends within its lease, by performance.now(). */
  beginBy: number;
}

export class Lane {
  /** Claimed and not begun, oldest first. */
  waiting: Held[] = [];
  underWay = 0;
  /** True when the endpoint's last answer was slow, or there was none. */
  slow = false;
  /** The time when deliveries of the endpoint were last claimed, by performance.now(). */
  servedAt = 0;
  /** The number of deliveries that the last claim asked for and did not get. */
  private missing = 0;
  private limit = FIRST_LIMIT;
  private pausedUntil = 0;
  private seen: { at: number; url: string; sealed: string; keys: Keys | null } | undefined;

  constructor(
    readonly accountId: string,
    readonly endpointId: string,
    private readonly appSecrets: AppSecrets,
  ) {}

  get held(): number {
    return this.waiting.length + this.underWay;
  }

  /** True while the endpoint has asked not to be called for a while. */
  get paused(): boolean {
    return performance.now() < this.pausedUntil;
  }

  /** Returns how many more deliveries may be claimed. A slow endpoint gets only as many as it can begin. */
  room(): number {
    if (this.paused) return 0;
    return Math.max(Math.floor(this.slow ? this.limit : this.limit * AHEAD) - this.held, 0);
  }

  /** True when the last claim got all that it asked for, and most of these have begun: it is time to claim more. */
  get runsLow(): boolean {
    return this.missing === 0 && this.waiting.length < this.limit;
  }

  /** Notes how many deliveries the next claim asks for. */
  expect(quota: number): void {
    this.missing = quota;
    this.servedAt = performance.now();
  }

  /** Adds a claimed delivery. */
  take(delivery: Held): void {
    this.waiting.push(delivery);
    this.missing--;
  }

  /** Notes the endpoint's current row; decrypts its secrets only if they have changed. */
  see({ url, secret, previousSecrets }: EndpointRow): void {
    const at = performance.now();
    const sealed = `${secret} ${previousSecrets ?? ''}`;
    this.seen =
      this.seen?.sealed === sealed
        ? { ...this.seen, at, url }
        : { at, url, sealed, keys: this.opened(secret, previousSecrets) };
  }

  /**
   * Returns the next delivery, with its address and the keys that sign it, oldest first; null when none may begin now.
   */
  next(): { delivery: Held; url: string; keys: readonly SigningKeys[] | null } | null {
    const { seen } = this;
    if (
      seen === undefined ||
      performance.now() - seen.at > FRESH_MS ||
      this.paused ||
      this.underWay >= Math.floor(this.limit)
    )
      return null;
    const delivery = this.waiting.shift();
    return delivery === undefined ? null : { delivery, url: seen.url, keys: signingNow(seen.keys) };
  }

  /** Removes and returns the deliveries whose lease is too short to begin them. */
  tooLate(): Held[] {
    const at = performance.now();
    const first = this.waiting.findIndex(({ beginBy }) => beginBy > at);
    return this.waiting.splice(0, first === -1 ? this.waiting.length : first);
  }

  /** Learns from an answer. */
  learn({ kind, responseCode, askedMs }: Outcome, ms: number): void {
    this.slow = responseCode === null || ms >= SLOW_MS;
    if (kind === 'sent') this.limit = Math.min(this.limit + GROWTH, this.slow ? MOST_AT_ONCE_SLOW : MOST_AT_ONCE);
    else this.limit = Math.max(this.limit / 2, 1);
    if (askedMs !== null) this.pausedUntil = performance.now() + Math.min(askedMs, LONGEST_ASKED_MS);
  }

  /** The secret in the clear is kept no longer than there is something to sign. */
  forget(): void {
    this.seen = undefined;
  }

  private opened(secret: string, previousSecrets: string | null): Keys | null {
    const id = this.endpointId;
    try {
      return {
        present: signingKeys(openEndpointSecret(this.appSecrets, { id, secret })),
        previous: openPreviousSecrets(this.appSecrets, { id, previousSecrets }, now()).map((previous) => ({
          keys: signingKeys(previous.secret),
          until: previous.until,
        })),
      };
    } catch {
      return null;
    }
  }
}

function signingNow(keys: Keys | null): readonly SigningKeys[] | null {
  if (keys === null) return null;
  const at = now();
  return [...keys.previous.filter(({ until }) => until > at).map((previous) => previous.keys), keys.present];
}
