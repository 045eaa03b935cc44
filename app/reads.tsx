/**
 * Pages arrive with their data: what a page's code will ask for is read while it is drawn on the server, through the
 * procedures themselves, and laid into the browser's cache.
 */
import { dehydrate, QueryClient } from '@tanstack/react-query';
import { createTRPCClient, TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { Hydrated } from '@/app/hydrated';
import { currentSession } from '@/app/session';
import type { Api } from '@/app/trpc';
import { bridge } from '@/server/doors/bridge';
import type { AppRouter } from '@/server/modules';

/** The time that a page waits for its data, in milliseconds. What is late the browser asks for itself. */
const WAIT_MS = 1_000;

/** Begins what a page reads: `({ trpc, client }) => [client.query(trpc.apiKeys.list.queryOptions())]`. */
export type BeginReads = (with_: { trpc: Api; client: QueryClient }) => readonly Promise<unknown>[];

interface Props {
  begin: BeginReads;
  children: ReactNode;
}

/** Gives its data to the content inside. What could not be read is read by the browser, which shows why it cannot. */
export async function Reads({ begin, children }: Props) {
  const session = await currentSession();
  // A session that has ended: the page itself says what to do.
  const workspaceId = session?.accountId ?? null;
  if (workspaceId === null) return children;
  const client = new QueryClient();
  const links = [inProcess(await headers(), workspaceId)];
  const trpc = createTRPCOptionsProxy<AppRouter>({ client: createTRPCClient({ links }), queryClient: client });
  await inTime(Promise.allSettled(begin({ trpc, client })));
  return (
    <Hydrated workspaceId={workspaceId} state={dehydrate(client)}>
      {children}
    </Hydrated>
  );
}

/** Calls the router in this process, as who asked for the page. */
function inProcess(requested: Headers, of: string): TRPCLink<AppRouter> {
  return () =>
    ({ op: { path, input } }) =>
      observable((observer) => {
        bridge()
          .query({ path, input, headers: requested, of })
          .then(
            (data) => {
              observer.next({ result: { data } });
              observer.complete();
            },
            (error: unknown) =>
              observer.error(TRPCClientError.from(error instanceof Error ? error : new Error('The read failed.'))),
          );
      });
}

async function inTime(reads: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, WAIT_MS);
  });
  await Promise.race([reads, late]);
  clearTimeout(timer);
}
