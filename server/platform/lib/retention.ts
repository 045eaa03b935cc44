/**
 * The days for which data is kept that Laris deletes by itself. The deleting jobs and the page about retention read
 * this list; all other data stays until somebody deletes it (docs/contract/contacts.md#retention-and-privacy).
 */
import { DAY_MS } from '@/server/platform/lib/durations';
export const KEPT_DAYS = {
  /** The changes of an import, and contacts removed by a merge, so that both can be undone. */
  imports: 7,
  merges: 30,
  /** The refused rows of a file, as the file had them. */
  refusals: 30,
  /** Form submissions that nobody confirmed. */
  submissions: 30,
  applications: 30,
  /** Raw callbacks of vendors, and webhooks of shops. */
  callbacks: 30,
  /** Webhook deliveries: 30 days, and then until their whole month is older. */
  deliveries: 30,
  /** Holds of codes, after they expired. */
  holds: 1,
  /** Checkouts that were not completed. */
  checkouts: 90,
  /** Conversions that ad platforms were reported. */
  conversions: 90,
  /** Files of conversations. */
  attachments: 180,
  /** Shoppers' events: 13 months, and then until their whole month is older. */
  events: 397,
  enrolments: 400,
  clicks: 400,
  /** People's network addresses, as hashes that change every day. */
  networks: 2,
  /** Calls of an API key. */
  keyCalls: 1,
} as const;
export type Kept = keyof typeof KEPT_DAYS;

/** Returns the time since which data is kept; older data is let go. */
export const keptSince = (what: Kept, now: Date): Date => new Date(now.getTime() - KEPT_DAYS[what] * DAY_MS);
