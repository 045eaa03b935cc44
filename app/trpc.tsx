'use client';
/** The dashboard's typed calls to the server: `const trpc = useTRPC(); useQuery(trpc.apiKeys.list.queryOptions())`. */
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink, splitLink, type Operation } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { createTRPCContext } from '@trpc/tanstack-react-query';
import { useState, type ReactNode } from 'react';
import { problemOf } from '@/components/ui/problem';
import { signInPath } from '@/components/shell/sign-in-path';
import { tellOfMismatch } from '@/components/shell/workspace-channel';
import { WORKSPACE_HEADER } from '@/server/bridge';
import type { AppRouter } from '@/server/router';

const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();
/** `useTRPCClient` calls without a cache: for what is asked again and again though it is no query, such as validate. */
export { useTRPC, useTRPCClient };

export type Inputs = inferRouterInputs<AppRouter>;
export type Outputs = inferRouterOutputs<AppRouter>;

const MAX_RETRIES = 2;

/** A session that has ended sends the person to sign in, and back to this page after. */
function leaveWhenSignedOut(error: Error): void {
  if (problemOf(error).code !== 'UNAUTHENTICATED') return;
  const { pathname, search } = window.location;
  window.location.assign(signInPath(pathname + search));
}

/** Another tab went into another workspace: the frame asks which one is meant (components/shell/other-workspace.tsx). */
function askWhenElsewhere(error: Error): void {
  if (problemOf(error).code === 'ACCOUNT_MISMATCH') tellOfMismatch();
}

function onError(error: Error): void {
  leaveWhenSignedOut(error);
  askWhenElsewhere(error);
}

/** Only what may pass by itself is tried again: the network, and faults of the server. */
function shouldRetry(failures: number, error: Error): boolean {
  const { status } = problemOf(error);
  return failures < MAX_RETRIES && (status === null || status >= 500);
}

const makeQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { retry: shouldRetry, staleTime: 10_000 },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

const URL_LIMIT = 4000;

/** A query whose input does not fit into an address, such as the check of a whole e-mail. */
const isLong = ({ type, input }: Operation): boolean =>
  type === 'query' && encodeURIComponent(JSON.stringify(input)).length > URL_LIMIT / 2;

/** The workspace that this page was drawn for, which the server holds against the session's. None outside the dashboard's frame. */
function headers(): Record<string, string> {
  const workspace = document.querySelector<HTMLElement>('[data-workspace]')?.dataset.workspace;
  return workspace === undefined ? {} : { [WORKSPACE_HEADER]: workspace };
}

const links = () => [
  splitLink({
    condition: isLong,
    true: httpBatchLink({ url: '/api/trpc', methodOverride: 'POST', headers }),
    false: httpBatchLink({ url: '/api/trpc', maxURLLength: URL_LIMIT, headers }),
  }),
];

export function ApiProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(makeQueryClient);
  const [client] = useState(() => createTRPCClient<AppRouter>({ links: links() }));
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={client} queryClient={queryClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  );
}
