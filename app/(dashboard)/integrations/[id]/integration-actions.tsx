'use client';
import { Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconPencil, IconPlugConnectedX } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { Integration } from '@/app/(dashboard)/integrations/integration';
import classes from '@/app/(dashboard)/integrations/integrations.module.css';
import { useTRPC } from '@/app/trpc';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { SMALL_ICON } from '@/components/ui/icon';
import { LinkButton } from '@/components/ui/link-button';
import { whenOpened } from '@/components/ui/when-opened';
import { MoreMenu } from '@/components/ui/more-menu';

const IntegrationDrawer = whenOpened(
  async () => (await import('@/app/(dashboard)/integrations/integration-drawer')).IntegrationDrawer,
);

/** Edit, disconnect. */
export function IntegrationActions({ integration }: { integration: Integration }) {
  const t = useTranslations('integrations');
  const trpc = useTRPC();
  const setup = useQuery(trpc.integrations.connectSetup.queryOptions());
  const [editing, edit] = useDisclosure();
  const [asking, ask] = useDisclosure();
  const revoke = useMutation(
    trpc.integrations.revoke.mutationOptions({
      onSuccess: () => {
        ask.close();
        notifications.show({ message: t('revoke.done'), color: 'gray' });
      },
    }),
  );
  return (
    <div className={classes.actions}>
      <Button leftSection={<IconPencil {...SMALL_ICON} />} onClick={edit.open}>
        {t('edit')}
      </Button>
      {setup.data?.sandbox === true && integration.provider.startsWith('storefront') && (
        <LinkButton href={`/integrations/sandbox?shop=${integration.provider}`} variant="default">
          {t('toSandbox')}
        </LinkButton>
      )}
      <MoreMenu label={t('moreActions')} width={200} quiet>
        <Menu.Item leftSection={<IconPlugConnectedX {...SMALL_ICON} />} color="red" onClick={ask.open}>
          {t('revoke.action')}
        </Menu.Item>
      </MoreMenu>
      <IntegrationDrawer opened={editing} integration={integration} onClose={edit.close} />
      <ConfirmDialog
        opened={asking}
        onClose={ask.close}
        title={t('revoke.title')}
        confirm={t('revoke.confirm')}
        destructive
        call={revoke}
        onConfirm={() => revoke.mutate({ id: integration.id })}
      >
        {t('revoke.message')}
      </ConfirmDialog>
    </div>
  );
}
