import type { Namespace } from '@/app/i18n/texts';
import type { BeginReads } from '@/app/reads';

/** Words of what names conditions, beside those of funnels. */
export const FUNNEL_TEXTS: readonly Namespace[] = ['funnels', 'audienceSegments', 'contacts'];

/** Names of lists, segments and templates (use-names.ts). */
export const namesReads: BeginReads = ({ trpc, client }) => [
  client.query(trpc.contactLists.list.queryOptions()),
  client.query(trpc.audienceSegments.list.queryOptions({ status: 'active' })),
  client.query(trpc.broadcasts.templates.list.queryOptions()),
  client.query(trpc.funnels.recipes.queryOptions()),
];
