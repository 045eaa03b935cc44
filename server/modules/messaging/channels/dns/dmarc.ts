/**
 * DMARC records (RFC 9989, which replaced RFC 7489). Finds the record that applies to a domain by the tree walk of RFC
 * 9989 §4.10, which needs no list of public suffixes.
 */
import { parseTags } from '@/server/modules/messaging/channels/dns/tags';

export const POLICIES = ['none', 'quarantine', 'reject'] as const;
export type Policy = (typeof POLICIES)[number];

export interface Dmarc {
  policy: Policy;
  /** The policy for names below the domain of the record. */
  subdomainPolicy: Policy;
  /**
   * True (s) when the domain of the key, or of the return path, must be the sender's own; false (r) when it may be
   * another domain of the same organization.
   */
  strictDkim: boolean;
  strictSpf: boolean;
  /** The share of failing messages to which the policy applies, in percent (RFC 7489). */
  percent: number;
  /** True when receivers apply the policy one step more gently (RFC 9989). */
  testing: boolean;
  /** True when the record names an address for reports. */
  reports: boolean;
  /** The kind of the name: a public suffix (y), an organization's own (n), or not said (u). */
  publicSuffix: 'y' | 'n' | 'u';
}

/**
 * The meaning of a TXT record. `other`: no DMARC record. `broken`: meant as a DMARC record, but receivers ignore it.
 */
export type DmarcReading = { kind: 'record'; record: Dmarc } | { kind: 'broken' } | { kind: 'other' };

const isPolicy = (text: string): text is Policy => POLICIES.some((policy) => policy === text);
const MEANT = /^\s*v\s*=\s*dmarc/i;

/** Reads names and values in any case and order, except the version: it comes first and in capitals. */
export function parseDmarc(text: string): DmarcReading {
  const { tags } = parseTags(text);
  const [first] = tags;
  const begins = /^\s*v\s*=/i.test(text);
  if (!begins || first?.name.toLowerCase() !== 'v' || first.value !== 'DMARC1')
    return MEANT.test(text) ? { kind: 'broken' } : { kind: 'other' };
  // Of a tag that stands twice the first one counts.
  const values = new Map(tags.toReversed().map(({ name, value }) => [name.toLowerCase(), value]));
  const lower = (name: string): string => (values.get(name) ?? '').toLowerCase();
  const policy = values.has('p') ? lower('p') : 'none';
  if (!isPolicy(policy)) return { kind: 'broken' };
  const [sub, psd] = [lower('sp'), lower('psd')];
  const percent = /^\d{1,3}$/.test(lower('pct')) ? Number(lower('pct')) : 100;
  return {
    kind: 'record',
    record: {
      policy,
      subdomainPolicy: isPolicy(sub) ? sub : policy,
      strictDkim: lower('adkim') === 's',
      strictSpf: lower('aspf') === 's',
      percent: percent > 100 ? 100 : percent,
      testing: lower('t') === 'y',
      reports: lower('rua')
        .split(',')
        .some((address) => /^mailto:[^@\s]+@[^@\s]+$/.test(address.trim())),
      publicSuffix: psd === 'y' || psd === 'n' ? psd : 'u',
    },
  };
}

/** Most names that a walk asks for (RFC 9989 §4.10). */
const MOST_NAMES = 8;

/** The names whose records a tree walk reads, from the domain itself to its top. @param domain in its DNS form */
export function walkOf(domain: string): string[] {
  const labels = domain.split('.');
  const all = labels.map((_, index) => labels.slice(index).join('.'));
  return all.length <= MOST_NAMES ? all : [domain, ...all.slice(1 - MOST_NAMES)];
}

export interface Walked {
  name: string;
  record: Dmarc;
}

/**
 * Returns the organization's domain and the record whose policy applies.
 * @param found the records of walkOf, in its order; a name without exactly one record has none
 */
export function policyOf(domain: string, found: readonly Walked[]): { organization: string; holds: Walked | null } {
  const names = walkOf(domain);
  let organization = domain;
  for (const { name, record } of found) {
    if (record.publicSuffix === 'y' && name !== domain) {
      // The name just below the suffix, whether or not it has a record.
      organization = names[names.indexOf(name) - 1] ?? domain;
      break;
    }
    organization = name;
    if (record.publicSuffix === 'n') break;
  }
  const at = (wanted: string): Walked | undefined => found.find(({ name }) => name === wanted);
  const suffix = found.find(({ record, name }) => record.publicSuffix === 'y' && name !== domain);
  return { organization, holds: at(domain) ?? at(organization) ?? suffix ?? null };
}
