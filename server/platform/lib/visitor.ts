/** The visitor of a public page, as forms and the ledger of consent keep it. */
import type { IncomingHttpHeaders } from 'node:http';

export interface Visitor {
  ip: string;
  userAgent: string;
}

/** Browsers write no longer ones; what is longer is cut. */
const LONGEST_AGENT = 400;

export const visitorOf = ({
  reader,
  headers,
}: {
  reader: { address: string };
  headers: IncomingHttpHeaders;
}): Visitor => ({ ip: reader.address, userAgent: (headers['user-agent'] ?? '').slice(0, LONGEST_AGENT) });
