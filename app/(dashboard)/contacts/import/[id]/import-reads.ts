/** The data that the page of an import shows besides its state: read first on the server, then in the browser. */
import type { Api } from '@/app/trpc';

/** On the page; the file has all of them. */
const SHOWN = 10;

export const refusalOptions = (trpc: Api, id: string, warnings = false) =>
  trpc.contacts.imports.refusals.queryOptions({ id, limit: SHOWN, warnings });
