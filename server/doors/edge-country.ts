/** The country that the edge in front of us names in EDGE_COUNTRY_HEADER (docs/contract/billing.md#checkout). */
import type { IncomingHttpHeaders } from 'node:http';

/** Two characters of A-Z0-9, e.g. ID, or T1 for Tor; null when the header is missing or holds anything else. */
export function countryOf(headers: IncomingHttpHeaders, header: string): string | null {
  const value = headers[header];
  const country = typeof value === 'string' ? value.trim().toUpperCase() : '';
  return /^[A-Z0-9]{2}$/.test(country) ? country : null;
}
