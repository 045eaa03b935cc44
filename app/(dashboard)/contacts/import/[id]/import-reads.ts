/** What the page of an import shows beside how it stands: read on the server first, and in the browser. */
import type { Api } from '@/app/trpc';

/** On the page; the file has all of them. */
const SHOWN = 10;

export const refusalOptions = (trpc: Api, id: string, warnings = false) =>
  trpc.contacts.imports.refusals.queryOptions({ id, limit: SHOWN, warnings });
