import { castJson } from '@/server/platform/db/stored';
import { now } from '@/server/platform/lib/clock';
import { definition as schema } from '@/server/modules/automation/funnels/definition-schema';
import { foreign, unknownId, type Entries, type Entry, type IdRule } from '@/server/testing/contract/entry';
import { makeChannel } from '@/server/testing/factories/messaging';
import { makeContact, makeContactList } from '@/server/testing/factories/audience';
import { unique } from '@/server/testing/factories/unique';
import { makeLiveFunnel } from '@/server/testing/funnels';
import type { Tenant } from '@/server/testing/server';

const MAIL = { email: { subject: 'Halo', text: 'Halo' } };

export const funnels: Entries = (server) => {
  const prisma = () => server.services.database.prisma;
  const contact = async (tenant: Tenant): Promise<string> =>
    (await makeContact(server.services.database, tenant.accountId)).id;
  const definitionOf = (listId: string) => ({
    trigger: { type: 'list_added' as const, listId },
    steps: [
      { id: 's1', kind: 'send' as const, config: { provider: 'email_p1' as const, content: MAIL }, next: 'd1' },
      { id: 'd1', kind: 'delay' as const, config: { minutes: 5 } },
    ],
  });
  /** Returns a definition of a workspace with its list and channel, so that nothing keeps it from running. */
  const definition = async ({ accountId }: Tenant) => {
    await makeChannel(server.services, accountId);
    return definitionOf((await makeContactList(server.services.database, accountId)).id);
  };
  const live = async (us: Tenant): Promise<string> =>
    await makeLiveFunnel(server.services, us.accountId, await definition(us));
  /** Instead of the one that is live, for a plan has room for few. */
  const change = async (us: Tenant, data: Parameters<ReturnType<typeof prisma>['funnel']['updateMany']>[0]['data']) => {
    const id = await live(us);
    await prisma().funnel.updateMany({ where: { accountId: us.accountId, id }, data });
    return id;
  };
  const draft = async (us: Tenant): Promise<string> => {
    const id = await change(us, { status: 'draft', version: 0, activatedAt: null, liveSince: null });
    await prisma().funnelVersion.deleteMany({ where: { accountId: us.accountId, funnelId: id } });
    return id;
  };
  const enrolment = async (us: Tenant): Promise<{ id: string; eid: string }> => {
    const id = await live(us);
    const { id: contactId } = await makeContact(server.services.database, us.accountId);
    const at = now();
    const row = await prisma().funnelEnrolment.create({
      data: {
        accountId: us.accountId,
        funnelId: id,
        version: 1,
        contactId,
        triggerRef: 'event:1',
        stepId: 'd1',
        stepSince: at,
        waitingFor: 'time',
        dueAt: new Date(at.getTime() + 3_600_000),
        cart: { kind: 'checkout', id: 'k', value: 1, currency: 'IDR', url: 'https://a.example/', productUrl: null },
        discountCode: 'CART-ABCDEFGH',
        goalAt: at,
        goalValue: 1n,
        goalCurrency: 'IDR',
        enteredAt: at,
        passed: 1,
      },
    });
    await prisma().funnelPassage.create({
      data: {
        accountId: us.accountId,
        enrolmentId: row.id,
        position: 0,
        funnelId: id,
        version: 1,
        stepId: 's1',
        at,
        outcome: 'sent',
        reason: 'x',
        messageId: 'm',
      },
    });
    return { id, eid: row.id };
  };
  const inPath: Entry['ids'] = { id: { theirs: live, code: 'NOT_FOUND' } };
  const step: IdRule = { none: 'a step is found within its funnel' };
  const audience: Entry['ids'] = {
    'audience.listIds': { none: 'lists that are not ours add nobody' },
    'audience.contactIds': { none: 'contacts that are not ours are nobody' },
    'audience.segmentIds': { none: 'segments that are not ours add nobody' },
    'audience.exclude.listIds': { none: 'lists that are not ours take nobody out' },
    'audience.exclude.segmentIds': { none: 'segments that are not ours take nobody out' },
    'audience.exclude.contactIds': { none: 'contacts that are not ours take nobody out' },
  };
  const kept: IdRule = { none: 'kept as sent: of what is not ours it is a problem that nothing goes by' };
  const within: IdRule = { none: 'a step of this definition' };
  const named: Entry['ids'] = {
    'definition.trigger.listId': kept,
    'definition.trigger.segmentId': kept,
    'definition.goal.listId': kept,
    'definition.steps.id': within,
    'definition.steps.config.any.listId': kept,
    'definition.steps.config.any.stepId': within,
    'definition.steps.config.stepId': within,
    'definition.steps.config.variants.id': within,
    'definition.steps.config.templateId': kept,
    'definition.steps.config.productIds': foreign('a product'),
    'definition.steps.config.marketingCampaignId': { none: 'tried with its step in funnels/service.test.ts' },
  };
  return {
    'funnels.list': {
      success: async (us) => (await live(us), { status: 'live,paused' }),
      failure: { none: 'unknown statuses are ignored' },
      ids: {},
    },
    'funnels.create': {
      success: async (us) => ({ name: unique('Funnel '), description: 'd', definition: await definition(us) }),
      failure: { input: { name: 'x', definition: { trigger: { type: 'manual' }, steps: [] } }, code: 'VALIDATION' },
      ids: named,
    },
    'funnels.recipes': { success: () => ({}), failure: { none: 'it takes nothing' }, ids: {} },
    'funnels.get': { success: async (us) => ({ id: await live(us) }), failure: unknownId, ids: inPath },
    'funnels.editor': {
      success: async (us) => ({ id: (await enrolment(us)).id }),
      failure: unknownId,
      ids: inPath,
    },
    'funnels.update': {
      success: async (us) => ({ id: await live(us), name: unique('Funnel '), definition: await definition(us) }),
      failure: unknownId,
      ids: { ...inPath, ...named },
    },
    'funnels.archive': { success: async (us) => ({ id: await live(us) }), failure: unknownId, ids: inPath },
    'funnels.activate': {
      success: async (us) => ({ id: await draft(us), overdue: 'run' }),
      failure: unknownId,
      ids: inPath,
    },
    'funnels.pause': { success: async (us) => ({ id: await live(us) }), failure: unknownId, ids: inPath },
    'funnels.publish': {
      success: async (us) => ({
        id: await change(us, { draft: castJson(schema.parse(await definition(us))) }),
        inside: 'move',
      }),
      failure: unknownId,
      ids: inPath,
    },
    'funnels.enroll': {
      success: async (us) => ({
        id: await live(us),
        audience: { contactIds: [(await makeContact(server.services.database, us.accountId)).id] },
        key: 'k',
      }),
      failure: { input: { id: 'cunknown', audience: {} }, code: 'NOT_FOUND' },
      ids: { ...inPath, ...audience },
    },
    'funnels.enrolments': {
      success: async (us) => ({ id: (await enrolment(us)).id, status: 'active', limit: 5 }),
      failure: unknownId,
      ids: { ...inPath, contactId: { none: 'a filter: nobody of others is let through' }, stepId: step },
    },
    'funnels.people': {
      success: async (us) => ({ id: (await enrolment(us)).id }),
      failure: unknownId,
      ids: { ...inPath, contactId: { none: 'a filter: nobody of others is let through' }, stepId: step },
    },
    'funnels.enrolment': {
      success: enrolment,
      failure: { input: { id: 'cunknown', eid: 'cunknown' }, code: 'NOT_FOUND' },
      ids: inPath,
    },
    'funnels.brought': { success: () => ({}), failure: { none: 'takes nothing' }, ids: {} },
    'funnels.ofEnrolment': {
      success: async (us) => ({ enrolmentId: (await enrolment(us)).eid }),
      failure: { input: { enrolmentId: 'cunknown' }, code: 'NOT_FOUND' },
      ids: { enrolmentId: { theirs: async (them) => (await enrolment(them)).eid, code: 'NOT_FOUND' } },
    },
    'funnels.exitEnrolment': {
      success: async (us) => ({ ...(await enrolment(us)), reason: 'asked for' }),
      failure: { input: { id: 'cunknown', eid: 'cunknown' }, code: 'NOT_FOUND' },
      ids: inPath,
    },
    'funnels.stats': {
      success: async (us) => ({ id: (await enrolment(us)).id, windowDays: 30 }),
      failure: unknownId,
      ids: inPath,
    },
    'funnels.simulate': {
      success: async (us) => ({
        id: await live(us),
        contactId: await contact(us),
        assume: { d1: 'timeout' },
      }),
      failure: { input: { id: 'cunknown', withinDays: 30 }, code: 'NOT_FOUND' },
      ids: { ...inPath, contactId: { theirs: contact, code: 'VALIDATION' } },
    },
    'funnels.sendTest': {
      success: async (us) => ({ id: await live(us), stepId: 's1', recipient: 'sari@example.test' }),
      failure: { input: { id: 'cunknown', stepId: 's1', recipient: 'x' }, code: 'NOT_FOUND' },
      ids: { ...inPath, stepId: step },
    },
  };
};
