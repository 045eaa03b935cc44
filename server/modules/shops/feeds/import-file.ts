/**
 * `products import` (docs/contract/feeds.md#mirrored-products): a file with one product a line, in the form of PUT
 * /feeds/products.
 */
import { validationError } from '@/server/platform/errors';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { LineError, linesOf } from '@/server/platform/lib/lines';
import { putProducts } from '@/server/modules/shops/feeds/put-products';
import { productInput, PUT_LIMIT, type ProductInput, type PutResult } from '@/server/modules/shops/feeds/schema';

/** Yields the file's products in order. @throws LineError for the first line that is no product */
async function* productsOf(file: string): AsyncGenerator<ProductInput, void> {
  for await (const { number, text } of linesOf(file)) {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw new LineError(number, 'is not JSON');
    }
    const parsed = productInput.safeParse(value);
    if (!parsed.success) throw new LineError(number, validationError(parsed.error).message);
    yield parsed.data;
  }
}

/**
 * Mirrors the file's products, a thousand a statement. Checks the whole file before the first write. If the database
 * goes away in between, the error says how far the import came, and the same file may be imported again.
 * @throws LineError, with nothing written; Error
 */
export async function importProducts(db: WorkspaceDb, file: string): Promise<PutResult> {
  for await (const _product of productsOf(file));

  const total = { created: 0, updated: 0 };
  const write = async (products: readonly ProductInput[]): Promise<void> => {
    try {
      const { created, updated } = await putProducts(db, products);
      total.created += created;
      total.updated += updated;
    } catch (error) {
      throw new Error(
        `The import stopped after ${total.created + total.updated} products (${total.created} created, ${total.updated} updated). Run it again.`,
        { cause: error },
      );
    }
  };
  let batch: ProductInput[] = [];
  for await (const product of productsOf(file)) {
    batch.push(product);
    if (batch.length === PUT_LIMIT) {
      await write(batch);
      batch = [];
    }
  }
  if (batch.length > 0) await write(batch);
  return total;
}
