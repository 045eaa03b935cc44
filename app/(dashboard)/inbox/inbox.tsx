'use client';
import { Skeleton } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useHotkeys } from '@mantine/hooks';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTRPC } from '@/app/trpc';
import { EmptyState } from '@/components/ui/empty-state';
import { ICON } from '@/components/ui/icon';
import { LinkButton } from '@/components/ui/link-button';
import { listedInPages } from '@/components/ui/listed';
import { PageHead } from '@/components/ui/page-head';
import { useAddress } from '@/components/ui/use-address';
import { Conversations } from './conversations';
import { ADDRESS, listOptions } from './inbox-address';
import classes from './inbox.module.css';

/**
 * The interval that brings new messages here within three seconds. Tabs in the background wait until they are looked
 * at.
 */
const EVERY_MS = 2_500;

/** Asks whether there is something new, and reads it anew then. @returns who else is answering */
function usePulse(conversationId: string): { writing: readonly string[] } {
  const trpc = useTRPC();
  const client = useQueryClient();
  const input = conversationId === '' ? {} : { conversationId };
  const { data } = useQuery(trpc.inbox.pulse.queryOptions(input, { refetchInterval: EVERY_MS }));
  const seen = useRef<{ conversationId: string; version: string } | null>(null);
  const version = data?.version;
  useEffect(() => {
    if (version === undefined) return;
    const before = seen.current;
    seen.current = { conversationId, version };
    // The first one says what is shown already.
    if (before?.conversationId !== conversationId || before.version === version) return;
    for (const key of [trpc.inbox.list.pathKey(), trpc.inbox.messages.pathKey(), trpc.inbox.get.pathKey()])
      void client.invalidateQueries({ queryKey: key });
  }, [version, conversationId, client, trpc]);
  return { writing: data?.writing ?? [] };
}

// What a conversation needs comes when one is opened, or a moment before: when a hand is over the list.
const loadPerson = async () => ({ default: (await import('./person')).Person });
const loadThread = async () => ({ default: (await import('./thread')).Thread });
const Person = lazy(loadPerson);
const Thread = lazy(loadThread);
const load = () => void Promise.all([loadPerson(), loadThread()]);

/** Three panes: conversations, what was said in one, and who it is. On a phone one of the first two. */
export function Inbox() {
  const t = useTranslations('inbox');
  const [address, setAddress] = useAddress(ADDRESS);
  const { conversation: id, ...filter } = address;
  const list = listedInPages(useInfiniteQuery(listOptions(useTRPC(), filter)), (page) => page.data);
  const { writing } = usePulse(id);
  const open = (conversation: string) => setAddress({ conversation });
  const step = (by: 1 | -1) => {
    const rows = list.rows ?? [];
    const at = rows.findIndex((row) => row.id === id);
    const next = rows[at < 0 ? 0 : at + by];
    if (next !== undefined) open(next.id);
  };
  useHotkeys([
    ['J', () => step(1)],
    ['K', () => step(-1)],
  ]);
  const isUnfiltered = Object.entries(filter).every(([name, value]) => ADDRESS[name as keyof typeof ADDRESS] === value);
  return (
    <>
      <div className={classes.head} data-open={id !== '' || undefined}>
        <PageHead
          title={t('title')}
          lead={t('lead')}
          action={
            <LinkButton href="/inbox/settings" variant="default">
              {t('settings')}
            </LinkButton>
          }
        />
      </div>
      {isUnfiltered && id === '' && list.rows?.length === 0 ? (
        <EmptyState
          icon={<IconMessages {...ICON} />}
          sentence={t('empty')}
          action={<LinkButton href="/inbox/settings">{t('emptyAction')}</LinkButton>}
        />
      ) : (
        <div className={classes.panes} data-open={id !== '' || undefined} onPointerEnter={load} onFocus={load}>
          <Conversations list={list} address={address} onAddress={setAddress} onOpen={open} />
          {id === '' ? (
            <p className={classes.nothing}>{t('choose')}</p>
          ) : (
            <Suspense fallback={<Skeleton height={480} />}>
              <Thread key={id} id={id} writing={writing} onClose={() => open('')} onDone={() => step(1)} />
            </Suspense>
          )}
          {id !== '' && (
            <Suspense fallback={null}>
              <Person key={`person-${id}`} id={id} />
            </Suspense>
          )}
        </div>
      )}
    </>
  );
}
