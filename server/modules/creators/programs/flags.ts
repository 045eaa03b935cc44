/** Suspicious signs on an order that an affiliate brought (docs/contract/programs.md#flags): each is enough to hold. */
import { isDisposable } from '@/server/platform/lib/disposable';
import { maskedAddress } from '@/server/modules/messaging/broadcasts/unsubscribe';
import type { Flagged } from '@/server/modules/creators/programs/commissions-schema';
import { distance } from 'fastest-levenshtein';

interface Mailbox {
  /** The mailbox in lower case, without dots, and without the part after a plus. */
  folded: string;
  domain: string;
}

function mailboxOf(address: string): Mailbox {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at).toLowerCase();
  return {
    folded: (local.split('+')[0] ?? '').replaceAll('.', ''),
    domain: address.slice(at + 1).toLowerCase(),
  };
}

/** Edits apart that are still called similar. */
const NEAR = 2;

/**
 * Compares two e-mail addresses, to find people with several (docs/contract/programs.md#flags). @returns the number of
 * edits between them at one domain; 0 for one mailbox in another spelling; null when they are not similar
 */
export function similarity(one: string, other: string): number | null {
  const [a, b] = [mailboxOf(one), mailboxOf(other)];
  if (a.domain !== b.domain) return null;
  const apart = distance(a.folded, b.folded);
  return apart <= NEAR ? apart : null;
}

/** The facts known when an order is reported. Fields that say "before" leave out the order itself. */
export interface Suspicions {
  affiliateEmail: string;
  customerEmail: string | null;
  /** Orders of this affiliate from the same network address on the same day, before. */
  fromNetwork: number;
  /** True when the affiliate used the portal from that address on that day. */
  isPortalNetwork: boolean;
  /** Orders of this affiliate in the hour before the order, without it. */
  lastHour: number;
  /** Orders of this affiliate in the 30 days before the order, without it. */
  lastMonth: number;
  /** Host that the click came from. */
  referrer: string | null;
  blockedReferrers: readonly string[];
  /** True when the referral program rewarded the session. */
  isReferred: boolean;
  /** Orders of this affiliate in 60 days, and how many of those were refunded, also in part. */
  recent: number;
  refunded: number;
}

/** ReferralCandy's threshold. */
const MOST_FROM_NETWORK = 3;
const MOST_AN_HOUR = 10;
const TIMES_THE_MEAN = 5;
const HOURS_IN_MONTH = 30 * 24;
const FEWEST_RECENT = 10;
const MOST_REFUNDED = 0.3;

const isAt = (host: string, blocked: string): boolean => host === blocked || host.endsWith(`.${blocked}`);

/** Returns the flags, in the order of the contract. */
export function flagsOf(seen: Suspicions): Flagged[] {
  const flags: Flagged[] = [];
  const { customerEmail: email, affiliateEmail, referrer } = seen;
  if (email !== null) {
    const apart = similarity(email, affiliateEmail);
    if (apart !== null) flags.push({ flag: 'email_similar', evidence: { email: maskedAddress(email), edits: apart } });
    const domain = email.slice(email.lastIndexOf('@') + 1);
    if (isDisposable(email)) flags.push({ flag: 'disposable_domain', evidence: { domain } });
  }
  const fromNetwork = seen.fromNetwork + 1;
  if (fromNetwork > MOST_FROM_NETWORK) flags.push({ flag: 'ip_burst', evidence: { orders: fromNetwork } });
  if (seen.isPortalNetwork) flags.push({ flag: 'same_ip', evidence: {} });
  const [hour, mean] = [seen.lastHour + 1, seen.lastMonth / HOURS_IN_MONTH];
  if (hour > MOST_AN_HOUR && hour > TIMES_THE_MEAN * mean)
    flags.push({ flag: 'velocity', evidence: { orders: hour, mean: Math.round(mean * 100) / 100 } });
  const blocked = referrer === null ? undefined : seen.blockedReferrers.find((each) => isAt(referrer, each));
  if (blocked !== undefined && referrer !== null)
    flags.push({ flag: 'blocked_referrer', evidence: { host: referrer } });
  if (seen.isReferred) flags.push({ flag: 'also_referred', evidence: {} });
  if (seen.recent >= FEWEST_RECENT && seen.refunded / seen.recent >= MOST_REFUNDED)
    flags.push({ flag: 'many_refunds', evidence: { refunded: seen.refunded, orders: seen.recent } });
  return flags;
}
