'use client';
import { Button, Skeleton, Stack, Switch, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC, type Outputs } from '@/app/trpc';
import { CampaignSelect } from '@/components/campaign-select/campaign-select';
import { PlanNotice } from '@/components/plan-notice';
import { ErrorNotice } from '@/components/ui/error-notice';
import { FormActions, FormDrawer } from '@/components/ui/form-drawer';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { updateConfigInput } from '@/server/resources/feeds/schema';

/** Whether there is a feed, and what goes into it. */
export function FeedSettings({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useTranslations('feeds.settings');
  const trpc = useTRPC();
  const [dirty, setDirty] = useState(false);
  const query = useQuery(trpc.feeds.getConfig.queryOptions(undefined, { enabled: opened }));
  const close = () => {
    setDirty(false);
    onClose();
  };
  return (
    <FormDrawer opened={opened} onClose={close} dirty={dirty} title={t('title')}>
      {query.isError && <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton height={240} />}
      {query.data && <SettingsForm config={query.data} onDirty={setDirty} onDone={close} />}
    </FormDrawer>
  );
}

function SettingsForm({
  config,
  onDirty,
  onDone,
}: {
  config: Outputs['feeds']['getConfig'];
  onDirty: (dirty: boolean) => void;
  onDone: () => void;
}) {
  const t = useTranslations('feeds.settings');
  const tUi = useTranslations('ui');
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const update = useMutation(trpc.feeds.updateConfig.mutationOptions());
  const { form, formProps, failure, busy } = useResourceForm({
    schema: updateConfigInput,
    initialValues: {
      enabled: config.enabled,
      includeUnpublished: config.includeUnpublished,
      defaultProductCategory: config.defaultProductCategory ?? '',
      marketingCampaignId: 'marketingCampaignId' in config ? config.marketingCampaignId : null,
    },
    toInput: ({ defaultProductCategory, ...rest }) => ({
      ...rest,
      defaultProductCategory: defaultProductCategory.trim() === '' ? null : defaultProductCategory.trim(),
    }),
    onDirty,
    save: async (input) => {
      await update.mutateAsync(input);
      onDirty(false);
      onDone();
      notifications.show({ color: 'gray', message: t('saved') });
      void queryClient.invalidateQueries(trpc.marketingCampaigns.pathFilter());
      await queryClient.invalidateQueries(trpc.feeds.pathFilter());
    },
  });
  return (
    <form {...formProps}>
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
        <Button variant="default" onClick={onDone}>
          {tUi('cancel')}
        </Button>
        <Button type="submit" loading={busy}>
          {t('save')}
        </Button>
      </FormActions>
    </form>
  );
}
