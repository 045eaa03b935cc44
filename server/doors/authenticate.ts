/**
 * Finds the sender of a request (docs/contract/shared.md#authentication). The contract sets the order of the checks:
 * credentials (timestamp before signature before the key's state and networks), on-behalf-of, scope. The access levels
 * make all later checks.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { KeyPartner, StoredKey } from '@/server/platform/auth/keys';
import { ANONYMOUS, PLATFORM_SCOPE, type Principal } from '@/server/platform/auth/principal';
import { parseAuthorization, signatureMatches, timestampInRange } from '@/server/platform/auth/signature';
import type { Services } from '@/server/platform/access/context';
import { AppError } from '@/server/platform/errors';
import { isOfNetworks } from '@/server/platform/lib/address';
import { now, realNow } from '@/server/platform/lib/clock';
import { isUrl } from '@/server/platform/lib/is-url';

export interface IncomingCall {
  method: string;
  /** The path as sent, with its query. */
  url: string;
  headers: IncomingHttpHeaders;
  /** The raw bytes. */
  body: Buffer;
  /** The client's, by TRUST_PROXY. */
  address: string;
  /** Called with the workspace's key that signed the request, also when the request is then refused. */
  onKey?(accountId: string, id: string): void;
  /** Called with the partner whose key signed the request, and again with the workspace once that is known. */
  onPartner?(partnerId: string, accountId: string | null): void;
}

type RequestServices = Pick<Services, 'keys' | 'sessions' | 'workspaces' | 'partnerLinks' | 'settings'>;

/** @throws AppError with the codes of 401 and 403 */
export async function authenticate(services: RequestServices, call: IncomingCall): Promise<Principal> {
  const { authorization } = call.headers;
  const principal =
    authorization === undefined ? await fromCookie(services, call) : await fromSignature(services, call, authorization);
  if (principal.kind === 'key' || principal.kind === 'platform') requireScope(principal, call.method);
  return principal;
}

async function fromSignature(services: RequestServices, call: IncomingCall, authorization: string): Promise<Principal> {
  const credentials = parseAuthorization(authorization);
  if (credentials === null)
    throw new AppError('UNAUTHENTICATED', {
      message: 'The Authorization header is malformed. Send: Svc-HMAC-SHA256 keyId=…, scope=*, signature=…',
    });
  const timestamp = header(call.headers, 'x-svc-timestamp');
  if (!timestampInRange(timestamp, Math.floor(realNow().getTime() / 1000)))
    throw new AppError('TIMESTAMP_OUT_OF_RANGE');

  const key = await services.keys.find(credentials.keyId);
  const parts = {
    method: call.method,
    path: pathOf(call.url),
    timestamp,
    body: call.body,
    idempotencyKey: header(call.headers, 'idempotency-key'),
  };
  // An unknown key id takes the same work as a wrong signature and gives the same answer.
  const matches = signatureMatches(key?.signingKey ?? services.keys.decoy, parts, credentials.signature);
  if (key === null || !matches) throw new AppError('INVALID_SIGNATURE');
  if (key.accountId !== null) call.onKey?.(key.accountId, key.id);
  requireUsable(key, call.address);
  services.keys.touch(key.keyId);
  const { partner } = key;
  if (partner !== null) call.onPartner?.(partner.id, null);
  if (partner !== null && partner.status !== 'active')
    throw new AppError('FORBIDDEN', {
      message: 'The partner that this key belongs to is suspended. Ask the operator of this server.',
      details: { reason: 'PARTNER_SUSPENDED' },
    });

  const onBehalfOf = header(call.headers, 'x-svc-on-behalf-of');
  if (key.accountId !== null) {
    if (onBehalfOf !== undefined) throw new AppError('FORBIDDEN_ONBEHALF');
    return { kind: 'key', id: key.id, keyId: key.keyId, accountId: key.accountId, scopes: key.scopes };
  }
  if (onBehalfOf !== undefined && !(await isWorkspace(services, onBehalfOf, partner)))
    throw new AppError('NOT_FOUND', { message: 'X-Svc-On-Behalf-Of names no workspace that this key may act for.' });
  const accountId = onBehalfOf ?? null;
  if (partner !== null && accountId !== null) call.onPartner?.(partner.id, accountId);
  return {
    kind: 'platform',
    id: key.id,
    keyId: key.keyId,
    partnerId: partner?.id ?? null,
    accountId,
    scopes: key.scopes,
  };
}

/** Checks the state of the key, which only a holder of the secret learns. @throws AppError REVOKED_KEY, FORBIDDEN */
function requireUsable({ revoked, expiresAt, barred, networks }: StoredKey, address: string): void {
  if (revoked) throw new AppError('REVOKED_KEY');
  if (barred !== null)
    throw new AppError('FORBIDDEN', {
      message: 'The partner that made this key may not act in this workspace any more. Use another key.',
      details: { reason: barred },
    });
  if (expiresAt !== null && expiresAt <= now())
    throw new AppError('REVOKED_KEY', {
      message: `This key expired at ${expiresAt.toISOString()}. Move its expiry, or use another key.`,
      details: { reason: 'EXPIRED', expiresAt },
    });
  if (networks.length > 0 && !isOfNetworks(address, networks))
    throw new AppError('FORBIDDEN', {
      message: `This key may not be used from ${address}. Add the address to its allowedIps.`,
      details: { reason: 'ADDRESS_NOT_ALLOWED', address },
    });
}

async function fromCookie(services: RequestServices, call: IncomingCall): Promise<Principal> {
  const session = await services.sessions.read(call.headers.cookie);
  if (session === null) return ANONYMOUS;
  if (!isSafe(call.method) && !isSameOrigin(call.headers, services.settings.baseUrl)) {
    throw new AppError('FORBIDDEN', { message: 'A browser session changes things from its own origin only.' });
  }
  if (header(call.headers, 'x-svc-on-behalf-of') !== undefined) throw new AppError('FORBIDDEN_ONBEHALF');
  return session;
}

/**
 * Checks a key's scopes: read allows GET and HEAD, write all other methods, svc:platform:admin both. The scope admin
 * adds nothing.
 */
function requireScope(principal: { scopes: readonly string[] }, method: string): void {
  if (principal.scopes.includes(PLATFORM_SCOPE)) return;
  if (!principal.scopes.includes(isSafe(method) ? 'read' : 'write')) throw new AppError('INSUFFICIENT_SCOPE');
}

/**
 * Checks whether an id names a workspace. Our ids are lower-case alphanumerics, and any other text counts as an unknown
 * id. For a partner that may work for linked merchants only, other workspaces do not exist.
 */
function isWorkspace(services: RequestServices, id: string, partner: KeyPartner | null): Promise<boolean> {
  if (!/^[a-z0-9]{1,40}$/.test(id)) return Promise.resolve(false);
  return partner?.linkMode === 'linked' ? services.partnerLinks.get(partner.id, id) : services.workspaces.get(id);
}

const isSafe = (method: string): boolean => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/** The browser says where a request comes from, and scripts cannot change either header. */
export function isSameOrigin(headers: IncomingHttpHeaders, baseUrl: string): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return headers['sec-fetch-site'] === 'same-origin';
  if (!isUrl(origin)) return false;
  const [from, ours] = [new URL(origin), new URL(baseUrl)];
  // Also reached by another name than BASE_URL's, such as 127.0.0.1 for localhost; never from the other scheme.
  return from.protocol === ours.protocol && (from.host === ours.host || from.host === host);
}

export const pathOf = (url: string): string => {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
};

/** Returns a header's value. Values of a header that was sent twice are joined, as HTTP says. */
function header(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
