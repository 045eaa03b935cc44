import { unknownId, type Entries, type Entry, type IdRule } from '@/server/testing/contract/entry';
import { makeBlogPost, makeMarketingCampaign } from '@/server/testing/factories/content';
import { unique } from '@/server/testing/factories/unique';
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
  /** A post with a revision that the first save has left. */
  const revised = async (tenant: Tenant) => {
    const { id } = await post(tenant);
    const { status } = await server.call(tenant.key, 'PATCH', `/api/v1/blog/${id}`, { body: { title: unique('T ') } });
    if (status !== 200) throw new Error('The post was not saved.');
    const { id: revisionId } = await server.services.database.prisma.postRevision.findFirstOrThrow({
      where: { accountId: tenant.accountId, postId: id, number: 1 },
    });
    return { id, revisionId };
  };
  const ofRevision: Entry['ids'] = {
    ...inPath,
    revisionId: { theirs: async (them) => (await revised(them)).revisionId, code: 'NOT_FOUND' },
  };
  const unknownRevision = { input: { id: 'cunknown', revisionId: 'cunknown' }, code: 'NOT_FOUND' } as const;
  const draft = async (tenant: Tenant) => {
    const { id } = await makeBlogPost(server.services.database, tenant.accountId);
    const { updatedAt } = await server.services.database.prisma.blogPost.findUniqueOrThrow({
      where: { accountId_id: { accountId: tenant.accountId, id } },
    });
    return { id, ifUpdatedAt: updatedAt.toISOString() };
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
    'blog.revisions.list': {
      success: async (us) => ({ id: (await revised(us)).id, limit: 1 }),
      failure: unknownId,
      ids: inPath,
    },
    'blog.revisions.get': { success: revised, failure: unknownRevision, ids: ofRevision },
    'blog.revisions.diff': {
      success: async (us) => ({ ...(await revised(us)), against: 'current' }),
      failure: unknownRevision,
      ids: ofRevision,
    },
    'blog.revisions.restore': { success: revised, failure: unknownRevision, ids: ofRevision },
    'blog.autosave.save': {
      success: async (us) => ({ ...(await draft(us)), body: 'Typed.' }),
      failure: { input: { id: 'cunknown', ifUpdatedAt: '2026-01-01T00:00:00Z', body: '' }, code: 'NOT_FOUND' },
      ids: { ...inPath, marketingCampaignId: campaign },
    },
    'blog.autosave.copy': { success: async (us) => ({ id: (await post(us)).id }), failure: unknownId, ids: inPath },
    'blog.autosave.drop': { success: async (us) => ({ id: (await post(us)).id }), failure: unknownId, ids: inPath },
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
