/**
 * Checks a sender's domain (docs/contract/channels.md#checking-the-domain): reads the current DNS records and judges
 * them.
 */
import type { Logger } from 'pino';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { Questions, type QuestionsOptions } from '@/server/modules/messaging/channels/dns/questions';
import { AppError } from '@/server/platform/errors';
import { ShortCache } from '@/server/platform/lib/short-cache';
import { providerEntry } from '@/server/platform/vendors/catalog';
import { SENDER_RECORDS } from '@/server/modules/messaging/adapters/sender-records';
import { alignedDkim, checkDkim } from '@/server/modules/messaging/channels/check-dkim';
import { checkDmarc } from '@/server/modules/messaging/channels/check-dmarc';
import { checkSpf, type SpfFinding } from '@/server/modules/messaging/channels/check-spf';
import { outcome } from '@/server/modules/messaging/channels/check-words';
import type { Check, CheckedDns } from '@/server/modules/messaging/channels/checks-schema';
import { channelConfig, isAligned, senderOf, type Sender } from '@/server/modules/messaging/channels/sender';

/** Checks senders in the DNS. The same sender gets the same answer for 2 seconds. */
export class SenderChecks {
  private readonly kept: ShortCache<Check[]>;

  constructor(options: QuestionsOptions, log: Pick<Logger, 'warn'>) {
    this.kept = new ShortCache((key) => {
      const questions = new Questions(options);
      const sender = JSON.parse(key) as Sender;
      return checkSender(sender, questions).finally(() => {
        questions.close();
        const { unanswered } = questions;
        if (unanswered.length > 0) log.warn({ domain: sender.domain, unanswered }, 'the DNS did not answer');
      });
    });
  }

  /** Checks SPF, DKIM, DMARC and MX, in this order. Takes at most 3 seconds and never fails. */
  of({ provider, domain, selectors }: Sender): Promise<Check[]> {
    return this.kept.get(JSON.stringify({ provider, domain, selectors }));
  }
}

async function checkSender(sender: Sender, questions: Questions): Promise<Check[]> {
  const { provider, domain } = sender;
  const records = SENDER_RECORDS[provider];
  if (records === undefined) return [];
  const vendor = provider === 'email_smtp' ? 'your mail server' : providerEntry(provider).label;
  const [spf, key, dmarc, mx] = await Promise.all([
    checkSpf(sender, records, vendor, questions),
    checkDkim(sender, records, vendor, questions),
    checkDmarc(domain, questions),
    checkMail(domain, questions),
  ]);
  const { organization, record } = dmarc;
  const dkim = alignedDkim(key, sender, { organization, strict: record?.strictDkim ?? false }, vendor);
  const speaks = isSpeaking(spf, domain, organization, record?.strictSpf ?? false);
  return [ofSpf(spf, { speaks, signed: dkim.signer !== null, vendor, domain }), dkim.check, dmarc.check, mx];
}

const isSpeaking = ({ returnPath }: SpfFinding, domain: string, organization: string, strict: boolean): boolean =>
  returnPath !== null && isAligned(returnPath, domain, organization, strict);

/**
 * The SPF result. Without an SPF record that counts for the domain, everything depends on the DKIM key (RFC 9989 §4.4:
 * one of the two is enough).
 */
function ofSpf(
  { check }: SpfFinding,
  { speaks, signed, vendor, domain }: { speaks: boolean; signed: boolean; vendor: string; domain: string },
): Check {
  if (check !== null && (speaks || check.status !== 'pass')) return check;
  return outcome(signed ? 'spf_vendor' : 'spf_vendor_alone', { vendor, domain }, { found: check?.found ?? [] });
}

async function checkMail(domain: string, questions: Questions): Promise<Check> {
  const values = { domain };
  const servers = await questions.mail(domain);
  if (servers.kind === 'unknown') return outcome('mx_unknown', values);
  if (servers.kind === 'absent') return outcome('mx_no_domain', values);
  if (servers.kind === 'found') {
    const names = servers.records.map(({ exchange, priority }) => `${priority} ${exchange}`);
    // RFC 7505: the one record that names nobody.
    const takesNone = servers.records.every(({ exchange }) => exchange === '' || exchange === '.');
    return outcome(takesNone ? 'mx_refuses' : 'mx_ok', values, { found: names });
  }
  return outcome('mx_missing', values);
}

/** @throws AppError NOT_FOUND, NOT_EMAIL; NO_FROM_EMAIL, also when fromEmail is not an address */
export async function checkDns(db: WorkspaceDb, senders: SenderChecks, id: string): Promise<CheckedDns> {
  const { provider, config } = await channelConfig(db, id);
  if (SENDER_RECORDS[provider] === undefined) throw new AppError('NOT_EMAIL');
  const sender = senderOf(provider, config);
  if (sender === undefined) throw new AppError('NO_FROM_EMAIL');
  return { domain: sender.domain, checks: await senders.of(sender), checkedAt: db.now };
}
