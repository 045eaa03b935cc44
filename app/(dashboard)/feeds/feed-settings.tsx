'use client';
import { Button, Skeleton, Stack, Switch, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC, useTRPCClient, type Outputs } from '@/app/trpc';
import { CampaignSelect } from '@/components/campaign-select/campaign-select';
import { PlanNotice } from '@/components/plan-notice';
import { EditorNotices } from '@/components/ui/editing/editor-notices';
import { ErrorNotice } from '@/components/ui/error-notice';
import { CancelButton, FormActions, FormDrawer } from '@/components/ui/form-drawer';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { updateConfigInput } from '@/server/resources/feeds/schema';

type Config = Outputs['feeds']['getConfig'];

const valuesOf = (config: Config) => ({
  enabled: config.enabled,
  includeUnpublished: config.includeUnpublished,
  defaultProductCategory: config.defaultProductCategory ?? '',
  marketingCampaignId: 'marketingCampaignId' in config ? config.marketingCampaignId : null,
});
/** Null: nothing is stored yet. */
const versionOf = (config: Config): string | null => ('updatedAt' in config ? config.updatedAt : null);

/** Whether there is a feed, and what goes into it. */
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
  const { form, formProps, failure, busy, editor } = useResourceForm({
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
    <form {...formProps}>
      <EditorNotices editor={editor} />
      <Stack gap="lg">
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
        {failure !== null && <ErrorNotice error={failure} act="write" />}
      </Stack>
      <FormActions>
        <CancelButton />
        <Button type="submit" loading={busy}>
          {t('save')}
        </Button>
      </FormActions>
    </form>
  );
}
