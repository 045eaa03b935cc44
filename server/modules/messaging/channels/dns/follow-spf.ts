/**
 * Follows an SPF record as a receiver does for a sender that no part lets through (RFC 7208 §4.6), so every part's name
 * is looked up.
 */
import type { Questions } from '@/server/modules/messaging/channels/dns/questions';
import {
  allOf,
  asks,
  hasMacro,
  isSpf,
  MOST_LOOKUPS,
  parseSpf,
  type Directive,
  type Spf,
} from '@/server/modules/messaging/channels/dns/spf';

/** The most look-ups without an answer that a receiver tolerates, and the most mail servers of one name (§4.6.4). */
export const MOST_VOIDS = 2;
export const MOST_EXCHANGES = 10;

/** A part of the record, as a receiver meets it. */
export type Step =
  /** A part that may let a sender through: addresses, or what only a message's own values tell. */
  | { kind: 'match' }
  /** Another record, whose steps come next. */
  | { kind: 'record'; name: string }
  /** A name without an answer. */
  | { kind: 'void'; name: string }
  /** A name without an SPF record, or with an invalid one. */
  | { kind: 'dead'; name: string }
  /** A name with more mail servers than receivers ask for. */
  | { kind: 'crowded'; name: string }
  /** The look-up had no answer. */
  | { kind: 'unknown' };

/** The findings of following a record. */
export interface Followed {
  /** Over `MOST_LOOKUPS`: receivers give up, and nothing else here is complete. */
  lookups: number;
  /** In the order in which a receiver meets them. */
  steps: Step[];
  /** Names that the record includes or redirects to, and the names that those records include or redirect to. */
  included: Set<string>;
  /** Another record could not be looked up. */
  isUnknown: boolean;
  /** The record's word about others. */
  all: ReturnType<typeof allOf>;
}

const normal = (name: string): string => name.toLowerCase().replace(/\.$/, '');

/**
 * Follows a record; names of one record are looked up at the same time. @param domain the record's domain, in lower
 * case
 */
export async function followSpf(start: Spf, domain: string, questions: Questions): Promise<Followed> {
  const followed: Omit<Followed, 'steps'> = { lookups: 0, included: new Set(), isUnknown: false, all: null };
  const stepsOf = async (spf: Spf, owner: string, decides: boolean): Promise<Step[]> => {
    const all = allOf(spf);
    if (decides) followed.all = all;
    // A part behind all is never looked at, nor is a redirect beside it (§5.1).
    const end = spf.directives.findIndex(({ mechanism }) => mechanism === 'all');
    const looked = end === -1 ? spf.directives : spf.directives.slice(0, end);
    const redirect = all === null ? spf.redirect : null;
    // Records that include each other come to an end by it.
    followed.lookups += looked.filter(asks).length + (redirect === null ? 0 : 1);
    if (followed.lookups > MOST_LOOKUPS) return [];
    const steps = await Promise.all([
      ...looked.map((directive) =>
        directive.mechanism === 'include' ? recordAt(directive.value, false) : stepOf(directive, owner, questions),
      ),
      ...(redirect === null ? [] : [recordAt(redirect, decides)]),
    ]);
    return steps.flat();
  };
  const recordAt = async (at: string, decides: boolean): Promise<Step[]> => {
    if (hasMacro(at)) return [{ kind: 'match' }];
    const name = normal(at);
    followed.included.add(name);
    const answer = await questions.text(name);
    if (answer.kind === 'unknown') {
      followed.isUnknown = true;
      return [{ kind: 'unknown' }];
    }
    const spf = answer.kind === 'found' ? onlyRecord(answer.records) : null;
    if (spf === null) return [{ kind: 'dead', name: at }];
    return [{ kind: 'record', name }, ...(await stepsOf(spf, name, decides))];
  };
  const steps = await stepsOf(start, domain, true);
  return { ...followed, steps };
}

/** Returns the steps for a part that is no include. */
async function stepOf({ mechanism, value }: Directive, owner: string, questions: Questions): Promise<Step[]> {
  if (!(mechanism === 'a' || mechanism === 'mx' || mechanism === 'exists') || hasMacro(value))
    return [{ kind: 'match' }];
  const name = value === '' ? owner : normal(value);
  const answer =
    mechanism === 'mx'
      ? await questions.mail(name)
      : mechanism === 'a'
        ? await questions.host(name)
        : await questions.address(name);
  if (answer.kind === 'unknown') return [{ kind: 'unknown' }];
  if (answer.kind !== 'found') return [{ kind: 'void', name }];
  return mechanism === 'mx' && answer.records.length > MOST_EXCHANGES
    ? [{ kind: 'crowded', name }]
    : [{ kind: 'match' }];
}

/** The SPF record among TXT records; null when there is none, several, or an invalid one. */
export function onlyRecord(texts: readonly string[]): Spf | null {
  const [text, ...others] = texts.filter(isSpf);
  const reading = text === undefined || others.length > 0 ? null : parseSpf(text);
  return reading?.kind === 'record' ? reading.record : null;
}
