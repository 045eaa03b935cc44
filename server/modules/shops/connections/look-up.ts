/** Looks up single rows in their shop, because a webhook said that they changed, or two webhooks differ. */
import type { Services } from '@/server/platform/access/context';
import { systemDb } from '@/server/platform/db/workspace';
import { configOf, type IntegrationRow } from '@/server/modules/shops/connections/rows';
import { openShop } from '@/server/modules/shops/connections/open-shop';
import { shopOf } from '@/server/modules/shops/orders/shop';
import type { Resource } from '@/server/modules/shops/connections/vocabulary';
import { writeParsedRows } from '@/server/modules/shops/orders/write-rows';
import { splitRows } from '@/server/modules/shops/adapters/parsed-rows';

/** The most rows in one request. */
const AT_ONCE = 50;

/** @throws what the shop's adapter throws; rows written before stay, and a repeat changes nothing */
export async function lookUpRows(
  services: Services,
  integration: IntegrationRow,
  changed: readonly { resource: Resource; ref: string }[],
): Promise<void> {
  const { store, ...shop } = await openShop(services, integration);
  if (store.lookUp === undefined) return;
  const { sync } = configOf(integration);
  for (const resource of new Set(changed.map((each) => each.resource))) {
    const refs = [...new Set(changed.flatMap((each) => (each.resource === resource ? [each.ref] : [])))];
    for (let from = 0; from < refs.length; from += AT_ONCE) {
      const rows = await store.lookUp(shop, resource, refs.slice(from, from + AT_ONCE));
      const parsed = rows.filter((each) => sync[each.resource]).map((each) => splitRows(each).parsed);
      const db = systemDb(services.database, integration.accountId);
      await writeParsedRows(db, shopOf(integration), { parsed, deletions: [] });
    }
  }
}
