'use client';
import { Button, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTRPC } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { FormActions, FormDrawer } from '@/components/ui/form-drawer';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { CAMPAIGN_STATUSES, createInput, GOALS } from '@/server/resources/marketing-campaigns/schema';
import type { Campaign } from './campaign';

interface Props {
  opened: boolean;
  /** The campaign that is edited; null for a new one. */
  campaign?: Campaign | null;
  /** A new one begins with a sample. */
  sample?: boolean;
  onClose: () => void;
}

/** A new campaign, or what one is called, for and doing. */
export function CampaignDrawer({ opened, campaign = null, sample = false, onClose }: Props) {
  const t = useTranslations('marketingCampaigns.form');
  const [dirty, setDirty] = useState(false);
  const close = () => {
    setDirty(false);
    onClose();
  };
  return (
    <FormDrawer opened={opened} onClose={close} dirty={dirty} title={campaign ? t('editTitle') : t('newTitle')}>
      <CampaignForm campaign={campaign} sample={sample} onDirty={setDirty} onDone={close} />
    </FormDrawer>
  );
}

function CampaignForm({
  campaign,
  sample,
  onDirty,
  onDone,
}: {
  campaign: Campaign | null;
  sample: boolean;
  onDirty: (dirty: boolean) => void;
  onDone: () => void;
}) {
  const t = useTranslations('marketingCampaigns');
  const tUi = useTranslations('ui');
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const create = useMutation(trpc.marketingCampaigns.create.mutationOptions());
  const update = useMutation(trpc.marketingCampaigns.update.mutationOptions());
  const fresh = {
    name: sample ? t('form.sampleName') : '',
    description: sample ? t('form.sampleDescription') : '',
    goal: sample ? ('conversion' as const) : ('awareness' as const),
    status: 'draft' as const,
  };
  const { form, formProps, failure, busy } = useResourceForm({
    schema: createInput,
    initialValues: campaign
      ? { name: campaign.name, description: campaign.description ?? '', goal: campaign.goal, status: campaign.status }
      : fresh,
    toInput: ({ name, description, goal, status }) => ({
      name: name.trim(),
      description: description.trim() === '' ? null : description.trim(),
      goal,
      status,
    }),
    onDirty,
    save: async (input) => {
      const saved = campaign
        ? await update.mutateAsync({ ...input, id: campaign.id })
        : await create.mutateAsync(input);
      onDirty(false);
      onDone();
      notifications.show({ color: 'gray', message: t(campaign ? 'form.saved' : 'form.created', { name: saved.name }) });
      void queryClient.invalidateQueries(trpc.marketingCampaigns.pathFilter());
      if (!campaign) router.push(`/marketing-campaigns/${saved.id}`);
    },
  });
  return (
    <form {...formProps}>
      <Stack gap="lg">
        <TextInput
          label={t('form.name')}
          description={t('form.nameHelp')}
          data-autofocus
          maxLength={120}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <Textarea
          label={t('form.description')}
          description={t('form.descriptionHelp')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2000}
          {...form.getInputProps('description')}
        />
        <Select
          label={t('form.goal')}
          allowDeselect={false}
          data={GOALS.map((value) => ({ value, label: t(`goals.${value}`) }))}
          {...form.getInputProps('goal')}
        />
        <Select
          label={t('form.status')}
          description={t('form.statusHelp')}
          allowDeselect={false}
          data={CAMPAIGN_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
          {...form.getInputProps('status')}
        />
        {failure !== null && <ErrorNotice error={failure} act="write" />}
      </Stack>
      <FormActions>
        <Button variant="default" onClick={onDone}>
          {tUi('cancel')}
        </Button>
        <Button type="submit" loading={busy}>
          {t(campaign ? 'form.save' : 'form.create')}
        </Button>
      </FormActions>
    </form>
  );
}
