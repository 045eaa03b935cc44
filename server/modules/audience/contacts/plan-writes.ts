/**
 * Computes the result of a series of rows, as if each were sent alone in this order
 * (docs/contract/contacts.md#importing): contacts created and changed, counts, refused rows. In memory, so that 5,000
 * rows need only a few statements.
 */
import { yielding } from '@/server/platform/lib/yield-to-others';
import { type Change, changeOf, fold, noChange } from '@/server/modules/audience/contacts/merge-fields';
import { identityHash } from '@/server/modules/audience/contacts/identity';
import { OptOuts, type Suppressed, placesOf } from '@/server/modules/audience/contacts/opt-outs';
import { type ContactFields, NO_ADDRESS, PLAN_LIMIT, TOO_LARGE } from '@/server/modules/audience/contacts/schema';
import {
  ADDRESS_FAMILIES,
  type AddressFamily,
  type ImportConsent,
  isReachable,
} from '@/server/modules/audience/contacts/vocabulary';
import { FAMILIES } from '@/server/platform/vendors/provider-ids';

/**
 * Applies a merchant's answer about consent to a row's subscriptions, and returns the fields to write
 * (docs/contract/contacts.md#importing-a-file). `agreed` and `file` keep every subscription of the row. `agreed` adds
 * `subscribed` to a new contact, for each channel with an address and without a value in the row. `unknown` removes
 * `subscribed`: a new contact is `pending` wherever it is not unsubscribed, and an existing contact keeps its own.
 * @param consent null: nobody was asked
 */
function withConsent(
  { fields, ...addresses }: Pick<Candidate, 'fields' | 'email' | 'phone' | 'phoneE164'>,
  consent: ImportConsent | null,
  isNew: boolean,
): ContactFields {
  if (consent === null || consent === 'file' || (consent === 'agreed' && !isNew)) return fields;
  const handles = FAMILIES.filter((family) => (fields.socialHandles?.[family] ?? null) !== null);
  const said = Object.entries(fields.subscriptions ?? {}).filter(([, word]) => word !== null);
  if (consent === 'agreed') {
    const families = [...placesOf(addresses).map(({ family }) => family), ...handles];
    const agreed = families.map((family) => [family, 'subscribed'] as const);
    return { ...fields, subscriptions: Object.fromEntries([...agreed, ...said]) };
  }
  const kept = said.filter(([, word]) => word !== 'subscribed');
  if (!isNew) return { ...fields, subscriptions: Object.fromEntries(kept) };
  // All three of the addresses, so that one which is added later is not written to either.
  const families = new Set<string>([...ADDRESS_FAMILIES, ...handles, ...said.map(([family]) => family)]);
  const waiting = [...families].map((family) => [family, 'pending'] as const);
  return { ...fields, subscriptions: Object.fromEntries([...waiting, ...kept]) };
}

/** A row with its identity; `row` is the caller's number of the row. */
export interface Candidate {
  row: number;
  fields: ContactFields;
  hash: string;
  email: string | null;
  phone: string | null;
  phoneE164: string | null;
}

/** @param toE164 reads a phone by the workspace's country */
export function candidate(row: number, fields: ContactFields, toE164: (phone: string) => string | null): Candidate {
  const { email = null, phone = null } = fields;
  return {
    row,
    fields,
    hash: identityHash(email, phone),
    email,
    phone,
    phoneE164: phone === null ? null : toE164(phone),
  };
}

const EVERYWHERE: ReadonlySet<AddressFamily> = new Set(ADDRESS_FAMILIES);
const NOWHERE: ReadonlySet<AddressFamily> = new Set();

/** The stored data of these identities, read under the lock of `lock.ts`. */
export interface Known {
  /** The identities of the rows that exist already. */
  existing: ReadonlySet<string>;
  suppressed: readonly Suppressed[];
  /** The number of contacts that the plan allows to be made. */
  room: number;
}

export interface Target {
  hash: string;
  isNew: boolean;
  email: string | null;
  phone: string | null;
  phoneE164: string | null;
  change: Change;
}

export interface Refusal {
  row: number;
  reason: string;
}

export interface Decision {
  targets: Target[];
  created: number;
  updated: number;
  skipped: number;
  refusals: Refusal[];
  optOuts: ReturnType<OptOuts['outcome']>;
}

/**
 * @param options.source the source of a new contact whose row has none; null: no source
 * @param options.consent the merchant's answer about the people in a file; absent or null: nobody was asked
 */
export async function decide(
  candidates: readonly Candidate[],
  known: Known,
  options: { skipExisting: boolean; source: string | null; consent?: ImportConsent | null },
): Promise<Decision> {
  const targets = new Map<string, Target>();
  const optOuts = new OptOuts(known.suppressed);
  const refusals: Refusal[] = [];
  const decision = { created: 0, updated: 0, skipped: 0, refusals };

  const turn = yielding();
  for (const each of candidates) {
    const { row, fields, hash, email, phone, phoneE164 } = each;
    const wait = turn();
    if (wait !== undefined) await wait;
    if (!isReachable(fields)) {
      decision.refusals.push({ row, reason: NO_ADDRESS });
      decision.skipped += 1;
      continue;
    }
    const earlier = targets.get(hash);
    const isNew = earlier === undefined && !known.existing.has(hash);
    if (isNew && decision.created >= known.room) {
      decision.refusals.push({ row, reason: PLAN_LIMIT });
      continue;
    }
    if (!isNew && options.skipExisting) {
      decision.skipped += 1;
      continue;
    }
    const target = earlier ?? { hash, isNew, email, phone, phoneE164, change: noChange() };
    targets.set(hash, target);
    let sent = changeOf(withConsent(each, options.consent ?? null, isNew));
    if (fields.phone !== undefined) sent = fold(sent, { columns: { phoneE164 }, maps: {} });
    if (isNew) {
      decision.created += 1;
      if ((fields.source ?? null) === null) sent = fold(sent, { columns: { source: options.source }, maps: {} });
    } else {
      decision.updated += 1;
    }
    optOuts.write(target, sent, isNew ? EVERYWHERE : NOWHERE);
  }
  return { targets: [...targets.values()], ...decision, optOuts: optOuts.outcome() };
}

/**
 * Returns the decision after writing: rows of these identities were refused, because their combined data is too large.
 */
export function withoutTooLarge(
  decision: Decision,
  candidates: readonly Candidate[],
  tooLarge: ReadonlySet<string>,
  { skipExisting }: { skipExisting: boolean },
): Decision {
  const refusedBefore = new Set(decision.refusals.map(({ row }) => row));
  const after = { ...decision, refusals: [...decision.refusals] };
  for (const { hash, isNew } of decision.targets.filter((target) => tooLarge.has(target.hash))) {
    const rows = candidates.filter((each) => each.hash === hash && !refusedBefore.has(each.row));
    // With skipExisting the later rows of an identity were skipped.
    const written = skipExisting ? rows.slice(0, 1) : rows;
    after.created -= isNew ? 1 : 0;
    after.updated -= written.length - (isNew ? 1 : 0);
    after.refusals.push(...written.map(({ row }) => ({ row, reason: TOO_LARGE })));
  }
  after.refusals.sort((a, b) => a.row - b.row);
  return { ...after, targets: decision.targets.filter(({ hash }) => !tooLarge.has(hash)) };
}
