/**
 * Computes the effect of a series of a shop's customers, as if each were reported alone in this order
 * (docs/contract/integrations.md#customers): new contacts, and fields to fill in existing ones. Works in memory, so
 * that a thousand customers cost the database a few statements.
 */
import { isDeepStrictEqual } from 'node:util';
import { addressOf, identityHash, phoneAddress } from '@/server/modules/audience/contacts/identity';
import { type Change, changeOf, fold, noChange } from '@/server/modules/audience/contacts/merge-fields';
import { OptOuts, type Suppressed } from '@/server/modules/audience/contacts/opt-outs';
import type { Candidate, Refusal } from '@/server/modules/audience/contacts/plan-writes';
import { type ContactFields, PLAN_LIMIT } from '@/server/modules/audience/contacts/schema';
import { ADDRESS_FAMILIES, type AddressFamily, isReachable } from '@/server/modules/audience/contacts/vocabulary';
import type { CustomerInput } from '@/server/modules/shops/orders/schema';
import type { Deduper, Sighting } from '@/server/modules/shops/orders/dedupe';
import type { Shop } from '@/server/modules/shops/orders/shop';
import { NO_IDENTITY } from '@/server/modules/shops/connections/vocabulary';
import { SHOP_ATTRIBUTE } from '@/server/platform/lib/shared-vocabulary';

/** An existing contact, with the fields that customers are matched by. */
export interface KnownPerson {
  identityHash: string;
  email: string | null;
  phone: string | null;
  phoneE164: string | null;
  firstName: string | null;
  lastName: string | null;
  externalRef: string | null;
  /** The attribute `shop`; null where there is none. */
  shop: unknown;
  subscriptions: Record<string, string>;
  /** Addresses of contacts that were merged into this one, as `email <address>` and `phone <address>`. */
  aliases: readonly string[];
}

/** One customer as reported. */
export interface ParsedCustomer {
  candidate: Candidate;
  row: CustomerInput;
}

/** A contact that a reported customer matches. */
interface Person extends KnownPerson {
  /** The identity in the database before the writes; null for a new contact. */
  before: string | null;
  change: Change;
}

/** The outcome of a row, and its contact. */
interface Met {
  row: number;
  externalRef: string;
  sighting: Sighting;
  person: Person;
  outcome: 'created' | 'updated' | 'unchanged';
}

interface Meeting {
  met: Met[];
  refusals: Refusal[];
  optOuts: ReturnType<OptOuts['outcome']>;
}

interface Here {
  /** All contacts with an address or identity of the reported customers, the oldest first. */
  people: readonly KnownPerson[];
  /** Remembers what was reported before. */
  deduper: Deduper;
  suppressed: readonly Suppressed[];
  /** The number of contacts that the plan allows to be made. */
  room: number;
}

const EVERYWHERE: ReadonlySet<AddressFamily> = new Set(ADDRESS_FAMILIES);
const NOWHERE: ReadonlySet<AddressFamily> = new Set();
const BY_PHONE: ReadonlySet<AddressFamily> = new Set(ADDRESS_FAMILIES.filter((family) => family !== 'email'));

/** Finds people by address. People are added from the oldest on, and an address leads to the newest. */
class People {
  private readonly byEmail = new Map<string, Person>();
  private readonly byPhone = new Map<string, Person>();
  private readonly byIdentity = new Map<string, Person>();
  private readonly byAlias = new Map<string, Person>();
  private readonly ages = new Map<Person, number>();

  /** Adds a person; called again when a person gets more addresses, which keeps their place by age. */
  place(person: Person): void {
    if (!this.ages.has(person)) this.ages.set(person, this.ages.size);
    if (person.email !== null) this.lead(this.byEmail, person.email, person);
    const phone = phoneAddress(person);
    if (phone !== null) this.lead(this.byPhone, phone, person);
    this.byIdentity.set(person.identityHash, person);
    for (const alias of person.aliases) this.byAlias.set(alias, person);
  }

  private lead(by: Map<string, Person>, address: string, person: Person): void {
    const age = (of: Person | undefined): number => (of === undefined ? -1 : (this.ages.get(of) ?? -1));
    if (age(by.get(address)) <= age(person)) by.set(address, person);
  }

  /** Finds a person by the e-mail, whatever their phone; else by the phone. */
  find({ email, phone, phoneE164, hash }: Candidate): Person | undefined {
    const address = phoneAddress({ phone, phoneE164 });
    return (
      (email === null ? undefined : (this.byEmail.get(email) ?? this.byAlias.get(`email ${email}`))) ??
      (address === null ? undefined : (this.byPhone.get(address) ?? this.byAlias.get(`phone ${address}`))) ??
      this.byIdentity.get(hash)
    );
  }

  isTaken(identity: string): boolean {
    return this.byIdentity.has(identity);
  }
}

const isEmpty = (value: string | null | undefined): value is '' | null | undefined => (value ?? '') === '';

/** The words of a report, by family. */
const wordsOf = ({ subscriptions = {} }: ContactFields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(subscriptions).flatMap(([family, word]) => (word === null ? [] : [[family, word]])),
  );

const subscriptionsTo = (set: Record<string, string>): Change => ({
  ...noChange(),
  maps: { subscriptions: { set, gone: [] } },
});

function newPerson({ fields, hash, email, phone, phoneE164 }: Candidate, externalRef: string): Person {
  const { firstName = null, lastName = null } = fields;
  const shop = fields.attributes?.[SHOP_ATTRIBUTE] ?? null;
  const names = { identityHash: hash, email, phone, phoneE164, firstName, lastName, externalRef };
  return { ...names, shop, subscriptions: wordsOf(fields), aliases: [], before: null, change: noChange() };
}

/** Returns values for the empty columns of an existing contact. */
function filling(
  person: Person,
  { candidate, row: { externalRef } }: ParsedCustomer,
  people: People,
): Change['columns'] {
  const { fields, phone, phoneE164 } = candidate;
  const filled: Change['columns'] = {};
  for (const name of ['firstName', 'lastName'] as const) {
    const value = fields[name];
    if (isEmpty(person[name]) && !isEmpty(value)) filled[name] = value;
  }
  if (isEmpty(person.externalRef)) filled['externalRef'] = externalRef;
  if (phoneAddress(person) === null && isReachable({ phone })) {
    const identity = identityHash(person.email, phone);
    // A phone that would make them somebody who is here already is left out.
    if (!people.isTaken(identity)) Object.assign(filled, { phone, phoneE164, identityHash: identity });
  }
  return filled;
}

/**
 * Returns the consent for families of which the shop reports nothing. `subscribed` writes nothing, because a contact
 * without a state is subscribed.
 */
const consentOf = (consent: Shop['consent'], person: Person): Record<string, string> =>
  consent === 'unsubscribed'
    ? Object.fromEntries(
        ADDRESS_FAMILIES.filter((family) => addressOf(family, person) !== null).map((family) => [family, consent]),
      )
    : {};

/** Checks whether a report about a family is about an address that this person has. */
function concerns(family: string, parsed: Candidate, person: Person): boolean {
  const known = ADDRESS_FAMILIES.find((each) => each === family);
  return known === undefined || addressOf(known, parsed) === addressOf(known, person);
}

/** Updates an existing contact from a customer. @returns true when anything of the contact changes */
function know(person: Person, parsed: ParsedCustomer, people: People, optOuts: OptOuts): boolean {
  const { candidate } = parsed;
  const filled = filling(person, parsed, people);
  Object.assign(person, filled);
  person.change = fold(person.change, { columns: filled, maps: {} });
  if (filled['phone'] !== undefined) {
    people.place(person);
    // What stands at the number that they come to holds for them.
    optOuts.write(person, noChange(), BY_PHONE);
  }

  const shop = candidate.fields.attributes?.[SHOP_ATTRIBUTE] ?? null;
  const isOther = shop !== null && !isDeepStrictEqual(shop, person.shop);
  if (isOther) {
    person.shop = shop;
    person.change = fold(person.change, {
      columns: {},
      maps: { attributes: { set: { [SHOP_ATTRIBUTE]: shop }, gone: [] } },
    });
  }

  // The shop's opt-in says nothing to those who are here. Its opt-out holds at the addresses that it tells.
  const ended = Object.keys(wordsOf(candidate.fields)).filter(
    (family) => candidate.fields.subscriptions?.[family] === 'unsubscribed',
  );
  const addressee = { ...candidate, change: noChange() };
  optOuts.write(
    addressee,
    subscriptionsTo(Object.fromEntries(ended.map((family) => [family, 'unsubscribed']))),
    NOWHERE,
  );
  const theirs = ended.filter(
    (family) => concerns(family, candidate, person) && person.subscriptions[family] !== 'unsubscribed',
  );
  if (theirs.length > 0) {
    const set = Object.fromEntries(theirs.map((family) => [family, 'unsubscribed']));
    person.subscriptions = { ...person.subscriptions, ...set };
    person.change = fold(person.change, subscriptionsTo(set));
  }
  return Object.keys(filled).length > 0 || isOther || theirs.length > 0;
}

/**
 * @param parsed in the order of the call
 * @param shop the source of new contacts that are reported without one, and their consent
 */
export function meet(parsed: readonly ParsedCustomer[], here: Here, shop: Pick<Shop, 'source' | 'consent'>): Meeting {
  const people = new People();
  for (const person of here.people) people.place({ ...person, before: person.identityHash, change: noChange() });
  const optOuts = new OptOuts(here.suppressed);
  const met: Met[] = [];
  const refusals: Refusal[] = [];
  let { room } = here;
  for (const each of parsed) {
    const { candidate } = each;
    const { externalRef } = each.row;
    const { row, fields } = candidate;
    const sighting = here.deduper.look(each.row);
    if (sighting === null) continue;
    // Of who was deleted in the shop no contact is made.
    if (sighting.deletedAt !== null) {
      here.deduper.older++;
      continue;
    }
    if (!isReachable(fields)) {
      refusals.push({ row, reason: NO_IDENTITY });
      continue;
    }
    let person = people.find(candidate);
    let outcome: Met['outcome'] = 'created';
    if (person !== undefined) {
      outcome = know(person, each, people, optOuts) ? 'updated' : 'unchanged';
    } else if (room === 0) {
      refusals.push({ row, reason: PLAN_LIMIT });
      continue;
    } else {
      room -= 1;
      person = newPerson(candidate, externalRef);
      people.place(person);
      const columns = { source: fields.source ?? shop.source, externalRef, phoneE164: candidate.phoneE164 };
      const sent = fold(subscriptionsTo(consentOf(shop.consent, person)), changeOf(fields));
      optOuts.write(person, fold(sent, { columns, maps: {} }), EVERYWHERE);
    }
    here.deduper.take(each.row, sighting);
    met.push({ row, externalRef, sighting, person, outcome });
  }
  return { met, refusals, optOuts: optOuts.outcome() };
}
