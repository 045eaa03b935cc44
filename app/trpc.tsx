'use client';
/** The dashboard's typed calls to the server: `const trpc = useTRPC(); useQuery(trpc.apiKeys.list.queryOptions())`. */
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink, splitLink, type Operation, type TRPCLink } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { observable, type Unsubscribable } from '@trpc/server/observable';
import { createTRPCContext } from '@trpc/tanstack-react-query';
import { useState, type ReactNode } from 'react';
import { touch } from '@/app/touches';
import { problemOf } from '@/components/ui/problem';
import { signedInAgain } from '@/components/shell/session-end';
import { signInPath } from '@/components/shell/sign-in-path';
import { announceMismatch } from '@/components/shell/workspace-channel';
import { WORKSPACE_HEADER } from '@/server/doors/bridge';
import type { AppRouter } from '@/server/modules';

const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();
/** `useTRPCClient` calls without a cache: for what is asked again and again though it is no query, such as validate. */
export { useTRPC, useTRPCClient };

/** The value that `useTRPC` returns, and that a page's reads get on the server. */
export type Api = ReturnType<typeof useTRPC>;
export type Inputs = inferRouterInputs<AppRouter>;
export type Outputs = inferRouterOutputs<AppRouter>;

const MAX_RETRIES = 2;

/**
 * The options of a call that does not wait for the person to sign in again, such as those that signing in makes itself.
 */
export const AT_ONCE = { context: { atOnce: true } };

/**
 * Leads from a session that has ended to the page for signing in, and back to this one after, for places where nobody
 * can sign in in place.
 */
function leaveToSignIn(): void {
  const { pathname, search } = window.location;
  window.location.assign(signInPath(pathname + search));
}

/**
 * A call that finds the session ended waits until the person is back, and is sent again
 * (components/shell/sign-in-again.tsx).
 */
const signInAgainLink: TRPCLink<AppRouter> =
  () =>
  ({ next, op }) =>
    observable((observer) => {
      let isOver = false;
      let under: Unsubscribable;
      const send = (): void => {
        under = next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error: (error) => {
            if (problemOf(error).code !== 'UNAUTHENTICATED' || op.context.atOnce === true) return observer.error(error);
            // What can be cancelled only looks, such as a preview that is too long for a query.
            const asked = signedInAgain(op.type === 'mutation' && !op.signal);
            if (asked === null) {
              leaveToSignIn();
              return observer.error(error);
            }
            void asked.then((isBack) => {
              if (isOver) return;
              if (isBack) send();
              else observer.error(error);
            });
          },
        });
      };
      send();
      return () => {
        isOver = true;
        under.unsubscribe();
      };
    });

/** Another tab went into another workspace: the frame asks which one is meant (components/shell/shell.tsx). */
function askWhenElsewhere(error: Error): void {
  if (problemOf(error).code === 'ACCOUNT_MISMATCH') announceMismatch();
}

/** Only failures that may pass by themselves are tried again: those of the network and of the server. */
function shouldRetry(failures: number, error: Error): boolean {
  const { status } = problemOf(error);
  return failures < MAX_RETRIES && (status === null || status >= 500);
}

const makeQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({ onError: askWhenElsewhere }),
    mutationCache: new MutationCache({
      onError: askWhenElsewhere,
      onSettled: (_data, error, variables, _result, { meta, options: { mutationKey } }, { client }) =>
        touch(client, { meta, mutationKey, variables, error }),
    }),
    defaultOptions: {
      queries: { retry: shouldRetry, staleTime: 10_000 },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

const URL_LIMIT = 4000;

/** A query whose input does not fit into an address, such as the check of a whole e-mail. */
const isLong = ({ type, input }: Operation): boolean =>
  type === 'query' && encodeURIComponent(JSON.stringify(input)).length > URL_LIMIT / 2;

/**
 * The workspace that this page was drawn for, which the server holds against the session's. None outside the
 * dashboard's frame.
 */
function headers(): Record<string, string> {
  const workspace = document.querySelector<HTMLElement>('[data-workspace]')?.dataset.workspace;
  return workspace === undefined ? {} : { [WORKSPACE_HEADER]: workspace };
}

const links = () => [
  signInAgainLink,
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
