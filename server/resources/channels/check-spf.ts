/** The SPF record that receivers look at for a sender, judged: that of the return path (RFC 7208 §2.4). */
import type { Questions } from '@/server/dns/questions';
import {
  allOf,
  asks,
  hasMacro,
  isSpf,
  MOST_LOOKUPS,
  parseSpf,
  withInclude,
  withSoftFail,
  type Spf,
} from '@/server/dns/spf';
import type { SenderRecords } from '@/server/providers/sender-records';
import { outcome } from '@/server/resources/channels/check-words';
import type { Check } from '@/server/resources/channels/checks-schema';
import { below, type Sender } from '@/server/resources/channels/sender';

/** What following a record has shown. */
interface Followed {
  lookups: number;
  /** Names that it includes, and those that these include. */
  included: Set<string>;
  /** What leads to a name without a record, or with one that cannot be read. */
  dead: string[];
  /** A part of it could not be looked up. */
  isUnknown: boolean;
  /** What it says of others. */
  all: ReturnType<typeof allOf>;
}

const normal = (name: string): string => name.toLowerCase().replace(/\.$/, '');

/** Follows includes and redirects, those of one depth side by side, until a receiver would have given up. */
async function follow(start: Spf, questions: Questions): Promise<Followed> {
  const followed: Followed = { lookups: 0, included: new Set(), dead: [], isUnknown: false, all: allOf(start) };
  let level: { spf: Spf; decides: boolean }[] = [{ spf: start, decides: true }];
  while (level.length > 0 && followed.lookups <= MOST_LOOKUPS) {
    const next = level.flatMap(({ spf, decides }) => {
      const all = allOf(spf);
      if (decides) followed.all = all;
      // What stands after all is never looked at, nor is a redirect beside it (§5.1).
      const end = spf.directives.findIndex(({ mechanism }) => mechanism === 'all');
      const looked = end === -1 ? spf.directives : spf.directives.slice(0, end);
      followed.lookups += looked.filter(asks).length;
      const names = looked
        .filter(({ mechanism }) => mechanism === 'include')
        .map(({ value }) => ({ name: value, decides: false }));
      if (all !== null || spf.redirect === null) return names;
      followed.lookups++;
      return [...names, { name: spf.redirect, decides }];
    });
    if (followed.lookups > MOST_LOOKUPS) break;
    const found = await Promise.all(
      next.map(async ({ name, decides }) => {
        if (hasMacro(name)) return [];
        followed.included.add(normal(name));
        const answer = await questions.text(normal(name));
        if (answer.kind === 'unknown') followed.isUnknown = true;
        const spf = answer.kind === 'found' ? onlyRecord(answer.records) : null;
        if (spf === null && answer.kind !== 'unknown') followed.dead.push(name);
        return spf === null ? [] : [{ spf, decides }];
      }),
    );
    level = found.flat();
  }
  return followed;
}

function onlyRecord(texts: readonly string[]): Spf | null {
  const [text, ...others] = texts.filter(isSpf);
  const reading = text === undefined || others.length > 0 ? null : parseSpf(text);
  return reading?.kind === 'record' ? reading.record : null;
}

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
    followed: spf === null ? null : await follow(spf, questions),
  };
}

/** Where the record may be: below the sender's domain, and at the domain that the merchant named with the selector. */
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
  const [dead] = followed.dead;
  if (dead !== undefined) return outcome('spf_dead_include', { ...values, include: dead }, more);
  const [include] = records.includes;
  if (!lets && followed.isUnknown) return outcome('spf_unknown', values, more);
  if (!lets && include !== undefined)
    return outcome('spf_not_included', { ...values, include }, instead(withInclude(text, include)));
  if ((followed.all === null || followed.all === '?') && !followed.isUnknown && records.alias !== true)
    return outcome('spf_neutral', values, instead(withSoftFail(text)));
  return outcome(records.includes.length === 0 ? 'spf_present' : 'spf_ok', values, more);
}
