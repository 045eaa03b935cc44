/** Lists the accounts that a person may choose from after OAuth, for vendors that list accounts with one GET. */
import { askVendor, reasonOf } from '@/server/platform/vendors/answers';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import { parseJson } from '@/server/platform/vendors/json';
import type { Connection, Provider, Transport } from '@/server/platform/vendors/provider';

export type Accounts = NonNullable<Provider['assets']>;

/**
 * Sends a GET with the channel's access token and returns the parsed answer.
 * @param path path and query below the vendor's base URL
 * @throws Error with the vendor's reason; NotSentError, OutcomeUnknownError
 */
export async function readAccounts(
  provider: ProviderId,
  connection: Connection,
  transport: Transport,
  path: string,
  words: (body: unknown) => string | undefined,
): Promise<unknown> {
  const answer = await askVendor(transport, {
    method: 'GET',
    url: connection.base + path,
    headers: { authorization: `Bearer ${connection.credentials.accessToken ?? ''}`, accept: 'application/json' },
  });
  const body = parseJson(answer.body);
  if (answer.status !== 200) throw new Error(reasonOf(provider, connection, words(body) ?? `HTTP ${answer.status}`));
  return body;
}

/** One account as a list of one; an empty list when the account has no id. */
export const account = (id: string | undefined, name: string | undefined): { id: string; name: string }[] =>
  id === undefined ? [] : [{ id, name: name ?? id }];
