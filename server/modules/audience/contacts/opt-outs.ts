/**
 * Opt-outs apply to an address (docs/contract/contacts.md#opt-outs). Computes in memory which opt-outs a series of a
 * merchant's writes begins, and how the sent subscriptions change. Such a write never ends an opt-out. `suppress.ts`
 * has the tables.
 */
import { type Change, fold, noChange } from '@/server/modules/audience/contacts/merge-fields';
import { addressOf, type Addresses } from '@/server/modules/audience/contacts/identity';
import type { SuppressionReason } from '@/server/modules/audience/contacts/schema';
import { ADDRESS_FAMILIES, type AddressFamily } from '@/server/modules/audience/contacts/vocabulary';

export interface Place {
  family: AddressFamily;
  address: string;
}

export interface Suppressed extends Place {
  reason: SuppressionReason;
  /** The time of the opt-out; absent: now. */
  at?: Date;
}

/** A contact that a write changes. */
export interface Subscriber extends Addresses {
  change: Change;
}

const keyOf = ({ family, address }: Place): string => `${family} ${address}`;
const subscribe = (family: AddressFamily, value: string): Change => ({
  ...noChange(),
  maps: { subscriptions: { set: { [family]: value }, gone: [] } },
});

export class OptOuts {
  private readonly said = new Map<string, Suppressed>();
  private readonly standing = new Map<string, Suppressed>();
  private readonly closed = new Map<string, Place>();
  private readonly subscribers = new Map<string, Set<Subscriber>>();

  /** @param suppressed the opt-outs before the writes, at least for every address of the writes */
  constructor(suppressed: readonly Suppressed[]) {
    for (const each of suppressed) this.standing.set(keyOf(each), each);
  }

  /**
   * Adds what one write sends to the subscriber's change. `unsubscribed` begins an opt-out of the address. Any other
   * value is for this contact alone. The contact still stays unsubscribed if the recipient, a bounce or a complaint
   * closed the address, or if it gets a closed address with this write. `pending` is stored as sent; nobody writes to
   * it.
   * @param comesTo families in which the contact gets this address now: it inherits the address's opt-out
   */
  write(subscriber: Subscriber, sent: Change, comesTo: ReadonlySet<AddressFamily>): void {
    const { set = {}, gone = [] } = sent.maps.subscriptions ?? {};
    subscriber.change = fold(subscriber.change, sent);
    for (const place of placesOf(subscriber)) {
      const { family } = place;
      const key = keyOf(place);
      this.at(key).add(subscriber);
      if (set[family] === 'pending') continue;
      if (set[family] === 'unsubscribed') {
        this.close(key, place);
        continue;
      }
      const reason = this.standing.get(key)?.reason;
      const speaks = Object.hasOwn(set, family) || gone.includes(family);
      if (reason !== undefined && (comesTo.has(family) || (speaks && reason !== 'merchant')))
        subscriber.change = fold(subscriber.change, subscribe(family, 'unsubscribed'));
    }
  }

  /**
   * Returns the changes for the tables. `begun`: all opt-outs of the writes, also of addresses that were closed
   * already. `closed`: addresses at which every contact becomes unsubscribed, before the writes themselves.
   */
  outcome(): { begun: Suppressed[]; closed: Place[] } {
    return { begun: [...this.said.values()], closed: [...this.closed.values()] };
  }

  private close(key: string, place: Place): void {
    const merchants: Suppressed = { ...place, reason: 'merchant' };
    if (!this.standing.has(key)) this.standing.set(key, merchants);
    this.said.set(key, merchants);
    this.closed.set(key, place);
    for (const each of this.at(key)) each.change = fold(each.change, subscribe(place.family, 'unsubscribed'));
  }

  private at(key: string): Set<Subscriber> {
    let there = this.subscribers.get(key);
    if (there === undefined) this.subscribers.set(key, (there = new Set()));
    return there;
  }
}

/** Returns the places (family and address) of a contact with these addresses. */
export function placesOf(addresses: Addresses): Place[] {
  return ADDRESS_FAMILIES.flatMap((family) => {
    const address = addressOf(family, addresses);
    return address === null ? [] : [{ family, address }];
  });
}
