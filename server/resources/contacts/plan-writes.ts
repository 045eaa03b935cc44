/**
 * What a series of rows comes to, as if each were sent by itself in this order (docs/contract/contacts.md#importing):
 * which contacts are made and changed and how, what is counted, which rows are refused. In memory, so that 5,000 rows
 * cost the database a few statements.
 */
import { yielding } from '@/server/lib/yield-to-others';
import { type Change, changeOf, fold, noChange } from '@/server/resources/contacts/merge-fields';
import { withConsent } from '@/server/resources/contacts/import-consent';
import { identityHash } from '@/server/resources/contacts/identity';
import { OptOuts, type Suppressed } from '@/server/resources/contacts/opt-outs';
import { type ContactFields, NO_ADDRESS, PLAN_LIMIT, TOO_LARGE } from '@/server/resources/contacts/schema';
import {
  ADDRESS_FAMILIES,
  type AddressFamily,
  type ImportConsent,
  isReachable,
} from '@/server/resources/contacts/vocabulary';

/** A row with its identity; `row` is its number for the caller. */
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

/** What the database holds of these identities, read under the lock of `lock.ts`. */
export interface Known {
  /** Identities that exist, of those of the rows. */
  existing: ReadonlySet<string>;
  suppressed: readonly Suppressed[];
  /** How many contacts the plan allows to be made. */
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
 * @param options.source what a contact that is made without a source gets; null for none
 * @param options.consent what the merchant said of a file's people; left out, or null: nobody was asked
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

/** The decision as it came out: the rows of these identities were refused, for what they add up to is too large. */
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
