/**
 * For how many days is kept what is let go of by itself. The jobs that do so and the page that says so read it here; what
 * is not named stays until somebody deletes it (docs/decisions.md, "Retention and privacy").
 */
export const KEPT_DAYS = {
  /** What an import changed, and who went in a merge: for their undo. */
  imports: 7,
  merges: 30,
  /** Rows of a file that were refused, as they were in the file. */
  refusals: 30,
  /** Of forms, those that nobody confirmed. */
  submissions: 30,
  applications: 30,
  /** Raw callbacks of vendors, and what shops called with. */
  callbacks: 30,
  /** Webhooks to the merchant: 30 days, and then with their month once all of it is older. */
  deliveries: 30,
  /** Uses of codes that were set aside, after they are over. */
  holds: 1,
  /** Those that were not completed. */
  checkouts: 90,
  /** What ad platforms were told of. */
  conversions: 90,
  /** Files of conversations. */
  attachments: 180,
  /** What shoppers did: 13 months, and then until their month is over. */
  events: 397,
  enrolments: 400,
  clicks: 400,
  /** Network addresses of people, as a hash of their day. */
  networks: 2,
  /** What an API key has called. */
  keyCalls: 1,
} as const;
export type Kept = keyof typeof KEPT_DAYS;

const DAY_MS = 24 * 60 * 60_000;

/** What is older is let go. */
export const keptSince = (what: Kept, now: Date): Date => new Date(now.getTime() - KEPT_DAYS[what] * DAY_MS);
