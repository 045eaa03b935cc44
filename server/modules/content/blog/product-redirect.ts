/**
 * `/s/<accountId>/products/<slug>`: the address in the feed's links, which redirects to the product's page in its shop.
 */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import { publicWorkspace } from '@/server/platform/db/workspace';
import { isWebAddress } from '@/server/platform/email/addresses';
import { AppError } from '@/server/platform/errors';
import { isStorable } from '@/server/platform/lib/text';
import { blogFailure } from '@/server/modules/content/blog/documents';
import { defineRoute } from '@/server/platform/access/route';
import { anybody } from '@/server/platform/access/procedures';

/** Finds the page of a product; among several products with the slug, the one that its shop reported last. */
const findPage = workspaceStatement<{ url: string }, [slug: string]>(
  'feeds.product-page',
  `SELECT s.url FROM "ShopProduct" s
   CROSS JOIN LATERAL (SELECT FROM "FeedProduct" p
     WHERE p."accountId" = ${THIS_WORKSPACE} AND p."externalRef" = s."externalRef"
     AND p."archivedAt" IS NULL OFFSET 0) p
   WHERE s."accountId" = $1 AND s.slug = $2 AND s.url IS NOT NULL
   ORDER BY s."sourceUpdatedAt" DESC, s."externalSource", s."externalRef" LIMIT 1`,
);

export const productRedirect = defineRoute({
  method: 'GET',
  path: '/s/{accountId}/products/{slug}',
  access: anybody,
  answers: 'html',
  failure: blogFailure,
  async read({ services, now, params: { accountId = '', slug = '' } }) {
    // What cannot be an id is in no table, and not every text may be compared with one.
    if (!/^[a-z0-9]{1,40}$/.test(accountId) || !isStorable(slug)) throw new AppError('NOT_FOUND');
    const [page] = await publicWorkspace(services.database, accountId, now).rows(findPage, slug);
    if (page === undefined || !isWebAddress(page.url)) throw new AppError('NOT_FOUND');
    // As the URL standard writes it: a header takes no letters beyond ASCII.
    return { status: 302, headers: { location: new URL(page.url).href } };
  },
});
