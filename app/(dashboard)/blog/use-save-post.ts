'use client';
/** Saves a post, and turns it into a draft, a scheduled or a published one in the same write. */
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { useTRPC, useTRPCClient } from '@/app/trpc';
import { useAccount } from '@/components/shell/use-account';
import { useFormat } from '@/components/ui/format';
import { notifyLive } from './notify-live';
import { publicPath, valuesOf, type inputOf, type Post, type Turn } from './post';
import type { PostEdit } from './use-post-form';

type Fields = ReturnType<typeof inputOf>;

/**
 * Returns the values that a turn sends besides the fields. Publishing now is a call of its own, for it goes by the
 * server's clock.
 */
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
  /**
   * The same, for what begins before it is drawn: a save that waits for the first autosave must not make a second post.
   */
  const postNow = useRef(initial);
  const hold = (stored: Post): void => {
    postNow.current = stored;
    setPost(stored);
  };
  const create = useMutation(trpc.blog.create.mutationOptions());
  const update = useMutation(trpc.blog.update.mutationOptions());
  const publish = useMutation(trpc.blog.publishNow.mutationOptions());

  const send = async (fields: Fields, { changes, ifUpdatedAt }: PostEdit, turn: Turn): Promise<Post> => {
    const post = postNow.current;
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
    const isNew = postNow.current === null;
    const saved = await send(fields, edit, turn);
    say(turn, saved);
    hold(saved);
    if (isNew) onMade(saved);
    return { updatedAt: saved.updatedAt };
  };
  /**
   * Saves what is typed without a word: into a draft, or beside a post that is public.
   * @returns the new version; nothing where the post is as it was
   */
  const keep = async (
    fields: Fields,
    { changes, ifUpdatedAt }: PostEdit,
  ): Promise<{ updatedAt: string } | undefined> => {
    const post = postNow.current;
    if (post === null) {
      const made = (await client.blog.create.mutate(fields)).post;
      hold(made);
      onMade(made);
      return { updatedAt: made.updatedAt };
    }
    const version = ifUpdatedAt ?? post.updatedAt;
    const { kept, updatedAt } = await client.blog.autosave.save.mutate({
      id: post.id,
      ...changes,
      ifUpdatedAt: version,
    });
    if (kept === 'copy') return undefined;
    const { locale: _, ...saved } = { ...post, ...changes, updatedAt };
    const locale = changes.locale === undefined ? post.locale : changes.locale;
    hold({ ...saved, ...(typeof locale === 'string' && { locale }) });
    return { updatedAt };
  };
  const drop = async (): Promise<void> => {
    if (postNow.current !== null) await client.blog.autosave.drop.mutate({ id: postNow.current.id });
  };
  /** The post as it is by now, whoever saved it. */
  const reload = async () => {
    const now = await client.blog.get.query({ id: postNow.current?.id ?? '' });
    hold(now.post);
    return { values: valuesOf(now.post), version: now.post.updatedAt };
  };
  return { post, hold, save, keep, drop, reload };
}
