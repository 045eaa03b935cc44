/**
 * A request as both of Fastify's doors of ours read it: its bytes, who sends it, and the context that its route is
 * given.
 */
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Principal } from '@/server/platform/auth/principal';
import type { Context, Services } from '@/server/platform/access/context';
import { authenticate } from '@/server/doors/authenticate';
import { clientAddressOf } from '@/server/doors/client-address';
import { countryOf } from '@/server/doors/edge-country';
import { now } from '@/server/platform/lib/clock';

const EMPTY = Buffer.alloc(0);

/** The path's parameters and the query as sent. Each route's own schema says what of them holds. */
export const paramsOf = (request: FastifyRequest): Record<string, string> => request.params as Record<string, string>;
export const queryOf = (request: FastifyRequest): Record<string, unknown> => request.query as Record<string, unknown>;

export const bodyOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : EMPTY);

/** The client's address, by TRUST_PROXY. */
export const addressOf = ({ settings }: Pick<Services, 'settings'>, request: FastifyRequest): string =>
  clientAddressOf(request.raw, settings.trustProxy);

/** The logger for what there is to say of a request beside its line: it names the request. */
export const logOf = ({ log, id }: FastifyRequest): FastifyBaseLogger => log.child({ requestId: id });

/**
 * The workspace's key that has signed a request, also where that was refused; for what is recorded of keys once it is
 * answered.
 */
export interface SignedBy {
  accountId: string;
  id: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** On the request itself: most are signed so, and a WeakMap of each would cost more than what it is for. */
    signedBy: SignedBy | null;
  }
}

/** Requests that a partner's key has signed, until they are answered. */
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
