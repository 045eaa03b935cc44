import type { BeginReads } from '@/app/reads';

/** Names of lists and segments (use-names.ts). */
export const namesReads: BeginReads = ({ trpc, client }) => [
  client.query(trpc.contactLists.list.queryOptions()),
  client.query(trpc.audienceSegments.list.queryOptions({ status: 'active' })),
];
