'use client';
import { Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconArchive, IconPlayerPause, IconPlayerPlay, IconTrash, IconUserPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Funnel } from '@/app/(dashboard)/funnels/funnel';
import { useTRPC, type Outputs } from '@/app/trpc';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { SMALL_ICON } from '@/components/ui/icon';
import { whenOpened } from '@/components/ui/when-opened';
import { MoreMenu } from '@/components/ui/more-menu';
import { isBlocking } from '@/server/modules/automation/funnels/vocabulary';
import classes from './funnel.module.css';

const PublishDialog = whenOpened(async () => (await import('./publish-dialog')).PublishDialog);
const ResumeDialog = whenOpened(async () => (await import('./resume-dialog')).ResumeDialog);
const EnrollDrawer = whenOpened(async () => (await import('./enroll-drawer')).EnrollDrawer);

interface Props {
  shown: Outputs['funnels']['editor'];
  definition: Funnel['definition'];
  /** Saves what is not saved yet. @returns whether all is */
  settle: () => Promise<boolean>;
}

type Opened = 'publish' | 'resume' | 'enroll' | 'pause' | 'archive' | 'drop' | null;

/** Let it run, pause it, publish what was changed, let people in, archive it. */
export function FunnelActions({ shown, definition, settle }: Props) {
  const t = useTranslations('funnels.actions');
  const trpc = useTRPC();
  const { funnel } = shown;
  const { id, status, draft, problems } = funnel;
  const [opened, open] = useState<Opened>(null);
  const [isBusy, busy] = useDisclosure();
  const done = (words: string) => {
    open(null);
    notifications.show({ color: 'gray', message: words });
  };
  const activate = useMutation(trpc.funnels.activate.mutationOptions({ onSuccess: () => done(t('activated')) }));
  const pause = useMutation(trpc.funnels.pause.mutationOptions({ onSuccess: () => done(t('paused')) }));
  const archive = useMutation(trpc.funnels.archive.mutationOptions({ onSuccess: () => done(t('archived')) }));
  const drop = useMutation(trpc.funnels.update.mutationOptions({ onSuccess: () => done(t('dropped')) }));
  const isBlocked = problems.some(({ code }) => isBlocking(code));
  const saved = (then: () => void): void => {
    busy.open();
    void settle()
      .then((isSaved) => isSaved && then())
      .finally(busy.close);
  };
  const acts = { pause, archive, drop };
  return (
    <div className={classes.actions}>
      {status === 'draft' && (
        <Button
          leftSection={<IconPlayerPlay {...SMALL_ICON} />}
          loading={isBusy || activate.isPending}
          onClick={() => saved(() => open('publish'))}
        >
          {t('activate')}
        </Button>
      )}
      {status === 'paused' && (
        <Button
          leftSection={<IconPlayerPlay {...SMALL_ICON} />}
          variant={draft === null ? 'filled' : 'default'}
          loading={isBusy}
          onClick={() => saved(() => open('resume'))}
        >
          {t('resume')}
        </Button>
      )}
      {status === 'live' && (
        <Button variant="default" leftSection={<IconPlayerPause {...SMALL_ICON} />} onClick={() => open('pause')}>
          {t('pause')}
        </Button>
      )}
      {status !== 'draft' && draft !== null && (
        <Button loading={isBusy} onClick={() => saved(() => open('publish'))}>
          {t('publish')}
        </Button>
      )}
      <MoreMenu label={t('more')} width={240} quiet>
        {status === 'live' && (
          <Menu.Item leftSection={<IconUserPlus {...SMALL_ICON} />} onClick={() => open('enroll')}>
            {t('enroll')}
          </Menu.Item>
        )}
        {status !== 'draft' && draft !== null && (
          <Menu.Item leftSection={<IconTrash {...SMALL_ICON} />} onClick={() => open('drop')}>
            {t('drop')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconArchive {...SMALL_ICON} />} color="red" onClick={() => open('archive')}>
          {t('archive')}
        </Menu.Item>
      </MoreMenu>
      <PublishDialog
        opened={opened === 'publish'}
        shown={shown}
        definition={definition}
        isBlocked={isBlocked}
        onClose={() => open(null)}
        onDone={done}
      />
      <ResumeDialog opened={opened === 'resume'} shown={shown} onClose={() => open(null)} onDone={done} />
      <EnrollDrawer opened={opened === 'enroll'} funnelId={id} onClose={() => open(null)} />
      {(['pause', 'archive', 'drop'] as const).map((act) => (
        <ConfirmDialog
          key={act}
          opened={opened === act}
          onClose={() => open(null)}
          title={t(`${act}Title`)}
          confirm={t(act)}
          destructive={act !== 'pause'}
          call={acts[act]}
          onConfirm={() => {
            if (act === 'drop') drop.mutate({ id, draft: null });
            else acts[act].mutate({ id });
          }}
        >
          {t(`${act}Message`, { count: funnel.counts.active })}
        </ConfirmDialog>
      ))}
    </div>
  );
}
