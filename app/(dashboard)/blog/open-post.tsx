'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useParams, useRouter, useSearchParams } from 'next/navigation';
import { use, useState } from 'react';
import { useTRPC, useTRPCClient, type Outputs } from '@/app/trpc';
import { useBegunCampaign } from '@/components/campaign-select/use-begun-campaign';
import { useAccount } from '@/components/shell/use-account';
import { DraftOwner } from '@/components/ui/editing/draft-owner';
import { ErrorNotice } from '@/components/ui/error-notice';
import { LinkButton } from '@/components/ui/link-button';
import { MessagePage } from '@/components/ui/message-page';
import { problemOf } from '@/components/ui/problem';
import { emptyValues, valuesOf, type Post, type PostValues } from './post';
import { PostEditor } from './post-editor';
import { Skeleton } from '@mantine/core';
import { PageHead } from '@/components/ui/page-head';
import classes from './post-form.module.css';
import { readDraft, writeDraft, type DraftPlace } from '@/components/ui/editing/draft-store';
import { same } from '@/components/ui/editing/same';
type Copy = NonNullable<Outputs['blog']['autosave']['copy']['copy']>;

/**
 * Adds what somebody typed into a public post and did not save, wherever that was, to the drafts of this browser; it is
 * offered as they are. The newer of both is offered; the other one stays behind it.
 */
function offerCopy(owner: Pick<DraftPlace, 'workspaceId' | 'userId'>, post: Post, copy: Copy): void {
  const place: DraftPlace = { ...owner, kind: 'post', record: post.id };
  const known = readDraft<PostValues>(place);
  const values = valuesOf({ ...post, ...(copy.values as Partial<Post>) });
  if (known !== null && (Date.parse(known.at) >= Date.parse(copy.savedAt) || same(known.values, values))) return;
  writeDraft(place, {
    at: copy.savedAt,
    version: copy.ofVersion,
    base: valuesOf({ ...post, ...(copy.base as Partial<Post>) }),
    values,
    ...(known !== null && { before: known }),
  });
}

function PostSkeleton() {
  return (
    <div role="status">
      <PageHead
        title={<Skeleton component="span" display="block" height={24} width={260} my={4} />}
        action={<Skeleton height={36} width={160} />}
      />
      <div className={classes.columns}>
        <div className={classes.write}>
          <Skeleton height={64} radius={8} />
          <Skeleton height={56} radius={8} />
          <Skeleton height={480} radius={8} />
        </div>
        <Skeleton height={640} radius={8} />
      </div>
    </div>
  );
}

/**
 * The editor of the post that the address names. When a new one has been saved, the address changes and the editor
 * stays as it is, with caret and undo; every other change of the address begins anew.
 */
export function OpenPost() {
  const t = useTranslations('blog.sample');
  const { id } = useParams<{ id?: string }>();
  const isSample = useSearchParams().get('start') === 'sample';
  const marketingCampaignId = useBegunCampaign();
  const router = useRouter();
  const [made, setMade] = useState<string | null>(null);
  const [{ shown, round }, show] = useState({ shown: id, round: 0 });
  const goesOn = made !== null && id === made;
  if (shown !== id) {
    show({ shown: id, round: goesOn ? round : round + 1 });
    if (!goesOn) setMade(null);
  }
  const account = useAccount();

  if (id !== undefined && !goesOn) return <KnownPost key={round} id={id} />;
  if (account === undefined) return <PostSkeleton />;
  const onMade = (post: { id: string }) => {
    setMade(post.id);
    router.replace(`/blog/${post.id}`);
  };
  const begun = {
    ...emptyValues(account.user.name),
    marketingCampaignId,
    ...(isSample && { title: t('title'), slug: t('slug'), body: t('body'), tags: [t('tag')] }),
  };
  return <PostEditor key={round} post={null} begun={begun} onMade={onMade} />;
}

const nothing = () => undefined;

function KnownPost({ id }: { id: string }) {
  const t = useTranslations('blog.gone');
  const trpc = useTRPC();
  // Nobody goes on writing in what was read a while ago and may have been changed since.
  const { data, error, refetch, isFetchedAfterMount } = useQuery(
    trpc.blog.get.queryOptions({ id }, { refetchOnMount: 'always', refetchOnWindowFocus: false }),
  );
  const owner = use(DraftOwner);
  const client = useTRPCClient();
  // What was typed elsewhere joins the drafts of this browser before the editor looks at them.
  const { isPending: isLooking } = useQuery({
    // Whose drafts these are is known in the browser only.
    enabled: owner !== null,
    queryKey: ['blog-working-copy', id],
    async queryFn() {
      const { copy } = await client.blog.autosave.copy.query({ id });
      if (copy !== null && owner !== null) offerCopy(owner, (await client.blog.get.query({ id })).post, copy);
      return copy?.savedAt ?? null;
    },
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
  });
  if (data && isFetchedAfterMount && !isLooking)
    return <PostEditor post={data.post} begun={valuesOf(data.post)} onMade={nothing} />;
  if (error === null) return <PostSkeleton />;
  if (problemOf(error).code !== 'NOT_FOUND')
    return <ErrorNotice error={error} act="read" onRetry={() => void refetch()} />;
  return (
    <MessagePage title={t('title')} action={<LinkButton href="/blog">{t('action')}</LinkButton>}>
      <p>{t('message')}</p>
    </MessagePage>
  );
}
