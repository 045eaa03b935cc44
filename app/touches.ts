/**
 * The reads that a change affects. A mutation of a resource makes the reads of that resource, and of those that show
 * it, old; those on the page are asked anew before the mutation counts as done, so that a list is up to date when its
 * drawer closes. A mutation that touches others, or nothing, says so: `mutationOptions({ meta: { touches: [] } })`.
 */
import type { Query, QueryClient } from '@tanstack/react-query';
import type { Outputs } from '@/app/trpc';
import { problemOf } from '@/components/ui/problem';

type Resource = keyof Outputs;

/** Home, the roll-up of a campaign and the audit log show nearly everything. */
const EVERYWHERE: readonly Resource[] = ['insights', 'auditLog', 'search'];
const LINKED: readonly Resource[] = [
  'abandonedCart',
  'blog',
  'broadcasts',
  'campaigns',
  'discountCodes',
  'feeds',
  'programs',
  'referrals',
];

/** Resource → the others that show it. */
const SHOWN_IN: Partial<Record<Resource, readonly Resource[]>> = {
  abandonedCart: ['marketingCampaigns'],
  audienceSegments: ['contactLists'],
  billing: ['accounts'],
  blog: ['marketingCampaigns'],
  broadcasts: ['marketingCampaigns', 'sandbox'],
  campaigns: ['billing', 'collaborations', 'marketingCampaigns'],
  collaborations: ['campaigns', 'discountCodes', 'programs'],
  contactLists: ['contacts', 'audienceSegments', 'forms'],
  contacts: ['contactLists', 'audienceSegments', 'funnels'],
  discountCodes: ['marketingCampaigns'],
  feeds: ['marketingCampaigns'],
  funnels: ['contacts', 'billing'],
  marketingCampaigns: LINKED,
  programs: ['billing', 'collaborations', 'marketingCampaigns'],
  referrals: ['marketingCampaigns', 'discountCodes'],
  sandbox: ['broadcasts', 'channels'],
};

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Instead of what goes by the resource. */
      touches?: readonly Resource[] | 'everything';
    };
  }
}

interface Done {
  meta: { touches?: readonly Resource[] | 'everything' } | undefined;
  /** The key of the mutation in tRPC: `[['contactLists', 'create']]`. */
  mutationKey: readonly unknown[] | undefined;
  variables: unknown;
  error: unknown;
}

const DELETIONS = new Set(['delete', 'remove', 'erase']);
/** The statuses for data on the page that were no longer true. */
const OUT_OF_DATE = new Set([404, 409]);

const pathOf = (key: readonly unknown[] | undefined): readonly unknown[] => (Array.isArray(key?.[0]) ? key[0] : []);
const idOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;

function touchedBy(meta: Done['meta'], path: readonly unknown[]): ReadonlySet<unknown> {
  const [own] = path;
  const declared = meta?.touches;
  if (declared !== undefined && declared !== 'everything') return new Set(declared);
  return new Set(own === undefined ? [] : [own, ...EVERYWHERE, ...(SHOWN_IN[own as Resource] ?? [])]);
}

/**
 * Checks whether a query reads the very record that a mutation deleted: asking for it would only say that it is gone.
 */
function readsDeleted(query: Query, path: readonly unknown[], variables: unknown): boolean {
  const id = DELETIONS.has(String(path.at(-1))) ? idOf(variables) : undefined;
  const asked: unknown = query.queryKey[1];
  const input = typeof asked === 'object' && asked !== null && 'input' in asked ? asked.input : undefined;
  return id !== undefined && idOf(input) === id;
}

/** Makes old what a mutation touched, and waits for what is on the page. */
export async function touch(client: QueryClient, { meta, mutationKey, variables, error }: Done): Promise<void> {
  if (error !== null && !OUT_OF_DATE.has(problemOf(error).status ?? 0)) return;
  const path = pathOf(mutationKey);
  const touched = touchedBy(meta, path);
  await client.invalidateQueries({
    predicate: (query) =>
      (meta?.touches === 'everything' || touched.has(pathOf(query.queryKey)[0])) &&
      !(error === null && readsDeleted(query, path, variables)),
  });
}
