'use client';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  IconArrowBackUp,
  IconCalendarTime,
  IconDots,
  IconExternalLink,
  IconEyeShare,
  IconHistory,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTRPC } from '@/app/trpc';
import { useArrivedAccount } from '@/components/shell/use-account';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { SMALL_ICON } from '@/components/ui/icon';
import { publicPath, type Post, type PostValues, type Turn } from './post';
import { usePostState } from './post-status';
import { useNotifyFailure } from '@/components/ui/use-notify-failure';
import { whenOpened } from '@/components/ui/when-opened';
import { PublishDrawer } from './publish-drawer';

const PostHistory = whenOpened(async () => (await import('./post-history')).PostHistory);
const PreviewLink = whenOpened(async () => (await import('./preview-link')).PreviewLink);

interface Props {
  /** Id of the form that Save submits. */
  form: string;
  post: Post | null;
  values: PostValues;
  busy: boolean;
  dirty: boolean;
  /** Checks whether the written post could be saved. */
  isComplete: () => boolean;
  onTurn: (turn: Turn) => void;
  /** Told when a revision has taken its place. */
  onRestored: (post: Post) => void;
}

const UNSAVED = { status: 'draft', publishedAt: null } as const;

/** Save, publish now or later, take back, delete: what can be done depends on where the post stands. */
export function PostActions({ form, post, values, busy, dirty, isComplete, onTurn, onRestored }: Props) {
  const t = useTranslations('blog.actions');
  const state = usePostState(post ?? UNSAVED);
  const accountId = useArrivedAccount()?.workspace?.id ?? '';
  const [publishing, setPublishing] = useState(false);
  const [asking, setAsking] = useState<'draft' | 'delete' | null>(null);
  const [isLinked, setIsLinked] = useState(false);
  const [isHistory, setIsHistory] = useState(false);
  const router = useRouter();
  const broadcast = useMutation(
    useTRPC().blog.toBroadcast.mutationOptions({
      onError: useNotifyFailure(),
      onSuccess: ({ id }) => router.push(`/broadcasts/${id}/edit`),
    }),
  );
  const isDraft = state === 'draft';
  const isPublic = state === 'published' || state === 'unlisted';

  // What is missing is shown first: nobody chooses a day for a post without a title.
  const open = () => (isComplete() ? setPublishing(true) : onTurn({ kind: 'keep' }));
  const save = (
    <Button type="submit" form={form} variant={isDraft ? 'default' : 'filled'} loading={busy}>
      {isDraft ? t('saveDraft') : t('save')}
    </Button>
  );
  return (
    <>
      {post !== null && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('more')}>
              <IconDots {...SMALL_ICON} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {!isDraft && (
              <Menu.Item leftSection={<IconCalendarTime {...SMALL_ICON} />} onClick={open}>
                {state === 'scheduled' ? t('reschedule') : t('redate')}
              </Menu.Item>
            )}
            {!isDraft && (
              <Menu.Item
                leftSection={<IconArrowBackUp {...SMALL_ICON} />}
                onClick={() => (isPublic ? setAsking('draft') : onTurn({ kind: 'draft' }))}
              >
                {t('toDraft')}
              </Menu.Item>
            )}
            <Menu.Item leftSection={<IconHistory {...SMALL_ICON} />} onClick={() => setIsHistory(true)}>
              {t('history')}
            </Menu.Item>
            <Menu.Item leftSection={<IconEyeShare {...SMALL_ICON} />} onClick={() => setIsLinked(true)}>
              {t('previewLink')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconSend {...SMALL_ICON} />}
              disabled={broadcast.isPending}
              onClick={() => broadcast.mutate({ id: post.id })}
            >
              {t('toBroadcast')}
            </Menu.Item>
            <Menu.Item color="red" leftSection={<IconTrash {...SMALL_ICON} />} onClick={() => setAsking('delete')}>
              {t('delete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {post !== null && isPublic && (
        <Button
          component="a"
          href={publicPath(accountId, post.slug)}
          target="_blank"
          variant="default"
          rightSection={<IconExternalLink {...SMALL_ICON} />}
        >
          {t('view')}
        </Button>
      )}
      {save}
      {isDraft && (
        <Button disabled={busy} onClick={open}>
          {t('publish')}
        </Button>
      )}
      <PublishDrawer
        opened={publishing}
        onClose={() => setPublishing(false)}
        post={post}
        values={values}
        onTurn={(turn) => {
          setPublishing(false);
          onTurn(turn);
        }}
      />
      <ConfirmDialog
        opened={asking === 'draft'}
        onClose={() => setAsking(null)}
        title={t('toDraftTitle', { title: values.title })}
        confirm={t('toDraft')}
        onConfirm={() => {
          setAsking(null);
          onTurn({ kind: 'draft' });
        }}
      >
        {t('toDraftMessage')}
      </ConfirmDialog>
      {post !== null && <PreviewLink opened={isLinked} onClose={() => setIsLinked(false)} id={post.id} />}
      {post !== null && (
        <PostHistory
          opened={isHistory}
          onClose={() => setIsHistory(false)}
          post={post}
          dirty={dirty}
          isPublic={isPublic}
          onRestored={(restored) => {
            setIsHistory(false);
            onRestored(restored);
          }}
        />
      )}
      {post !== null && <DeleteDialog opened={asking === 'delete'} onClose={() => setAsking(null)} post={post} />}
    </>
  );
}

function DeleteDialog({ opened, onClose, post }: { opened: boolean; onClose: () => void; post: Post }) {
  const t = useTranslations('blog.actions');
  const trpc = useTRPC();
  const router = useRouter();
  const deletion = useMutation(
    trpc.blog.delete.mutationOptions({
      onSuccess: () => {
        notifications.show({ color: 'var(--ink)', message: t('deleted', { title: post.title }) });
        onClose();
        router.push('/blog');
      },
    }),
  );
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('deleteTitle', { title: post.title })}
      confirm={t('delete')}
      destructive
      call={deletion}
      onConfirm={() => deletion.mutate({ id: post.id })}
    >
      {t('deleteMessage')}
    </ConfirmDialog>
  );
}
