/**
 * Opt-outs hold for the address (4 §E): which ones a series of writes begins and ends, and what becomes of the
 * subscriptions that the writes send. In memory; `suppress.ts` has the tables.
 */
import { type Change, fold, noChange } from '@/server/resources/contacts/change';
import { addressOf, type Addresses } from '@/server/resources/contacts/identity';
import { ADDRESS_FAMILIES, type AddressFamily, type SuppressionReason } from '@/server/resources/contacts/schema';

export interface Place {
  family: AddressFamily;
  address: string;
}

export interface Suppressed extends Place {
  reason: SuppressionReason;
}

/** A contact that one of the writes is about. */
export interface Subscriber extends Addresses {
  change: Change;
}

const keyOf = ({ family, address }: Place): string => `${family} ${address}`;
const subscribe = (family: AddressFamily, value: string): Change => ({
  ...noChange(),
  maps: { subscriptions: { set: { [family]: value }, gone: [] } },
});

export class OptOuts {
  private readonly before = new Map<string, Suppressed>();
  private readonly standing = new Map<string, Suppressed>();
  private readonly closed = new Map<string, Place>();
  private readonly subscribers = new Map<string, Set<Subscriber>>();

  /** @param suppressed those that stand before the writes, at least at every address of the writes */
  constructor(suppressed: readonly Suppressed[]) {
    for (const each of suppressed) {
      this.before.set(keyOf(each), each);
      this.standing.set(keyOf(each), each);
    }
  }

  /** A contact that comes to be at its addresses, or comes there anew, inherits what stands there. */
  arrive(subscriber: Subscriber): void {
    for (const place of placesOf(subscriber)) {
      if (this.standing.has(keyOf(place)))
        subscriber.change = fold(subscriber.change, subscribe(place.family, 'unsubscribed'));
    }
  }

  /**
   * Adds what one write sends to the subscriber's change. `unsubscribed` begins an opt-out of the address. Any other word
   * but `pending` ends one that a merchant began; one of the recipient's own, of a bounce or a complaint stays.
   */
  write(subscriber: Subscriber, sent: Change): void {
    const { set = {}, gone = [] } = sent.maps.subscriptions ?? {};
    subscriber.change = fold(subscriber.change, sent);
    for (const place of placesOf(subscriber)) {
      const { family } = place;
      const key = keyOf(place);
      this.at(key).add(subscriber);
      if (!Object.hasOwn(set, family) && !gone.includes(family)) continue;
      if (set[family] === 'unsubscribed') {
        if (!this.standing.has(key)) this.standing.set(key, { ...place, reason: 'merchant' });
        this.closed.set(key, place);
        for (const each of this.at(key)) each.change = fold(each.change, subscribe(family, 'unsubscribed'));
      } else if (set[family] !== 'pending') {
        const reason = this.standing.get(key)?.reason;
        if (reason === 'merchant') this.standing.delete(key);
        else if (reason !== undefined) subscriber.change = fold(subscriber.change, subscribe(family, 'unsubscribed'));
      }
    }
  }

  /** What the tables have to be told. `closed`: places at which every contact becomes unsubscribed, before the writes themselves. */
  outcome(): { begun: Suppressed[]; ended: Place[]; closed: Place[] } {
    return {
      begun: [...this.standing].flatMap(([key, each]) => (this.before.has(key) ? [] : [each])),
      ended: [...this.before].flatMap(([key, each]) => (this.standing.has(key) ? [] : [each])),
      closed: [...this.closed.values()],
    };
  }

  private at(key: string): Set<Subscriber> {
    let there = this.subscribers.get(key);
    if (there === undefined) this.subscribers.set(key, (there = new Set()));
    return there;
  }
}

function placesOf(addresses: Addresses): Place[] {
  return ADDRESS_FAMILIES.flatMap((family) => {
    const address = addressOf(family, addresses);
    return address === null ? [] : [{ family, address }];
  });
}
