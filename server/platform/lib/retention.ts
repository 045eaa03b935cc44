/**
 * For how many days is kept what is let go of by itself. The jobs that do so and the page that says so read it here;
 * what is not named stays until somebody deletes it (docs/contract/contacts.md#retention-and-privacy).
 */
import { DAY_MS } from '@/server/platform/lib/durations';
export const KEPT_DAYS = {
  /** The changes of an import, and the contacts that went in a merge: for their undo. */
  imports: 7,
  merges: 30,
  /** Rows of a file that were refused, as they were in the file. */
  refusals: 30,
  /** Submissions of forms that nobody confirmed. */
  submissions: 30,
  applications: 30,
  /** Raw callbacks of vendors, and what shops called with. */
  callbacks: 30,
  /** Webhooks to the merchant: 30 days, and then with their month once all of it is older. */
  deliveries: 30,
  /** Uses of codes that were set aside, after they are over. */
  holds: 1,
  /** Checkouts that were not completed. */
  checkouts: 90,
  /** Conversions that ad platforms were reported. */
  conversions: 90,
  /** Files of conversations. */
  attachments: 180,
  /** Actions of shoppers: 13 months, and then until their month is over. */
  events: 397,
  enrolments: 400,
  clicks: 400,
  /** Network addresses of people, as a hash of their day. */
  networks: 2,
  /** Calls of an API key. */
  keyCalls: 1,
} as const;
export type Kept = keyof typeof KEPT_DAYS;

/** Returns the time since which data is kept; older data is let go. */
export const keptSince = (what: Kept, now: Date): Date => new Date(now.getTime() - KEPT_DAYS[what] * DAY_MS);
