/**
 * A plan whose period is over: the row becomes free / canceled with the next gated write, and with no other
 * (docs/contract/billing.md#effective-plan).
 */
import { describe, expect, it } from 'vitest';
import { sendChunks } from '@/server/testing/contact-imports';
import { makeContact } from '@/server/testing/factories/audience';
import { makeDiscountCode, makeReferralProgram } from '@/server/testing/factories/offers';
import { unique } from '@/server/testing/factories/unique';
import { trpc } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';
import { runJobs } from '@/server/testing/worker';

const server = useServer();
const prisma = () => server.services.database.prisma;
const row = async ({ accountId }: Tenant) => {
  const { plan, status } = await prisma().subscription.findUniqueOrThrow({ where: { accountId } });
  return [plan, status];
};
const call = async (us: Tenant, method: string, path: string, body?: object): Promise<void> =>
  expect((await server.call(us.key, method, `/api/v1${path}`, body === undefined ? {} : { body })).status).toBeLessThan(
    300,
  );
const address = (): string => `${unique('gated')}@example.test`;

/** Writes of a workspace that has one contact with `email` and one active code. */
type Write = (us: Tenant, there: { id: string; email: string; codeId: string }) => Promise<unknown>;

const UNGATED: [string, Write][] = [
  ['an upsert that updates', (us, { email }) => call(us, 'POST', '/contacts', { email, firstName: 'A' })],
  ['a PATCH of a contact', (us, { id }) => call(us, 'PATCH', `/contacts/${id}`, { firstName: 'A' })],
  ['an unsubscribe', (us, { id }) => call(us, 'DELETE', `/contacts/${id}`)],
  [
    'an import that only updates or is refused',
    (us, { email }) => call(us, 'POST', '/contacts/import', { rows: [{ email }, { firstName: 'Nobody' }] }),
  ],
  [
    'the look at a file',
    async (us) => {
      await sendChunks(server, us, [{ email: address() }]);
      await runJobs(server.services);
    },
  ],
  [
    'a reminder to somebody new',
    (us) =>
      call(us, 'POST', '/abandoned-cart/reminders', {
        customerId: 'c',
        cartId: 'k',
        email: address(),
        cartSnapshot: {},
        valueAtSend: 1,
        currencyAtSend: 'IDR',
      }),
  ],
  ['a PATCH of an active code', (us, { codeId }) => call(us, 'PATCH', `/discount-codes/${codeId}`, { active: true })],
  [
    'a PUT of a program that is there',
    async (us) => {
      await makeReferralProgram(server.services.database, us.accountId);
      const body = { rewardType: 'percent', referrerValue: 1, refereeValue: 1, currency: 'IDR' };
      await call(us, 'PUT', '/referrals/program', body);
    },
  ],
];

const GATED: [string, Write][] = [
  ['an upsert that makes a contact', (us) => call(us, 'POST', '/contacts', { email: address() })],
  [
    'an import of which one row is new',
    (us, { email }) => call(us, 'POST', '/contacts/import', { rows: [{ email }, { email: address() }] }),
  ],
  [
    'the import of a file',
    async (us) => {
      const id = await sendChunks(server, us, [{ email: address() }]);
      await runJobs(server.services);
      expect(await row(us)).toEqual(['starter', 'active']);
      await trpc(server, 'mutation', 'contacts.imports.start', { id }, { cookie: us.cookie });
      await runJobs(server.services);
    },
  ],
];

describe('a plan whose period is over', () => {
  const lapsed = async () => {
    const us = await server.makeTenant({ plan: 'starter' });
    const { id, email } = await makeContact(server.services.database, us.accountId);
    const { id: codeId } = await makeDiscountCode(server.services.database, us.accountId);
    await prisma().subscription.update({
      where: { accountId: us.accountId },
      data: { currentPeriodEnd: new Date(Date.now() - 86_400_000) },
    });
    return { us, there: { id, email: email!, codeId } };
  };

  it.each(UNGATED)('stays as stored with %s', async (_, write) => {
    const { us, there } = await lapsed();
    await write(us, there);
    expect(await row(us)).toEqual(['starter', 'active']);
  });

  it.each(GATED)('becomes free / canceled with %s', async (_, write) => {
    const { us, there } = await lapsed();
    await write(us, there);
    expect(await row(us)).toEqual(['free', 'canceled']);
  });
});
