'use client';
import { Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconArchive, IconArchiveOff, IconPencil, IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import type { Campaign } from '@/app/(dashboard)/marketing-campaigns/campaign';
import { useTRPC } from '@/app/trpc';
import { beginIn } from '@/components/campaign-select/use-begun-campaign';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { ICON, SMALL_ICON } from '@/components/ui/icon';
import { useNotifyFailure } from '@/components/ui/use-notify-failure';
import { whenOpened } from '@/components/ui/when-opened';
import { MoreMenu } from '@/components/ui/more-menu';
import type { ChildType } from '@/server/modules/overview/marketing-campaigns/children-schema';
import { KIND_ORDER, KINDS } from './kinds';
import classes from './campaign-page.module.css';

const CampaignDrawer = whenOpened(
  async () => (await import('@/app/(dashboard)/marketing-campaigns/campaign-drawer')).CampaignDrawer,
);

/** Link something to it, edit, and archive after a question, or bring back. */
export function CampaignActions({ campaign, onAttach }: { campaign: Campaign; onAttach: (type: ChildType) => void }) {
  const t = useTranslations('marketingCampaigns');
  const notifyFailure = useNotifyFailure();
  const trpc = useTRPC();
  const [editing, drawer] = useDisclosure();
  const [asking, dialog] = useDisclosure();
  const say = (words: string) => {
    notifications.show({ color: 'gray', message: words });
    dialog.close();
  };
  const archive = useMutation(
    trpc.marketingCampaigns.archive.mutationOptions({
      onSuccess: ({ name }) => say(t('detail.archived', { name })),
    }),
  );
  const restore = useMutation(
    trpc.marketingCampaigns.update.mutationOptions({
      onSuccess: ({ name }) => say(t('detail.restored', { name })),
      onError: notifyFailure,
    }),
  );
  const isArchived = campaign.status === 'archived';
  return (
    <div className={classes.actions}>
      <MoreMenu label={t('detail.more')} width={200}>
        <Menu.Item leftSection={<IconPencil {...SMALL_ICON} />} onClick={drawer.open}>
          {t('detail.edit')}
        </Menu.Item>
        {!isArchived && (
          <Menu.Item leftSection={<IconArchive {...SMALL_ICON} />} onClick={dialog.open}>
            {t('detail.archive')}
          </Menu.Item>
        )}
      </MoreMenu>
      {isArchived ? (
        <Button
          leftSection={<IconArchiveOff {...ICON} />}
          loading={restore.isPending}
          onClick={() => restore.mutate({ id: campaign.id, status: 'paused' })}
        >
          {t('detail.restore')}
        </Button>
      ) : (
        <AddMenu campaignId={campaign.id} onAttach={onAttach} />
      )}
      <CampaignDrawer opened={editing} campaign={campaign} onClose={drawer.close} />
      <ConfirmDialog
        opened={asking}
        onClose={dialog.close}
        title={t('detail.archiveTitle', { name: campaign.name })}
        confirm={t('detail.archive')}
        call={archive}
        onConfirm={() => archive.mutate({ id: campaign.id })}
      >
        {t('detail.archiveMessage')}
      </ConfirmDialog>
    </div>
  );
}

/** New ones that begin in the campaign, and those that exist. */
function AddMenu({ campaignId, onAttach }: { campaignId: string; onAttach: (type: ChildType) => void }) {
  const t = useTranslations('marketingCampaigns');
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button leftSection={<IconPlus {...ICON} />}>{t('detail.add')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('detail.createNew')}</Menu.Label>
        {KIND_ORDER.map((type) => {
          const { form, icon: Icon } = KINDS[type];
          return form === null ? null : (
            <Menu.Item
              key={type}
              component={Link}
              href={beginIn(form, campaignId)}
              leftSection={<Icon {...SMALL_ICON} />}
            >
              {t(`kinds.${type}.one`)}
            </Menu.Item>
          );
        })}
        <Menu.Divider />
        <Menu.Label>{t('detail.attachExisting')}</Menu.Label>
        {KIND_ORDER.map((type) => {
          const { icon: Icon } = KINDS[type];
          return (
            <Menu.Item key={type} leftSection={<Icon {...SMALL_ICON} />} onClick={() => onAttach(type)}>
              {t(`kinds.${type}.title`)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
