/**
 * Access tokens for a Google service account: a JWT signed with its key, exchanged for a token that holds an hour
 * (https://developers.google.com/identity/protocols/oauth2/service-account#httprest).
 */
import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { realNow } from '@/server/platform/lib/clock';
import { outcomeOf, refused } from '@/server/platform/vendors/answers';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import { parseJson, textAt } from '@/server/platform/vendors/json';
import type { Connection, Outcome, Transport, VendorRequest } from '@/server/platform/vendors/provider';
import { askAside, refusedBy, TokenCache } from '@/server/platform/vendors/token-cache';

/**
 * Google's token address. The key file's own token_uri is ignored, because a merchant's text must not choose where the
 * assertion is sent.
 */
const TOKEN_URI = 'https://oauth2.googleapis.com/token';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const LIFETIME_SECONDS = 3_600;

export interface ServiceAccount {
  projectId: string;
  clientEmail: string;
  keyId: string | undefined;
  key: KeyObject;
}

/** The service account of a key file, or null when something that is needed is missing or is no RSA key. */
export function readServiceAccount(text: string): ServiceAccount | null {
  const json = parseJson(text);
  const [projectId, clientEmail, pem] = [
    textAt(json, 'project_id'),
    textAt(json, 'client_email'),
    textAt(json, 'private_key'),
  ];
  if (projectId === undefined || clientEmail === undefined || pem === undefined) return null;
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === 'rsa'
      ? { projectId, clientEmail, keyId: textAt(json, 'private_key_id'), key }
      : null;
  } catch {
    return null;
  }
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signs with RS256. @param seconds Unix time, by the real clock, because Google checks it */
function assertion({ clientEmail, keyId, key }: ServiceAccount, scope: string, seconds: number): string {
  const header = part({ alg: 'RS256', typ: 'JWT', ...(keyId === undefined ? {} : { kid: keyId }) });
  const claims = part({ iss: clientEmail, scope, aud: TOKEN_URI, iat: seconds, exp: seconds + LIFETIME_SECONDS });
  return `${header}.${claims}.${sign('sha256', Buffer.from(`${header}.${claims}`), key).toString('base64url')}`;
}

const tokens = new TokenCache();

/**
 * Returns a token for the channel's service account (`serviceAccountJson`), from memory while it is valid. If another
 * address stands in for the vendor's, the token comes from its `/token`.
 * @throws NotSentError
 */
export async function serviceToken(
  provider: ProviderId,
  connection: Connection,
  scope: string,
  transport: Transport,
  words: (body: unknown) => string | undefined,
): Promise<{ token: string; forget(): void } | { refused: Outcome }> {
  const { base, credentials } = connection;
  const key = [base, credentials.serviceAccountJson ?? '', scope];
  const granted = await tokens.get(key, async () => {
    const account = readServiceAccount(credentials.serviceAccountJson ?? '');
    if (account === null) return { refused: refused('The service account JSON of the channel cannot be used.', true) };
    const body = new URLSearchParams({
      grant_type: GRANT,
      assertion: assertion(account, scope, Math.floor(realNow().getTime() / 1000)),
    }).toString();
    const url = base === providerEntry(provider).base ? TOKEN_URI : `${base}/token`;
    const answer = await askAside(transport, {
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });
    const outcome = outcomeOf(provider, connection, answer, {
      messageId: () => null,
      words,
      ofChannel: () => true,
    });
    if (outcome.kind !== 'accepted') return refusedBy(outcome);
    const given = parseJson(answer.body);
    const token = textAt(given, 'access_token');
    const forSeconds = Number(textAt(given, 'expires_in'));
    if (token === undefined) return { refused: refused('Google gave no access token for the service account.', true) };
    return { token, forSeconds: forSeconds > 0 ? Math.min(forSeconds, LIFETIME_SECONDS) : LIFETIME_SECONDS };
  });
  return 'refused' in granted ? granted : { token: granted.token, forget: () => tokens.forget(key) };
}

/** Checks whether a request asks for a token. */
export const isTokenRequest = ({ url }: VendorRequest): boolean => new URL(url).pathname.endsWith('/token');
