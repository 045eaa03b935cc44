/**
 * A request in the form that REST and raw routes share: its bytes, its sender, and the context that its route receives.
 */
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Principal } from '@/server/platform/auth/principal';
import type { Context, Services } from '@/server/platform/access/context';
import { authenticate } from '@/server/doors/authenticate';
import { clientAddressOf } from '@/server/doors/client-address';
import { countryOf } from '@/server/doors/edge-country';
import { now } from '@/server/platform/lib/clock';

const EMPTY = Buffer.alloc(0);

/** Returns the path's parameters and the query as sent. Each route's schema then checks them. */
export const paramsOf = (request: FastifyRequest): Record<string, string> => request.params as Record<string, string>;
export const queryOf = (request: FastifyRequest): Record<string, unknown> => request.query as Record<string, unknown>;

export const bodyOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : EMPTY);

/** The client's address, by TRUST_PROXY. */
export const addressOf = ({ settings }: Pick<Services, 'settings'>, request: FastifyRequest): string =>
  clientAddressOf(request.raw, settings.trustProxy);

/** Returns a logger for messages about a request beside its access line; each message has the request id. */
export const logOf = ({ log, id }: FastifyRequest): FastifyBaseLogger => log.child({ requestId: id });

/** The workspace's key that signed a request, also a refused one; used to record the key's calls after the answer. */
export interface SignedBy {
  accountId: string;
  id: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Stored on the request itself: most requests are signed by a workspace's key, and a WeakMap entry for each would
     * cost too much.
     */
    signedBy: SignedBy | null;
  }
}

/** Requests that a partner's key signed and that are not answered yet. */
const byPartner = new WeakMap<FastifyRequest, { partnerId: string; accountId: string | null }>();

/**
 * Returns the partner whose key has signed the request, and for which workspace; used to count requests of partners
 * once they are answered.
 */
export const partnerOf = (request: FastifyRequest) => byPartner.get(request);

/** @throws AppError with the codes of 401 and 403 */
export const principalOf = (services: Services, request: FastifyRequest): Promise<Principal> =>
  authenticate(services, {
    method: request.method,
    url: request.raw.url ?? '',
    headers: request.headers,
    body: bodyOf(request),
    address: addressOf(services, request),
    onKey: (accountId, id) => (request.signedBy = { accountId, id }),
    onPartner: (partnerId, accountId) => byPartner.set(request, { partnerId, accountId }),
  });

export const contextOf = (services: Services, request: FastifyRequest, principal: Principal): Context => ({
  services,
  principal,
  requestId: request.id,
  clientAddress: addressOf(services, request),
  country: countryOf(request.headers, services.settings.edgeCountryHeader),
  head: request.method === 'HEAD',
  now: now(),
});
