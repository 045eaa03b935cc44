/** Calls of affiliate programs as tests make them. */
import { expectData } from '@/server/testing/http';
import { unique } from '@/server/testing/factories/unique';
import type { TestKey } from '@/server/testing/sign';
import type { Answer, TestServer } from '@/server/testing/server';

type Body = Record<string, unknown>;
type Data = Answer['body']['data'];

export function programCalls(server: TestServer, key: () => TestKey) {
  const call = (method: string, path: string, body?: Body): Promise<Answer> =>
    server.call(key(), method, `/api/v1${path}`, body === undefined ? {} : { body });
  return {
    call,
    /** An order of 100,000, unless `body` says otherwise. */
    convert: async (body: Body): Promise<Data> =>
      expectData(
        await call('POST', '/programs/conversions', {
          checkoutSessionId: unique('session-'),
          customerId: unique('customer-'),
          amount: 100_000,
          currency: 'IDR',
          ...body,
        }),
      ),
    void: async (checkoutSessionId: string, refundedAmount?: number): Promise<Data> =>
      expectData(await call('POST', '/programs/conversions/void', { checkoutSessionId, refundedAmount })),
    click: async (body: Body): Promise<Data> => expectData(await call('POST', '/programs/clicks', body)),
    approve: async (ids: readonly string[]): Promise<Data> =>
      expectData(await call('POST', '/programs/commissions/approve', { ids })),
    decline: async (ids: readonly string[], reason = 'Not a real buyer.'): Promise<Data> =>
      expectData(await call('POST', '/programs/commissions/decline', { ids, reason })),
    commission: async (id: string): Promise<Data> => expectData(await call('GET', `/programs/commissions/${id}`)),
    commissions: async (query: string): Promise<Data> =>
      expectData(await call('GET', `/programs/commissions?${query}`)).data,
    issue: async (body: Body = {}): Promise<Data> =>
      expectData(await call('POST', '/programs/statements', body), 201).statements,
    statement: async (id: string): Promise<Data> => expectData(await call('GET', `/programs/statements/${id}`)),
    pay: async (id: string, reference = 'BCA 4711'): Promise<Answer> =>
      await call('POST', `/programs/statements/${id}/mark-paid`, { reference }),
    cancel: async (id: string): Promise<Answer> => await call('POST', `/programs/statements/${id}/cancel`, {}),
  };
}
