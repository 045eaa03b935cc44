/** The invoices, page by page: read on the server first, and in the browser. */
import type { Api } from '@/app/trpc';

const PAGE = 20;

export const invoiceOptions = (trpc: Api) =>
  trpc.billing.invoices.infiniteQueryOptions({ limit: PAGE }, { getNextPageParam: (page) => page.cursor });
