/** What webhooks recordEvent of funnels and of who goes through them (docs/contract/funnels.md#who-hears-of-it). */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setClockOffset } from '@/server/platform/lib/clock';
import type { FunnelDefinitionIn } from '@/server/modules/automation/funnels/definition-schema';
import { makeChannel } from '@/server/testing/factories/messaging';
import { makeContact, makeContactList } from '@/server/testing/factories/audience';
import { makeWebhookEndpoint } from '@/server/testing/factories/account';
import { unique } from '@/server/testing/factories/unique';
import { deliverWebhooks } from '@/server/testing/events';
import { runFunnels } from '@/server/testing/funnels';
import { expectData } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer({ EXTENSIONS: 'webhook-delivery' });
const prisma = () => server.services.database.prisma;
const MINUTE = 60_000;

let us: Tenant;
beforeEach(async () => {
  us = await server.makeTenant({ plan: 'scale' });
  await makeWebhookEndpoint(server.services, us.accountId);
  await makeChannel(server.services, us.accountId, { provider: 'email_p1' });
});
afterEach(() => setClockOffset(0));

const call = async (method: string, path: string, body?: object, status = 200) =>
  expectData(await server.call(us.key, method, `/api/v1${path}`, body === undefined ? {} : { body }), status) as Record<
    string,
    unknown
  > & { id: string };

/** The events of funnels since the last look: the short name and the data. */
async function received(): Promise<[event: string, data: Record<string, Record<string, unknown>>][]> {
  await deliverWebhooks(server.services);
  const deliveries = await prisma().webhookDelivery.findMany({
    where: { accountId: us.accountId, type: { startsWith: 'svc.funnel.' } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  await prisma().webhookDelivery.deleteMany({ where: { accountId: us.accountId } });
  return deliveries.map(({ type, payload }) => [
    type.slice('svc.funnel.'.length, -'.v1'.length),
    (payload as { data: Record<string, Record<string, unknown>> }).data,
  ]);
}
const names = (events: Awaited<ReturnType<typeof received>>) => events.map(([name]) => name);

const TAG = { id: 'u1', kind: 'update_contact' as const, config: { attributes: { seen: 'yes' } }, next: null };
const WAIT = { id: 'w1', kind: 'delay' as const, config: { minutes: 10 }, next: 'u1' };
const made = async (definition: FunnelDefinitionIn) => {
  const { id } = await call('POST', '/funnels', { name: unique('Funnel '), definition }, 201);
  await call('POST', `/funnels/${id}/activate`, {});
  return id;
};
const enroll = async (id: string, contactIds: string[]) =>
  await call('POST', `/funnels/${id}/enroll`, { audience: { kind: 'contacts', contactIds } });

it('tells when a funnel goes live, is paused, goes on and is archived, each once', async () => {
  const id = await made({ trigger: { type: 'manual' }, steps: [WAIT, TAG] });
  const [first, ...others] = await received();
  expect([first?.[0], others]).toEqual(['activated', []]);
  // As it was then, without what changes by itself.
  const { definition, draft, problems, held, counts, ...row } = await call('GET', `/funnels/${id}`);
  expect({ definition, draft, problems, held, counts }).toMatchObject({ draft: null, counts: { active: 0 } });
  expect(first?.[1].funnel).toEqual(row);
  await call('PATCH', `/funnels/${id}`, { description: 'reported no more than its name' });
  await call('POST', `/funnels/${id}/activate`, {});
  expect(await received()).toEqual([]);
  await call('POST', `/funnels/${id}/pause`, {});
  await call('POST', `/funnels/${id}/pause`, {});
  await call('POST', `/funnels/${id}/activate`, {});
  const { id: contactId } = await makeContact(server.services.database, us.accountId);
  await enroll(id, [contactId]);
  await call('DELETE', `/funnels/${id}`);
  const events = await received();
  expect(names(events).slice(0, 3)).toEqual(['paused', 'activated', 'contact_entered']);
  // The funnel and who was inside are archived in one statement.
  expect(names(events).slice(3).sort()).toEqual(['archived', 'contact_exited']);
  expect(events.find(([name]) => name === 'contact_exited')?.[1].enrolment).toMatchObject({
    contactId,
    status: 'exited',
    exitReason: 'archived',
  });
});

it('reports each contact that it entered and came to the end, and no step between', async () => {
  const id = await made({ trigger: { type: 'manual' }, steps: [WAIT, TAG] });
  const contactIds = [];
  for (let n = 0; n < 3; n++) contactIds.push((await makeContact(server.services.database, us.accountId)).id);
  await received();
  await enroll(id, contactIds);
  await runFunnels(server.services);
  const entered = await received();
  expect(names(entered)).toEqual(['contact_entered', 'contact_entered', 'contact_entered']);
  expect(entered.map(([, { enrolment }]) => enrolment?.contactId).sort()).toEqual([...contactIds].sort());
  expect(await prisma().change.count({ where: { accountId: us.accountId } })).toBe(0);
  setClockOffset(11 * MINUTE);
  await runFunnels(server.services);
  const left = await received();
  expect(names(left)).toEqual(['contact_exited', 'contact_exited', 'contact_exited']);
  const [, data] = left[0] ?? [];
  expect(data?.enrolment).toMatchObject({ funnelId: id, status: 'completed', exitReason: null });
  expect(Object.keys(data?.enrolment ?? {})).not.toEqual(expect.arrayContaining(['stepId']));
});

it('reports the goal, and that they left for it', async () => {
  const list = await makeContactList(server.services.database, us.accountId);
  const id = await made({
    trigger: { type: 'manual' },
    goal: { event: 'list_added', listId: list.id, withinDays: 7, exit: true },
    steps: [WAIT, TAG],
  });
  const { id: contactId } = await makeContact(server.services.database, us.accountId);
  await enroll(id, [contactId]);
  await runFunnels(server.services);
  await received();
  setClockOffset(MINUTE);
  await call('POST', `/contact-lists/${list.id}/members`, { contactIds: [contactId] });
  await runFunnels(server.services);
  const events = await received();
  expect(names(events).sort()).toEqual(['contact_exited', 'goal_reached']);
  const enrolment = events[0]?.[1].enrolment;
  expect(enrolment).toMatchObject({ contactId, status: 'exited', exitReason: 'goal', goalValue: null });
  expect(enrolment?.goalAt).toEqual(expect.any(String));
});

it('tells nothing of what is taken back', async () => {
  const id = await made({ trigger: { type: 'manual' }, steps: [WAIT, TAG] });
  await received();
  await expect(
    prisma().$transaction(async (tx) => {
      await tx.funnel.updateMany({ where: { accountId: us.accountId, id }, data: { status: 'paused' } });
      throw new Error('taken back');
    }),
  ).rejects.toThrow('taken back');
  expect(await received()).toEqual([]);
});
