import { unknownId, type Entries, type Entry, type IdRule } from '@/server/testing/contract/entry';
import { makeBlogPost, makeMarketingCampaign, unique } from '@/server/testing/factories';
import type { Tenant } from '@/server/testing/server';

const PAST = new Date('2026-01-01T00:00:00Z');

export const blog: Entries = (server) => {
  const post = async (tenant: Tenant) =>
    await makeBlogPost(server.services.database, tenant.accountId, { status: 'published', publishedAt: PAST });
  const inPath: Entry['ids'] = { id: { theirs: async (them) => (await post(them)).id, code: 'NOT_FOUND' } };
  const campaign: IdRule = {
    theirs: (them) => makeMarketingCampaign(server.services.database, them.accountId),
    code: 'VALIDATION',
  };
  const anybody: Entry['ids'] = { accountId: { none: 'whoever names a workspace may read what it published' } };
  return {
    'blog.list': {
      success: async (us) => (await post(us), { status: 'published' }),
      failure: { input: { status: 'live' }, code: 'VALIDATION' },
      ids: {},
    },
    'blog.create': {
      success: async (us) => ({
        slug: unique('post-'),
        title: 'T',
        body: 'b',
        excerpt: 'e',
        coverImage: 'https://a.example/a.jpg',
        status: 'published',
        publishedAt: '2026-01-01T00:00:00Z',
        authorName: 'Rina',
        tags: ['kopi'],
        metaTitle: 'm',
        metaDescription: 'd',
        marketingCampaignId: await makeMarketingCampaign(server.services.database, us.accountId),
      }),
      failure: { input: { slug: 'No', title: 'T', body: '' }, code: 'VALIDATION' },
      ids: { marketingCampaignId: campaign },
    },
    'blog.get': { success: async (us) => ({ id: (await post(us)).id }), failure: unknownId, ids: inPath },
    'blog.update': {
      success: async (us) => ({ id: (await post(us)).id, title: 'Other' }),
      failure: unknownId,
      ids: { ...inPath, marketingCampaignId: campaign },
    },
    'blog.publishNow': {
      success: async (us) => ({ id: (await makeBlogPost(server.services.database, us.accountId)).id }),
      failure: unknownId,
      ids: { ...inPath, marketingCampaignId: campaign },
    },
    'blog.delete': { success: async (us) => ({ id: (await post(us)).id }), failure: unknownId, ids: inPath },
    'blog.overview': {
      success: async (us) => (await post(us), { limit: 1, q: 'post' }),
      failure: { input: { cursor: 'forged' }, code: 'VALIDATION' },
      ids: {},
    },
    'blog.knownSlugs': {
      success: async (us) => ({ slugs: [(await post(us)).slug] }),
      failure: { input: { slugs: [''] }, code: 'VALIDATION' },
      ids: {},
    },
    'blog.preview': {
      success: () => ({ title: 'T', body: '# Words' }),
      failure: { input: { title: 'T' }, code: 'VALIDATION' },
      ids: {},
    },
    'blog.previewLink': {
      success: async (us) => ({ id: (await post(us)).id }),
      failure: unknownId,
      ids: { id: { theirs: async (them) => (await post(them)).id, code: 'NOT_FOUND' } },
    },
    'blog.toBroadcast': {
      success: async (us) => ({ id: (await post(us)).id, provider: 'email_p1' }),
      failure: { input: { id: 'c', provider: 'sms_p1' }, code: 'VALIDATION' },
      ids: { id: { theirs: async (them) => (await post(them)).id, code: 'NOT_FOUND' } },
    },
    'blog.publicList': {
      success: async (us) => (await post(us), { accountId: us.accountId }),
      failure: { none: 'an unknown workspace has no posts' },
      ids: anybody,
    },
    'blog.publicGet': {
      success: async (us) => ({ accountId: us.accountId, slug: (await post(us)).slug }),
      failure: { input: { accountId: 'cunknown', slug: 'none' }, code: 'NOT_FOUND' },
      ids: anybody,
    },
  };
};
