import type { BeginReads } from '@/app/reads';

/** Names of lists, segments and templates (use-names.ts). */
export const namesReads: BeginReads = ({ trpc, client }) => [
  client.query(trpc.contactLists.list.queryOptions()),
  client.query(trpc.audienceSegments.list.queryOptions({ status: 'active' })),
  client.query(trpc.broadcasts.templates.list.queryOptions()),
  client.query(trpc.funnels.recipes.queryOptions()),
];
