/**
 * Reads a resource of a shop page by page, by id. WooCommerce cannot list rows after an id. So each page begins with
 * the last row of the page before; if it does not, rows were deleted meanwhile and later rows moved forward, and the
 * missed ones are read first.
 */
import { DAY_MS } from '@/server/platform/lib/durations';
import { textAt } from '@/server/platform/vendors/json';
import { EXPIRES_AFTER_DAYS } from '@/server/modules/shops/connections/vocabulary';
import type { OpenedShop, Page, Reader, Reading, Rows } from '@/server/modules/shops/adapters/store';
import { askList, currencyOf } from '@/server/modules/shops/adapters/woocommerce/api';
import { customerOf, isCustomer } from '@/server/modules/shops/adapters/woocommerce/customers';
import { type Checkouts, checkoutsIn, ordersIn } from '@/server/modules/shops/adapters/woocommerce/order-rows';
import { PATHS, queryOf } from '@/server/modules/shops/adapters/woocommerce/queries';
import { productsOf } from '@/server/modules/shops/adapters/woocommerce/variations';

/** The most rows that a shop returns at once. */
const PAGE = 100;

interface Position {
  /** Rows before the page. */
  offset: number;
  /** The last id that was read; 0: none. */
  last: number;
}

interface Slice {
  offset: number;
  rows: unknown[];
  total: number | null;
}

function positionOf(text: string | null): Position {
  const [, offset = '0', last = '0'] = /^(\d{1,15}):(\d{1,15})$/.exec(text ?? '') ?? [];
  return { offset: Number(offset), last: Number(last) };
}

const idOf = (row: unknown): number => Number(textAt(row, 'id') ?? 0);

const isJoined = ({ rows }: Slice, last: number): boolean => rows.length > 0 && idOf(rows[0]) <= last;

export class WooReader implements Reader {
  private currency: string | null = null;

  constructor(
    private readonly shop: OpenedShop,
    private readonly reading: Reading,
  ) {}

  async next(position: string | null): Promise<Page> {
    const from = positionOf(position);
    const { offset, rows, total } = await this.joined(from);
    const fresh = rows.filter((row) => idOf(row) > from.last);
    const last = fresh.reduce<number>((greatest, row) => Math.max(greatest, idOf(row)), from.last);
    const isEnd = rows.length === 0 || (total === null ? rows.length < PAGE : offset + PAGE >= total);
    return {
      rowSets: await this.pageRows(fresh),
      count: fresh.length,
      position: isEnd ? null : `${offset + PAGE - 1}:${last}`,
      ...(total === null ? {} : { total }),
    };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** Reads the page at a position, or an earlier page if rows moved to before the position. */
  private async joined({ offset, last }: Position): Promise<Slice> {
    const asked = await this.slice(offset);
    if (last === 0 || offset === 0 || isJoined(asked, last)) return asked;
    for (let before = offset - PAGE; ; before -= PAGE) {
      const earlier = await this.slice(Math.max(before, 0));
      if (before > 0 && !isJoined(earlier, last)) continue;
      // Without a row that was missed nothing has moved: the shop keeps rows from us, and the page is what it is.
      return earlier.rows.some((row) => idOf(row) > last) ? earlier : asked;
    }
  }

  private async slice(offset: number): Promise<Slice> {
    const { rows, total } = await askList(this.shop, {
      path: PATHS[this.reading.resource],
      query: { ...queryOf(this.reading), per_page: String(PAGE), offset: String(offset) },
    });
    return { offset, rows, total };
  }

  private async pageRows(rows: readonly unknown[]): Promise<Rows[]> {
    const { shop, reading } = this;
    const isHistory = reading.kind === 'backfill';
    const scope: Checkouts = isHistory ? 'open' : shop.config.sync.orders ? 'unpaid' : 'all';
    switch (reading.resource) {
      case 'products':
        // Asked for once in a run, and not where there is nothing to price.
        if (rows.length > 0) this.currency ??= await currencyOf(shop);
        return [{ resource: 'products', rows: await productsOf(shop, rows, this.currency ?? ''), refused: [] }];
      case 'customers':
        return [{ resource: 'customers', rows: rows.filter(isCustomer).map(customerOf), refused: [] }];
      case 'orders': {
        // What waits for longer than a checkout can be open is history as well.
        const since = new Date(shop.now.getTime() - EXPIRES_AFTER_DAYS * DAY_MS);
        return [ordersIn(rows), checkoutsIn(rows, scope, isHistory ? since : null)];
      }
      case 'checkouts':
        return [checkoutsIn(rows, scope)];
    }
  }
}

/** Returns how many rows a reading will go through; null: the shop does not say. */
export async function countOf(shop: OpenedShop, reading: Reading): Promise<number | null> {
  const query = { ...queryOf(reading), per_page: '1', _fields: 'id' };
  return (await askList(shop, { path: PATHS[reading.resource], query })).total;
}
