/**
 * Checks whether a partner is linked with a workspace, with each request of a partner that works for linked merchants
 * only.
 */
import type { Database } from '@/server/platform/db/client';
import { ShortCache } from '@/server/platform/lib/short-cache';

const IS_LINKED = {
  name: 'auth.is-linked',
  text: `SELECT 1 FROM "PartnerMerchant" WHERE "partnerId" = $1 AND "accountId" = $2 AND "linkedAt" IS NOT NULL`,
};

export class PartnerLinks {
  /** The cache's key is `<partnerId> <accountId>`; neither id contains a space. */
  private readonly cache: ShortCache<boolean>;

  constructor({ pool }: Pick<Database, 'pool'>) {
    this.cache = new ShortCache(async (key) => {
      const { rowCount } = await pool.query({ ...IS_LINKED, values: key.split(' ') });
      return rowCount === 1;
    });
  }

  /** Returns whether the partner is linked; the answer is at most 2 seconds old. */
  get(partnerId: string, accountId: string): Promise<boolean> {
    return this.cache.get(`${partnerId} ${accountId}`);
  }

  /** Drops a link from the cache, so that the next request reads it again. */
  forget(partnerId: string, accountId: string): void {
    this.cache.forget(`${partnerId} ${accountId}`);
  }
}
