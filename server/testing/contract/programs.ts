import { account, foreign, unknownId, type Entries, type Entry } from '@/server/testing/contract/entry';
import { TEN_PERCENT, makeAffiliate, makeCommission, makeProgram, makeStatement } from '@/server/testing/creators';
import { makeMarketingCampaign } from '@/server/testing/factories/content';
import { unique } from '@/server/testing/factories/unique';
import type { Tenant } from '@/server/testing/server';

export const programs: Entries = (server) => {
  const database = () => server.services.database;
  const live = ({ accountId }: Tenant) => makeProgram(database(), accountId);
  const draft = ({ accountId }: Tenant) => makeProgram(database(), accountId, { status: 'draft', activatedAt: null });
  const affiliate = ({ accountId }: Tenant) => makeAffiliate(database(), accountId);
  const commission = async (us: Tenant, status = 'held') =>
    await makeCommission(database(), us.accountId, await affiliate(us), { status });
  const statement = async (us: Tenant) => await makeStatement(database(), us.accountId, await affiliate(us));
  const inPath: Entry['ids'] = { id: { theirs: live, code: 'NOT_FOUND' } };
  const filter = { none: 'a filter: nothing of others is let through' };
  const campaign: Entry['ids'] = {
    marketingCampaignId: {
      theirs: (them) => makeMarketingCampaign(database(), them.accountId),
      code: 'VALIDATION',
    },
  };
  const creators = () => [{ name: 'Sari', email: `${unique('sari')}@creators.test` }];
  const whole = {
    description: 'For friends of the roastery.',
    commission: TEN_PERCENT,
    customerDiscount: { type: 'percent', value: 10, currency: 'IDR', minPurchaseAmount: 50_000, maxUsesPerCustomer: 1 },
    landingUrl: 'https://toko.example/',
    blockedReferrers: ['coupons.example'],
    terms: 'Be kind.',
  };
  return {
    'programs.list': {
      success: async (us) => (await live(us), { status: 'live,paused' }),
      failure: { input: { cursor: 'forged' }, code: 'VALIDATION' },
      ids: {},
    },
    'programs.create': {
      success: async (us) => ({
        name: unique('Program '),
        ...whole,
        marketingCampaignId: await makeMarketingCampaign(database(), us.accountId),
      }),
      failure: { input: { name: '' }, code: 'VALIDATION' },
      ids: campaign,
    },
    'programs.preview': {
      success: async (us) => ({ id: await live(us), language: 'id' }),
      failure: { input: { language: 'id' }, code: 'VALIDATION' },
      ids: inPath,
    },
    'programs.get': { success: async (us) => ({ id: await live(us) }), failure: unknownId, ids: inPath },
    'programs.update': {
      success: async (us) => ({ id: await live(us), ...whole }),
      failure: unknownId,
      ids: { ...inPath, ...campaign },
    },
    'programs.archive': { success: async (us) => ({ id: await live(us) }), failure: unknownId, ids: inPath },
    'programs.activate': { success: async (us) => ({ id: await draft(us) }), failure: unknownId, ids: inPath },
    'programs.pause': { success: async (us) => ({ id: await live(us) }), failure: unknownId, ids: inPath },
    'programs.invite': {
      success: async (us) => ({ id: await live(us), creators: creators() }),
      failure: { input: { id: 'cunknown', creators: creators() }, code: 'NOT_FOUND' },
      ids: inPath,
    },
    'programs.receiveApplication': {
      success: async (us) => ({ id: await live(us), ...creators()[0], consent: true }),
      failure: { input: { id: 'cunknown', ...creators()[0], consent: true }, code: 'NOT_FOUND' },
      ids: { ...inPath, accountId: account },
    },
    'programs.stats': {
      success: async (us) => {
        const made = await affiliate(us);
        await makeCommission(database(), us.accountId, made);
        return { id: made.programId, windowDays: 30 };
      },
      failure: unknownId,
      ids: inPath,
    },
    'programs.click': {
      success: async (us) => ({ code: (await affiliate(us)).linkCode, ip: '203.0.113.9' }),
      failure: { input: { code: '' }, code: 'VALIDATION' },
      ids: { accountId: account },
    },
    'programs.convert': {
      success: async (us) => ({
        checkoutSessionId: unique('session-'),
        customerId: 'customer',
        code: (await affiliate(us)).linkCode,
        amount: 100_000,
        currency: 'IDR',
      }),
      failure: { input: { checkoutSessionId: 's', amount: -1, currency: 'IDR' }, code: 'VALIDATION' },
      ids: {
        accountId: account,
        checkoutSessionId: foreign('a checkout session'),
        customerId: foreign('a customer'),
        clickId: { none: 'a click that is not ours is none: tried in programs/conversions.test.ts' },
      },
    },
    'programs.void': {
      success: async (us) => {
        const checkoutSessionId = unique('session-');
        await makeCommission(database(), us.accountId, await affiliate(us), { checkoutSessionId });
        return { checkoutSessionId, refundedAmount: 50_000 };
      },
      failure: { input: { checkoutSessionId: '' }, code: 'VALIDATION' },
      ids: { accountId: account, checkoutSessionId: foreign('a checkout session') },
    },
    'programs.commissions': {
      success: async (us) => (await commission(us), { status: 'held,pending' }),
      failure: { input: { cursor: 'forged' }, code: 'VALIDATION' },
      ids: { programId: filter, collaborationId: filter },
    },
    'programs.review': {
      success: async (us) => (await commission(us), { status: 'held,pending' }),
      failure: { input: { cursor: 'forged' }, code: 'VALIDATION' },
      ids: { programId: filter, collaborationId: filter },
    },
    'programs.commission': {
      success: async (us) => ({ id: await commission(us) }),
      failure: unknownId,
      ids: { id: { theirs: commission, code: 'NOT_FOUND' } },
    },
    'programs.approve': {
      success: async (us) => ({ ids: [await commission(us)], note: 'A good one.' }),
      failure: { input: { ids: [] }, code: 'VALIDATION' },
      ids: { ids: { none: 'what is not ours is skipped: tried in programs/decide.test.ts' } },
    },
    'programs.decline': {
      success: async (us) => ({ ids: [await commission(us)], reason: 'Bought for themselves.' }),
      failure: { input: { ids: ['cunknown'] }, code: 'VALIDATION' },
      ids: { ids: { none: 'what is not ours is skipped: tried in programs/decide.test.ts' } },
    },
    'programs.statements': {
      success: async (us) => (await statement(us), { status: 'open' }),
      failure: { input: { cursor: 'forged' }, code: 'VALIDATION' },
      ids: { collaborationId: filter },
    },
    'programs.statementsShown': {
      success: async (us) => (await statement(us), { status: 'open' }),
      failure: { input: { cursor: 'forged' }, code: 'VALIDATION' },
      ids: { collaborationId: filter },
    },
    'programs.issue': {
      success: async (us) => (await commission(us, 'approved'), {}),
      failure: { input: { until: 'yesterday' }, code: 'VALIDATION' },
      ids: {
        programId: { theirs: live, code: 'VALIDATION' },
        collaborationIds: { theirs: async (them) => (await affiliate(them)).id, code: 'VALIDATION' },
      },
    },
    'programs.statement': {
      success: async (us) => ({ id: await statement(us) }),
      failure: unknownId,
      ids: { id: { theirs: statement, code: 'NOT_FOUND' } },
    },
    'programs.statementPage': {
      success: async (us) => ({ id: await statement(us) }),
      failure: unknownId,
      ids: { id: { theirs: statement, code: 'NOT_FOUND' } },
    },
    'programs.bankDetails': {
      success: async (us) => ({ id: await statement(us) }),
      failure: unknownId,
      ids: { id: { theirs: statement, code: 'NOT_FOUND' } },
    },
    'programs.markPaid': {
      success: async (us) => ({ id: await statement(us), reference: 'BCA 4711' }),
      failure: { input: { id: 'cunknown', reference: 'x' }, code: 'NOT_FOUND' },
      ids: { id: { theirs: statement, code: 'NOT_FOUND' } },
    },
    'programs.cancel': {
      success: async (us) => ({ id: await statement(us) }),
      failure: unknownId,
      ids: { id: { theirs: statement, code: 'NOT_FOUND' } },
    },
  };
};
