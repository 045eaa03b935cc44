/** The visitor of a public page, as stored with submissions of forms and in the ledger of consent. */
import type { IncomingHttpHeaders } from 'node:http';

export interface Visitor {
  ip: string;
  userAgent: string;
}

/** The longest User-Agent that is stored, in characters; browsers write shorter ones, and the rest is cut. */
const LONGEST_AGENT = 400;

export const visitorOf = ({
  reader,
  headers,
}: {
  reader: { address: string };
  headers: IncomingHttpHeaders;
}): Visitor => ({ ip: reader.address, userAgent: (headers['user-agent'] ?? '').slice(0, LONGEST_AGENT) });
