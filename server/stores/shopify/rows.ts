/** GraphQL's nodes of a resource as rows; a product with more variants than came with it is asked for the rest. */
import { at, textAt } from '@/server/providers/json';
import type { Resource } from '@/server/resources/integrations/vocabulary';
import { checkoutRow } from '@/server/stores/shopify/checkout-row';
import type { ShopifyClient } from '@/server/stores/shopify/client';
import { customerRow } from '@/server/stores/shopify/customer-row';
import { orderRow } from '@/server/stores/shopify/order-row';
import { productRow, type Shopfront, variantsIn } from '@/server/stores/shopify/product-row';
import { MORE_VARIANTS } from '@/server/stores/shopify/queries';
import type { Candidate, Rows } from '@/server/stores/store';

/** @param data of an answer that has `shop` */
export const shopfrontIn = (data: unknown, domain: string): Shopfront => ({
  currency: textAt(data, 'shop', 'currencyCode') ?? '',
  domain,
});

async function allVariants(client: ShopifyClient, product: unknown): Promise<readonly unknown[]> {
  const variants = [...variantsIn(product)];
  let from: unknown = product;
  while (at(from, 'variants', 'pageInfo', 'hasNextPage') === true) {
    const variables = { id: at(product, 'id'), after: at(from, 'variants', 'pageInfo', 'endCursor') };
    // Patient: whoever gave up here would lose the page.
    from = await client.askFor('product', MORE_VARIANTS, variables, true);
    variants.push(...variantsIn(from));
  }
  return variants;
}

async function candidateOf(
  client: ShopifyClient,
  resource: Resource,
  node: unknown,
  shopfront: Shopfront,
): Promise<Candidate | null> {
  switch (resource) {
    case 'products':
      return productRow(node, await allVariants(client, node), shopfront);
    case 'customers':
      return customerRow(node);
    case 'orders':
      return orderRow(node, shopfront.domain);
    case 'checkouts':
      return checkoutRow(node);
  }
}

/** @param nodes null among them: what is not there */
export async function rowsOf(
  client: ShopifyClient,
  resource: Resource,
  nodes: readonly unknown[],
  shopfront: Shopfront,
): Promise<Rows> {
  const rows: Candidate[] = [];
  for (const node of nodes) {
    // Of a node of another kind nothing of the fragment is told.
    if (at(node, 'id') === undefined) continue;
    const candidate = await candidateOf(client, resource, node, shopfront);
    if (candidate !== null) rows.push(candidate);
  }
  return { resource, rows, refused: [] };
}
