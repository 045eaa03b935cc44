/** `POST /api/v1/billing/callbacks/{provider}` (4 §J): where payment providers call back. Their signature is the only credential, and any content type is taken. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from '@/server/context';
import { AppError } from '@/server/errors';
import { success } from '@/server/http/envelope';
import { fastifyError, sendError } from '@/server/http/rest';
import { API_PREFIX } from '@/server/http/routes';
import { now } from '@/server/lib/clock';
import { receivePaymentCallback } from '@/server/resources/billing/receive-callback';

/** What the table of methods has to know of it (405, Allow). Not public there: no page may ask. */
export const BILLING_CALLBACK_ROUTES = [
  { method: 'POST', path: '/billing/callbacks/{provider}', rung: 'session' },
] as const;

const LIMIT = 1024 * 1024;

/** A header that came more than once is joined by commas. */
const headersOf = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );

export function registerBillingCallbacks(app: FastifyInstance, services: Services): void {
  app.post(`${API_PREFIX}/billing/callbacks/:provider`, {
    bodyLimit: LIMIT,
    errorHandler: (error, request, reply) => {
      const refused = fastifyError(error);
      void sendError(
        request,
        reply,
        refused instanceof AppError && refused.appCode === 'PAYLOAD_TOO_LARGE'
          ? new AppError('PAYLOAD_TOO_LARGE', { message: 'A callback has at most 1 MiB.' })
          : refused,
      );
    },
    handler: async (request, reply) => {
      const { provider = '' } = request.params as Record<string, string>;
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      try {
        await receivePaymentCallback(services, provider, { headers: headersOf(request), body }, now());
        return await reply
          .code(200)
          .header('cache-control', 'no-store')
          .type('application/json; charset=utf-8')
          .send(success('{"received":true}', request.id));
      } catch (error) {
        return sendError(request, reply, error);
      }
    },
  });
}
