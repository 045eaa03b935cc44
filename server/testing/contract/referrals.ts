import { account, foreign, unknownId, type Entries, type Entry } from '@/server/testing/contract/entry';
import {
  makeAttribution,
  makeReferralLink,
  makeReferralProgram,
  type MadeAttribution,
  type MadeReferralLink,
} from '@/server/testing/factories/offers';
import { makeMarketingCampaign } from '@/server/testing/factories/content';
import { unique } from '@/server/testing/factories/unique';
import type { Tenant } from '@/server/testing/server';

const PROGRAM = { enabled: true, rewardType: 'percent', referrerValue: 15, refereeValue: 10, currency: 'IDR' };
const CUSTOMER = foreign('a customer');
const SESSION = foreign('a checkout session');
const PUBLISHED = { none: 'whoever names a workspace may ask it' } as const;

export const referrals: Entries = (server) => {
  const link = (tenant: Tenant): Promise<MadeReferralLink> =>
    makeReferralLink(server.services.database, tenant.accountId);
  const attribution = (tenant: Tenant): Promise<MadeAttribution> =>
    makeAttribution(server.services.database, tenant.accountId);
  const rewarded = async (tenant: Tenant): Promise<MadeAttribution & { referrerCodeId: string }> => {
    await makeReferralProgram(server.services.database, tenant.accountId, { review: 'off', holdDays: 0 });
    const made = await attribution(tenant);
    const answer = await server.call(tenant.key, 'POST', '/api/v1/referrals/attributions/fulfill', {
      body: {
        checkoutSessionId: made.qualifyingCheckoutSessionId,
        status: 'completed',
        currency: 'IDR',
        amount: 200_000,
      },
    });
    return { ...made, referrerCodeId: answer.body.data.referrerCodeId as string };
  };
  /** Its order has come, and a person has to look at it. */
  const held = async (tenant: Tenant): Promise<MadeAttribution> => {
    await makeReferralProgram(server.services.database, tenant.accountId, { review: 'all' });
    const made = await attribution(tenant);
    await server.call(tenant.key, 'POST', '/api/v1/referrals/attributions/fulfill', {
      body: {
        checkoutSessionId: made.qualifyingCheckoutSessionId,
        status: 'completed',
        currency: 'IDR',
        amount: 200_000,
      },
    });
    return made;
  };
  const review: Pick<Entry, 'failure' | 'ids'> = {
    failure: { input: { attributionId: 'cunknown' }, code: 'NOT_FOUND' },
    ids: { attributionId: { theirs: async (them) => (await held(them)).id, code: 'NOT_FOUND' } },
  };
  const linkInPath: Entry['ids'] = { id: { theirs: async (them) => (await link(them)).id, code: 'NOT_FOUND' } };
  return {
    'referrals.getProgram': {
      success: async (us) => (await makeReferralProgram(server.services.database, us.accountId), {}),
      failure: { none: 'takes nothing' },
      ids: {},
    },
    'referrals.putProgram': {
      success: async (us) => ({
        ...PROGRAM,
        minPurchaseAmount: 1,
        rewardExpiryDays: 30,
        attributionWindowDays: 14,
        maxRewardsPerReferrer: 5000,
        programTerms: 'Be *kind*.',
        existingCustomers: 'refuse',
        holdDays: 7,
        review: 'flagged',
        marketingCampaignId: await makeMarketingCampaign(server.services.database, us.accountId),
      }),
      failure: { input: { ...PROGRAM, referrerValue: 101 }, code: 'INVALID_VALUE' },
      ids: {
        marketingCampaignId: {
          theirs: (them) => makeMarketingCampaign(server.services.database, them.accountId),
          code: 'VALIDATION',
        },
      },
    },
    'referrals.preview': {
      success: () => ({ ...PROGRAM, rewardExpiryDays: 7 }),
      failure: { input: { ...PROGRAM, refereeValue: 101 }, code: 'INVALID_VALUE' },
      ids: {},
    },
    'referrals.stats': { success: async (us) => (await rewarded(us), {}), failure: { none: 'takes nothing' }, ids: {} },
    'referrals.funnel': {
      success: async (us) => (await rewarded(us), { days: 7 }),
      failure: { input: { days: 8 }, code: 'VALIDATION' },
      ids: {},
    },
    'referrals.listLinks': {
      success: async (us) => (await rewarded(us), { limit: 1, q: 'r', sort: 'revenue' }),
      failure: { input: { cursor: 'forged' }, code: 'VALIDATION' },
      ids: {},
    },
    'referrals.getLink': {
      success: async (us) => ({ id: (await rewarded(us)).linkId }),
      failure: unknownId,
      ids: linkInPath,
    },
    'referrals.issueLink': {
      success: async (us) => (
        await makeReferralProgram(server.services.database, us.accountId),
        { accountId: us.accountId, customerId: unique('customer-') }
      ),
      failure: { input: {}, code: 'VALIDATION' },
      ids: { accountId: account, customerId: CUSTOMER },
    },
    'referrals.issueLinkByHand': {
      success: async (us) => (
        await makeReferralProgram(server.services.database, us.accountId),
        { customerId: unique('customer-') }
      ),
      failure: { input: {}, code: 'VALIDATION' },
      ids: { customerId: CUSTOMER },
    },
    'referrals.resolveLink': {
      success: async (us) => ({ accountId: us.accountId, code: (await link(us)).code }),
      failure: { input: { accountId: 'cunknown', code: 'abcdefgh' }, code: 'NOT_FOUND' },
      ids: { accountId: PUBLISHED },
    },
    'referrals.click': {
      success: async (us) => ({ accountId: us.accountId, code: (await link(us)).code, userAgent: 'Mozilla/5.0' }),
      failure: { input: {}, code: 'VALIDATION' },
      ids: { accountId: account },
    },
    'referrals.listAttributions': {
      success: async (us) => ({ limit: 1, status: 'rewarded', linkId: (await rewarded(us)).linkId, q: 'r' }),
      failure: { input: { cursor: 'forged' }, code: 'VALIDATION' },
      ids: { linkId: { none: "it filters: another workspace's link has no attribution among these" } },
    },
    'referrals.getAttribution': {
      success: async (us) => ({ id: (await rewarded(us)).id }),
      failure: unknownId,
      ids: { id: { theirs: async (them) => (await attribution(them)).id, code: 'NOT_FOUND' } },
    },
    'referrals.origin': {
      success: async (us) => ({ id: (await rewarded(us)).referrerCodeId }),
      failure: { none: 'a code that comes from no attribution is null' },
      ids: { id: { none: "another workspace's code comes from no attribution of ours: null" } },
    },
    'referrals.reviews.list': {
      success: async (us) => (await held(us), { limit: 1, state: 'open', flagged: false }),
      failure: { input: { cursor: 'forged' }, code: 'VALIDATION' },
      ids: {},
    },
    'referrals.reviews.approve': {
      success: async (us) => ({ attributionId: (await held(us)).id, note: 'Two friends.' }),
      ...review,
    },
    'referrals.reviews.decline': {
      success: async (us) => ({ attributionId: (await held(us)).id, note: 'The same person.' }),
      ...review,
    },
    'referrals.signup': {
      success: async (us) => ({
        accountId: us.accountId,
        refereeCustomerId: unique('customer-'),
        refereeEmail: 'budi@example.test',
        referrerEmail: 'ani@example.test',
        linkCode: (await link(us)).code,
        externalSource: 'shop',
        externalRef: unique('r'),
      }),
      failure: {
        input: { refereeCustomerId: 'budi', linkCode: 'abcdefgh', refereeEmail: 'nobody' },
        code: 'VALIDATION',
      },
      ids: { accountId: account, refereeCustomerId: CUSTOMER },
    },
    'referrals.checkoutStart': {
      success: async (us) => ({
        accountId: us.accountId,
        customerId: (await attribution(us)).refereeCustomerId,
        checkoutSessionId: unique('s'),
      }),
      failure: { input: { customerId: 'budi' }, code: 'VALIDATION' },
      ids: { accountId: account, customerId: CUSTOMER, checkoutSessionId: SESSION },
    },
    'referrals.fulfill': {
      success: async (us) => ({
        accountId: us.accountId,
        checkoutSessionId: (await attribution(us)).qualifyingCheckoutSessionId,
        status: 'completed',
        currency: 'IDR',
        amount: 200_000,
      }),
      failure: { input: { checkoutSessionId: 's', status: 'completed', currency: 'IDR' }, code: 'VALIDATION' },
      ids: { accountId: account, checkoutSessionId: SESSION },
    },
    'referrals.void': {
      success: async (us) => ({
        accountId: us.accountId,
        checkoutSessionId: (await rewarded(us)).qualifyingCheckoutSessionId,
      }),
      failure: { input: {}, code: 'VALIDATION' },
      ids: { accountId: account, checkoutSessionId: SESSION },
    },
    'referrals.rewards': {
      success: async (us) => ({ accountId: us.accountId, customerId: (await rewarded(us)).refereeCustomerId }),
      failure: { input: { accountId: 'cx', customerId: '\0' }, code: 'VALIDATION' },
      ids: { accountId: PUBLISHED, customerId: CUSTOMER },
    },
    'referrals.sweep': {
      success: async (us) => (await attribution(us), {}),
      failure: { none: 'takes nothing' },
      ids: {},
    },
  };
};
