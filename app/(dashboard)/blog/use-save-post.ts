'use client';
/** Saves a post, and turns it into a draft, a scheduled or a published one in the same write. */
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC, useTRPCClient } from '@/app/trpc';
import { useAccount } from '@/components/shell/use-account';
import { useFormat } from '@/components/ui/format';
import { notifyLive } from './notify-live';
import { publicPath, valuesOf, type inputOf, type Post, type Turn } from './post';

import type { PostEdit } from './use-post-form';

type Fields = ReturnType<typeof inputOf>;

/** What a turn sends beside the fields. Publishing now is a call of its own, for it goes by the server's clock. */
function dates(turn: Turn, post: Post | null): { status?: 'draft' | 'published'; publishedAt?: string | null } {
  if (turn.kind === 'at') return { status: 'published', publishedAt: turn.publishedAt };
  if (turn.kind !== 'draft') return {};
  // A time that has not come is taken back; of one that has, the day of its first appearance is kept.
  const ahead = post !== null && post.publishedAt !== null && Date.parse(post.publishedAt) > Date.now();
  return ahead ? { status: 'draft', publishedAt: null } : { status: 'draft' };
}

export function useSavePost(initial: Post | null, onMade: (post: Post) => void) {
  const t = useTranslations('blog.said');
  const format = useFormat();
  const trpc = useTRPC();
  const accountId = useAccount()?.workspace?.id ?? '';
  const client = useTRPCClient();
  const [post, setPost] = useState(initial);
  const create = useMutation(trpc.blog.create.mutationOptions());
  const update = useMutation(trpc.blog.update.mutationOptions());
  const publish = useMutation(trpc.blog.publishNow.mutationOptions());

  const send = async (fields: Fields, { changes, ifUpdatedAt }: PostEdit, turn: Turn): Promise<Post> => {
    if (post === null)
      return (
        await create.mutateAsync({
          ...fields,
          ...dates(turn, null),
          ...(turn.kind === 'now' && { status: 'published' as const }),
        })
      ).post;
    if (turn.kind === 'now') return (await publish.mutateAsync({ id: post.id, ...changes, ifUpdatedAt })).post;
    return (await update.mutateAsync({ id: post.id, ...changes, ...dates(turn, post), ifUpdatedAt })).post;
  };
  const say = (turn: Turn, { title, slug, publishedAt }: Post) => {
    const live = publishedAt === null || Date.parse(publishedAt) <= Date.now() || turn.kind === 'now';
    const link = { href: publicPath(accountId, slug), label: t('view') };
    if (turn.kind === 'now' || (turn.kind === 'at' && live)) notifyLive({ words: t('live', { title }), link });
    else if (turn.kind === 'at')
      notifications.show({
        color: 'var(--ink)',
        message: t('scheduled', { title, when: format.dateTime(publishedAt ?? '') }),
      });
    else notifications.show({ color: 'var(--ink)', message: t(turn.kind === 'draft' ? 'draft' : 'saved', { title }) });
  };
  const save = async (fields: Fields, edit: PostEdit, turn: Turn): Promise<{ updatedAt: string }> => {
    const saved = await send(fields, edit, turn);
    say(turn, saved);
    setPost(saved);
    if (post === null) onMade(saved);
    return { updatedAt: saved.updatedAt };
  };
  /** The post as it is by now, whoever saved it. */
  const reload = async () => {
    const now = await client.blog.get.query({ id: post?.id ?? '' });
    setPost(now.post);
    return { values: valuesOf(now.post), version: now.post.updatedAt };
  };
  return { post, save, reload };
}
