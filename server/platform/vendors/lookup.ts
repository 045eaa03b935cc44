/**
 * Looks up the addresses of a merchant's host name; the guard (server/platform/lib/url-guard.ts) judges them before any
 * connection.
 */
import { lookup as dnsLookup } from 'node:dns/promises';
import { isPublicAddress, literalOf } from '@/server/platform/lib/url-guard';
import { at, listAt } from '@/server/platform/vendors/json';
import { NotSentError } from '@/server/platform/vendors/provider';

/** Returns every address of a name. */
export type Lookup = (hostname: string) => Promise<readonly { address: string }[]>;

/** The largest number of a name's addresses that are tried when none connects. */
const MOST_ADDRESSES = 4;

export const systemLookup: Lookup = (hostname) => dnsLookup(hostname, { all: true });

/**
 * Returns all addresses of a host.
 * @param hostname as in a URL, IPv6 in brackets
 * @throws NotSentError, final when one address is not public
 */
export async function resolved(lookup: Lookup, hostname: string, deadline: number): Promise<string[]> {
  const literal = literalOf(hostname);
  const addresses = literal === null ? await named(lookup, hostname, deadline) : [literal];
  if (!addresses.every(isPublicAddress))
    throw new NotSentError('The address leads to a private or local network.', true);
  if (addresses.length === 0) throw new NotSentError('The name of the address has no IP address.');
  return addresses.slice(0, MOST_ADDRESSES);
}

async function named(lookup: Lookup, hostname: string, deadline: number): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new NotSentError('The name of the address was not resolved in time.')),
      Math.max(deadline - performance.now(), 0),
    );
  });
  try {
    return (await Promise.race([lookup(hostname), late])).map(({ address }) => address);
  } catch (error) {
    throw error instanceof NotSentError
      ? error
      : new NotSentError(`The name of the address was not resolved${codeOf(error)}.`);
  } finally {
    clearTimeout(timer);
  }
}

/** A failure's code, e.g. ` (ECONNREFUSED)`; several for a name with several addresses. */
export function codeOf(error: unknown): string {
  const failures: readonly unknown[] = error instanceof AggregateError ? listAt(error, 'errors') : [error];
  const codes = failures.map((each) => at(each, 'code')).filter((code) => typeof code === 'string');
  return codes.length === 0 ? '' : ` (${[...new Set(codes)].join(', ')})`;
}
