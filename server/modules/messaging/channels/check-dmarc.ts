/** Judges the DMARC record that applies to a sender's domain. */
import { parseDmarc, policyOf, walkOf, type Dmarc, type Walked } from '@/server/modules/messaging/channels/dns/dmarc';
import type { Answer, Questions } from '@/server/modules/messaging/channels/dns/questions';
import { outcome } from '@/server/modules/messaging/channels/check-words';
import type { Check } from '@/server/modules/messaging/channels/checks-schema';

export interface DmarcFinding {
  check: Check;
  /** The domain up to which names belong to the same organization. */
  organization: string;
  /** The record that holds; null: none, or nobody could say. */
  record: Dmarc | null;
}

/** The policy that vendors recommend for the start; it only monitors. */
export const firstDmarc = (domain: string) => ({
  type: 'TXT' as const,
  name: `_dmarc.${domain}`,
  value: `v=DMARC1; p=none; rua=mailto:dmarc@${domain}`,
});

interface Read {
  domain: string;
  isUnknown: boolean;
  /** The texts of records that are meant as DMARC records, as they stand in the DNS. */
  texts: string[];
  record: Dmarc | null;
}

function read(domain: string, answer: Answer<string>): Read {
  const readings = answer.kind === 'found' ? answer.records.map((text) => ({ text, reading: parseDmarc(text) })) : [];
  const meant = readings.filter(({ reading }) => reading.kind !== 'other');
  const [only, ...others] = meant;
  return {
    domain,
    isUnknown: answer.kind === 'unknown',
    texts: meant.map(({ text }) => text),
    record: others.length === 0 && only?.reading.kind === 'record' ? only.reading.record : null,
  };
}

export async function checkDmarc(domain: string, questions: Questions): Promise<DmarcFinding> {
  const reads = await Promise.all(
    walkOf(domain).map(async (name) => read(name, await questions.text(`_dmarc.${name}`))),
  );
  const [own] = reads;
  const found = reads.flatMap(({ domain: name, record }): Walked[] => (record === null ? [] : [{ name, record }]));
  const { organization, holds } = policyOf(domain, found);
  const result = (check: Check): DmarcFinding => ({ check, organization, record: holds?.record ?? null });

  if (own !== undefined && own.texts.length > 0 && own.record === null) return result(unreadable(own));
  if (holds === null) {
    // A record further up that cannot be read is why none holds.
    const wrong = reads.find(({ texts }) => texts.length > 0);
    if (wrong !== undefined) return result(unreadable(wrong));
    if (reads.some(({ isUnknown }) => isUnknown)) return result(outcome('dmarc_unknown', { domain }));
    return result(outcome('dmarc_missing', { domain }, { record: firstDmarc(domain) }));
  }
  const text = reads.find(({ domain: name }) => name === holds.name)?.texts ?? [];
  return result(judged(holds, holds.name === domain ? holds.record.policy : holds.record.subdomainPolicy, text));
}

function unreadable({ domain, texts }: Read): Check {
  const name = `_dmarc.${domain}`;
  return texts.length > 1
    ? outcome('dmarc_several', { name, count: String(texts.length) }, { found: texts })
    : outcome('dmarc_broken', { name }, { found: texts, record: firstDmarc(domain) });
}

function judged({ name: domain, record }: Walked, policy: Dmarc['policy'], found: string[]): Check {
  const values = { name: `_dmarc.${domain}`, policy };
  const [text = ''] = found;
  const withReports = {
    type: 'TXT' as const,
    name: values.name,
    value: `${text.trim().replace(/;$/, '')}; rua=mailto:dmarc@${domain}`,
  };
  // A rua that cannot be read is there already, and is to be corrected by hand.
  const more = /(?:^|;)\s*rua\s*=/i.test(text) ? null : withReports;
  if (policy === 'none')
    return record.reports
      ? outcome('dmarc_none', values, { found })
      : outcome('dmarc_none_no_reports', values, { found, record: more });
  if (record.percent < 100 || record.testing) return outcome('dmarc_partial', values, { found });
  return record.reports
    ? outcome('dmarc_ok', values, { found })
    : outcome('dmarc_no_reports', values, { found, record: more });
}
