'use client';
import { Skeleton, Switch, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC, useTRPCClient, type Outputs } from '@/app/trpc';
import { CampaignSelect } from '@/components/campaign-select/campaign-select';
import { PlanNotice } from '@/components/plan-notice';
import { ErrorNotice } from '@/components/ui/error-notice';
import { DrawerForm } from '@/components/ui/drawer-form';
import { FormDrawer } from '@/components/ui/form-drawer';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { updateConfigInput } from '@/server/modules/shops/feeds/schema';

type Config = Outputs['feeds']['getConfig'];

const valuesOf = (config: Config) => ({
  enabled: config.enabled,
  includeUnpublished: config.includeUnpublished,
  defaultProductCategory: config.defaultProductCategory ?? '',
  marketingCampaignId: 'marketingCampaignId' in config ? config.marketingCampaignId : null,
});
/** Null: nothing is stored yet. */
const versionOf = (config: Config): string | null => ('updatedAt' in config ? config.updatedAt : null);

/** The choice of whether there is a feed, and of what goes into it. */
export function FeedSettings({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useTranslations('feeds.settings');
  const trpc = useTRPC();
  const query = useQuery(trpc.feeds.getConfig.queryOptions(undefined, { enabled: opened }));
  return (
    <FormDrawer opened={opened} onClose={onClose} title={t('title')}>
      {query.isError && <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={240} />}
      {query.data && <SettingsForm config={query.data} onDone={onClose} />}
    </FormDrawer>
  );
}

function SettingsForm({ config, onDone }: { config: Config; onDone: () => void }) {
  const t = useTranslations('feeds.settings');
  const trpc = useTRPC();
  const client = useTRPCClient();
  const update = useMutation(trpc.feeds.updateConfig.mutationOptions());
  const { form, ...state } = useResourceForm({
    schema: updateConfigInput,
    initialValues: valuesOf(config),
    toInput: ({ defaultProductCategory, ...rest }) => ({
      ...rest,
      defaultProductCategory: defaultProductCategory.trim() === '' ? null : defaultProductCategory.trim(),
    }),
    editing: {
      kind: 'feed',
      record: 'settings',
      version: versionOf(config),
      reload: async () => {
        const now = await client.feeds.getConfig.query();
        return { values: valuesOf(now), version: versionOf(now) };
      },
      labels: {
        enabled: t('enabled'),
        includeUnpublished: t('includeUnpublished'),
        defaultProductCategory: t('category'),
      },
    },
    save: async (_input, { changes, ifUpdatedAt }) => {
      await update.mutateAsync({ ...changes, ifUpdatedAt });
      onDone();
      notifications.show({ color: 'gray', message: t('saved') });
    },
  });
  return (
    <DrawerForm of={state} submit={t('save')}>
      <PlanNotice needs="growth" limit="feeds" />
      <Switch
        label={t('enabled')}
        description={t('enabledHelp')}
        {...form.getInputProps('enabled', { type: 'checkbox' })}
      />
      <Switch
        label={t('includeUnpublished')}
        description={t('includeUnpublishedHelp')}
        {...form.getInputProps('includeUnpublished', { type: 'checkbox' })}
      />
      <TextInput
        label={t('category')}
        description={t('categoryHelp')}
        maxLength={200}
        placeholder="Food, Beverages & Tobacco > Beverages > Coffee"
        {...form.getInputProps('defaultProductCategory')}
      />
      <CampaignSelect
        value={form.values.marketingCampaignId}
        onChange={(id) => form.setFieldValue('marketingCampaignId', id)}
        error={form.errors.marketingCampaignId}
      />
    </DrawerForm>
  );
}
