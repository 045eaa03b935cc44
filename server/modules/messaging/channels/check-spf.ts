/** Judges the SPF record that receivers check for a sender: the record of the return path (RFC 7208 §2.4). */
import {
  followSpf,
  MOST_EXCHANGES,
  MOST_VOIDS,
  onlyRecord,
  type Followed,
  type Step,
} from '@/server/modules/messaging/channels/dns/follow-spf';
import type { Questions } from '@/server/modules/messaging/channels/dns/questions';
import { isSpf, MOST_LOOKUPS, parseSpf, withInclude, withSoftFail } from '@/server/modules/messaging/channels/dns/spf';
import type { SenderRecords } from '@/server/modules/messaging/adapters/sender-records';
import { outcome } from '@/server/modules/messaging/channels/check-words';
import type { Check } from '@/server/modules/messaging/channels/checks-schema';
import { below, type Sender } from '@/server/modules/messaging/channels/sender';

export interface SpfFinding {
  /** Null: there is no record to judge, and the vendor's own return path counts. */
  check: Check | null;
  /** The return path that the record lets the vendor use. */
  returnPath: string | null;
}

interface Place {
  name: string;
  texts: string[];
  isUnknown: boolean;
  followed: Followed | null;
}

async function look(name: string, questions: Questions): Promise<Place> {
  const answer = await questions.text(name);
  const texts = answer.kind === 'found' ? answer.records.filter(isSpf) : [];
  const spf = texts.length === 1 ? onlyRecord(texts) : null;
  return {
    name,
    texts,
    isUnknown: answer.kind === 'unknown',
    followed: spf === null ? null : await followSpf(spf, name, questions),
  };
}

/**
 * Returns the places where the record may be: below the sender's domain, and at the domain that the merchant named with
 * the selector.
 */
function placesOf({ domain, selectors }: Sender, { returnPaths }: SenderRecords): string[] {
  const signers = selectors.flatMap((selector) => /\._domainkey\.(.+)$/.exec(selector)?.[1] ?? []);
  return [
    ...new Set([...returnPaths.map((label) => below(label, domain)), ...(returnPaths.includes('') ? signers : [])]),
  ];
}

export async function checkSpf(
  sender: Sender,
  records: SenderRecords,
  vendor: string,
  questions: Questions,
): Promise<SpfFinding> {
  const places = await Promise.all(placesOf(sender, records).map((name) => look(name, questions)));
  const lets = ({ followed, texts }: Place): boolean =>
    followed !== null &&
    texts.length === 1 &&
    (records.alias === true ||
      records.includes.length === 0 ||
      records.includes.some((include) => followed.included.has(include)));
  const place = places.find(lets) ?? places.find(({ texts }) => texts.length > 0);
  if (place !== undefined) {
    const check = judged(place, records, vendor, lets(place));
    return { check, returnPath: check.status === 'fail' ? null : place.name };
  }
  if (places.some(({ isUnknown }) => isUnknown)) return { check: outcome('spf_unknown', { vendor }), returnPath: null };
  if (records.otherwise === 'own') return { check: null, returnPath: null };
  return {
    check: absent(
      places.map(({ name }) => name),
      records,
      vendor,
    ),
    returnPath: null,
  };
}

function absent(names: readonly string[], { otherwise, includes }: SenderRecords, vendor: string): Check {
  const [first = ''] = names;
  const [include] = includes;
  if (otherwise === 'sender' || include === undefined)
    return outcome('spf_missing', { name: first }, { record: { type: 'TXT', name: first, value: 'v=spf1 a mx ~all' } });
  return outcome(
    'spf_return_path_missing',
    { name: names.join(', '), vendor },
    { record: { type: 'TXT', name: first, value: `v=spf1 include:${include} ~all` } },
  );
}

const countOf = (steps: readonly Step[], ...kinds: Step['kind'][]): number =>
  steps.filter(({ kind }) => kinds.includes(kind)).length;

/**
 * Steps that every message meets: up to the vendor's record, or, where nobody knows the sender, to a part that may be
 * theirs.
 */
function untilMatch(steps: readonly Step[], { includes, alias }: SenderRecords, lets: boolean): readonly Step[] {
  const isKnown = includes.length > 0 && alias !== true;
  if (isKnown && !lets) return steps;
  const end = steps.findIndex((step) =>
    isKnown ? step.kind === 'record' && includes.includes(step.name) : step.kind === 'match',
  );
  return end === -1 ? steps : steps.slice(0, end);
}

function judged({ name, texts, followed }: Place, records: SenderRecords, vendor: string, lets: boolean): Check {
  const [text = ''] = texts;
  const values = { name, vendor };
  const more = { found: texts };
  const instead = (value: string) => ({ found: texts, record: { type: 'TXT' as const, name, value } });
  if (texts.length > 1) return outcome('spf_several', { ...values, count: String(texts.length) }, more);
  const reading = parseSpf(text);
  if (reading.kind !== 'record' || followed === null)
    return outcome('spf_broken', { ...values, term: reading.kind === 'broken' ? reading.term : '' }, more);
  if (followed.all === '+') return outcome('spf_open', values, instead(withSoftFail(text)));
  if (followed.lookups > MOST_LOOKUPS) return outcome('spf_too_many', { ...values, most: String(MOST_LOOKUPS) }, more);
  const { steps } = followed;
  const dead = steps.find((step) => step.kind === 'dead');
  if (dead !== undefined) return outcome('spf_dead_include', { ...values, include: dead.name }, more);
  const crowded = steps.find((step) => step.kind === 'crowded');
  if (crowded !== undefined)
    return outcome('spf_mx_many', { ...values, mx: crowded.name, most: String(MOST_EXCHANGES) }, more);
  const voids = steps.flatMap((step) => (step.kind === 'void' ? [step.name] : []));
  const empty = { ...values, names: [...new Set(voids)].join(', '), most: String(MOST_VOIDS) };
  const first = untilMatch(steps, records, lets);
  if (countOf(first, 'void') > MOST_VOIDS) return outcome('spf_void', empty, more);
  const [include] = records.includes;
  if (!lets && followed.isUnknown) return outcome('spf_unknown', values, more);
  if (!lets && include !== undefined)
    return outcome('spf_not_included', { ...values, include }, instead(withInclude(text, include)));
  if (voids.length > MOST_VOIDS) return outcome('spf_void_late', empty, more);
  if (countOf(first, 'void', 'unknown') > MOST_VOIDS) return outcome('spf_unknown', values, more);
  if ((followed.all === null || followed.all === '?') && !followed.isUnknown && records.alias !== true)
    return outcome('spf_neutral', values, instead(withSoftFail(text)));
  return outcome(records.includes.length === 0 ? 'spf_present' : 'spf_ok', values, more);
}
