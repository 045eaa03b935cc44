/**
 * The queries of a page that is drawn on the server: the same procedures, access levels and schemas as /api/trpc, without a way
 * there.
 */
import { callTRPCProcedure } from '@trpc/server';
import { ANONYMOUS } from '@/server/platform/auth/principal';
import { CLIENT_ADDRESS_HEADER, type PageRead } from '@/server/doors/bridge';
import type { Services } from '@/server/platform/access/context';
import { toAppError } from '@/server/platform/errors';
import { countryOf } from '@/server/doors/edge-country';
import { noteUnavailable } from '@/server/doors/page-status';
import { now } from '@/server/platform/lib/clock';
import { appRouter } from '@/server/modules';

/** @returns Bridge.query */
export function pageReads(services: Services): (read: PageRead) => Promise<unknown> {
  return async ({ path, input, headers, of }) => {
    const requestId = headers.get('x-request-id') ?? '';
    try {
      const answer: unknown = await callTRPCProcedure({
        router: appRouter,
        path,
        getRawInput: () => Promise.resolve(input),
        ctx: {
          services,
          principal: (await services.sessions.read(headers.get('cookie') ?? undefined)) ?? ANONYMOUS,
          requestId,
          clientAddress: headers.get(CLIENT_ADDRESS_HEADER) ?? '',
          country: countryOf(Object.fromEntries(headers), services.settings.edgeCountryHeader),
          head: false,
          now: now(),
          pageAccountId: of,
        },
        type: 'query',
        signal: undefined,
        batchIndex: 0,
      });
      // Over the wire an instant is a text, and what is undefined is not there.
      return JSON.parse(JSON.stringify(answer ?? null)) as unknown;
    } catch (error) {
      const { status, appCode, cause } = toAppError(error);
      noteUnavailable(error);
      if (status >= 500)
        services.log.error({ err: cause ?? error, path, code: appCode, requestId }, 'page read failed');
      throw error;
    }
  };
}
