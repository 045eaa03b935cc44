/** Reading the accounts that a person may choose from after OAuth, from vendors that list them with one GET. */
import { askVendor, reasonOf } from '@/server/platform/vendors/answers';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import { parseJson } from '@/server/platform/vendors/json';
import type { Connection, Provider, Transport } from '@/server/platform/vendors/provider';

export type Accounts = NonNullable<Provider['assets']>;

/**
 * The parsed answer to a GET under the channel's access token.
 * @param path from the vendor's base on, with its query
 * @throws Error in the vendor's words; NotSentError, OutcomeUnknownError
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

/** One account as the list; none when it has no id. */
export const account = (id: string | undefined, name: string | undefined): { id: string; name: string }[] =>
  id === undefined ? [] : [{ id, name: name ?? id }];
