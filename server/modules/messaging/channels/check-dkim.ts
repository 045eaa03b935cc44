import type { Answer, Questions } from '@/server/modules/messaging/channels/dns/questions';
import type { SenderRecords } from '@/server/modules/messaging/adapters/sender-records';
import { outcome } from '@/server/modules/messaging/channels/check-words';
import type { Check, CheckStatus } from '@/server/modules/messaging/channels/checks-schema';
import { below, isAligned, type Sender } from '@/server/modules/messaging/channels/sender';
import { createPublicKey } from 'node:crypto';
import { parseTags } from '@/server/modules/messaging/channels/dns/tags';

// DKIM keys as they stand in the DNS (RFC 6376 §3.6.1, RFC 8463).

/**
 * `other`: the record is no key. `broken`: it is meant as a key, but no signature can be checked with it. `revoked`:
 * its p is empty. `bits` of an Ed25519 key is null.
 */
type DkimReading =
  | { kind: 'key'; type: 'rsa' | 'ed25519'; bits: number | null; testing: boolean }
  | { kind: 'revoked' }
  | { kind: 'broken' }
  | { kind: 'other' };

const ED25519_BYTES = 32;

export function parseDkim(text: string): DkimReading {
  const { tags, rubbish } = parseTags(text);
  const values = new Map(tags.map(({ name, value }) => [name, value]));
  const key = values.get('p')?.replace(/\s+/g, '');
  if (key === undefined) return values.get('v') === 'DKIM1' ? { kind: 'broken' } : { kind: 'other' };
  // The version may be left out; where it stands it is the first (RFC 6376 §3.6.1).
  const version = values.get('v');
  const isTwice = values.size !== tags.length;
  if (rubbish.length > 0 || isTwice || (version !== undefined && (version !== 'DKIM1' || tags[0]?.name !== 'v')))
    return { kind: 'broken' };
  if (key === '') return { kind: 'revoked' };
  const type = values.get('k') ?? 'rsa';
  const testing = (values.get('t') ?? '').split(':').some((flag) => flag.trim() === 'y');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(key)) return { kind: 'broken' };
  const bytes = Buffer.from(key, 'base64');
  if (type === 'ed25519')
    return bytes.length === ED25519_BYTES ? { kind: 'key', type, bits: null, testing } : { kind: 'broken' };
  const bits = type === 'rsa' ? rsaBits(bytes) : null;
  return bits === null ? { kind: 'broken' } : { kind: 'key', type: 'rsa', bits, testing };
}

/**
 * The modulus' length; null of what is no RSA key. Both forms are in use: SubjectPublicKeyInfo, and RFC 8017's alone.
 */
function rsaBits(key: Buffer): number | null {
  for (const type of ['spki', 'pkcs1'] as const)
    try {
      return createPublicKey({ key, format: 'der', type }).asymmetricKeyDetails?.modulusLength ?? null;
    } catch {
      continue;
    }
  return null;
}

/** Receivers reject shorter keys (RFC 8301 §3.2). The second number is the recommended length. */
const LEAST_BITS = 1024;
const GOOD_BITS = 2048;

interface Place {
  /** The key's whole name. */
  name: string;
  /** The domain that the key belongs to (d=). */
  signer: string;
}

const PLACE = /^(.+)\._domainkey\.(.+)$/;

/** A selector as the merchant entered it: alone, or as the whole name that a vendor shows. */
function placeOf(selector: string, domain: string): Place {
  const [, own = selector, signer = domain] = PLACE.exec(selector) ?? [];
  return { name: `${own.replace(/\._domainkey$/, '')}._domainkey.${signer}`, signer };
}

/** Returns the places where keys may be. */
const placesOf = ({ domain, selectors }: Sender, records: SenderRecords): Place[] =>
  selectors.length > 0
    ? selectors.map((selector) => placeOf(selector, domain))
    : records.signs.flatMap((label) => records.selectors.map((selector) => placeOf(selector, below(label, domain))));

interface Looked extends Place {
  answer: Answer<string>;
  text: string;
  reading: DkimReading | null;
}

async function look(place: Place, questions: Questions): Promise<Looked> {
  const answer = await questions.text(place.name);
  const texts = answer.kind === 'found' ? answer.records : [];
  const readings = texts.map((text) => ({ text, reading: parseDkim(text) }));
  // Other records at such a name mean nothing; of two keys nobody knows which one is asked for.
  const keys = readings.filter(({ reading }) => reading.kind !== 'other');
  const [first] = keys.length > 0 ? keys : readings;
  if (first === undefined) return { ...place, answer, text: '', reading: null };
  return {
    ...place,
    answer,
    text: first.text,
    reading: keys.length === 1 ? first.reading : { kind: 'broken' },
  };
}

/** A key's own check. */
function judged({ name, text, reading }: Looked, vendor: string): Check | null {
  if (reading === null) return null;
  const more = { found: [text] };
  if (reading.kind === 'revoked') return outcome('dkim_revoked', { name, vendor }, more);
  if (reading.kind !== 'key') return outcome('dkim_broken', { name, vendor }, more);
  const key = reading.bits === null ? 'Ed25519' : `RSA ${reading.bits}`;
  const values = { name, key, vendor };
  if (reading.bits !== null && reading.bits < LEAST_BITS) return outcome('dkim_weak', values, more);
  if (reading.testing) return outcome('dkim_testing', values, more);
  if (reading.bits !== null && reading.bits < GOOD_BITS) return outcome('dkim_short', values, more);
  return outcome('dkim_ok', values, more);
}

const ORDER: readonly CheckStatus[] = ['pass', 'warn', 'fail'];

export interface DkimFinding {
  check: Check;
  /** A key that receivers take is there, by this domain. */
  signer: string | null;
}

/** Judges the best key of a sender: other keys may exist for a change of keys, or for another service. */
export async function checkDkim(
  sender: Sender,
  records: SenderRecords,
  vendor: string,
  questions: Questions,
): Promise<DkimFinding> {
  const [looked, root] = await Promise.all([
    Promise.all(placesOf(sender, records).map((place) => look(place, questions))),
    questions.text(`_domainkey.${sender.domain}`),
  ]);
  const checks = looked.flatMap((each) => {
    const check = judged(each, vendor);
    return check === null ? [] : [{ check, signer: each.signer }];
  });
  const [best] = checks.toSorted((a, b) => ORDER.indexOf(a.check.status) - ORDER.indexOf(b.check.status));
  if (best !== undefined) return { check: best.check, signer: best.check.status === 'fail' ? null : best.signer };
  return { check: await missing(sender, records, { looked, root, vendor }, questions), signer: null };
}

async function missing(
  { domain, selectors }: Sender,
  records: SenderRecords,
  { looked, root, vendor }: { looked: readonly Looked[]; root: Answer<string>; vendor: string },
  questions: Questions,
): Promise<Check> {
  if (looked.some(({ answer }) => answer.kind === 'unknown')) return outcome('dkim_unknown', { domain, vendor });
  const isKnown = selectors.length > 0 || records.selectorsAre === 'fixed';
  if (!isKnown) {
    // Where no name is below _domainkey, there is no key (RFC 8020); not every name server keeps to it, so it stays a
    // warning.
    if (root.kind === 'unknown') return outcome('dkim_unknown', { domain, vendor });
    return outcome(root.kind === 'absent' ? 'dkim_none' : 'dkim_hidden', { domain, vendor });
  }
  const aliases = await Promise.all(looked.map(async ({ name }) => ({ name, answer: await questions.alias(name) })));
  for (const { name, answer } of aliases)
    if (answer.kind === 'found')
      return outcome('dkim_dangling', { name, target: answer.records[0] ?? '', vendor }, { found: answer.records });
  return outcome('dkim_missing', { name: looked.map(({ name }) => name).join(', '), domain, vendor });
}

/** Checks whether the key counts for the sender's domain. */
export function alignedDkim(
  { check, signer }: DkimFinding,
  { domain }: Sender,
  { organization, strict }: { organization: string; strict: boolean },
  vendor: string,
): DkimFinding {
  if (signer === null || isAligned(signer, domain, organization, strict)) return { check, signer };
  const { name = '' } = check.values;
  return { check: outcome('dkim_not_aligned', { name, domain, vendor }, { found: check.found }), signer: null };
}
