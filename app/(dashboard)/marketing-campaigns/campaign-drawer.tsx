'use client';
import { Select, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useTRPC, useTRPCClient } from '@/app/trpc';
import { DrawerForm } from '@/components/ui/drawer-form';
import { FormDrawer } from '@/components/ui/form-drawer';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { createInput } from '@/server/modules/overview/marketing-campaigns/schema';
import { CAMPAIGN_STATUSES, GOALS } from '@/server/modules/overview/marketing-campaigns/vocabulary';
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
  return (
    <FormDrawer opened={opened} onClose={onClose} title={campaign ? t('editTitle') : t('newTitle')}>
      <CampaignForm campaign={campaign} sample={sample} onDone={onClose} />
    </FormDrawer>
  );
}

function CampaignForm({
  campaign,
  sample,
  onDone,
}: {
  campaign: Campaign | null;
  sample: boolean;
  onDone: () => void;
}) {
  const t = useTranslations('marketingCampaigns');
  const trpc = useTRPC();
  const router = useRouter();
  const create = useMutation(trpc.marketingCampaigns.create.mutationOptions());
  const update = useMutation(trpc.marketingCampaigns.update.mutationOptions());
  const client = useTRPCClient();
  const valuesOf = ({
    name,
    description,
    goal,
    status,
  }: Pick<Campaign, 'name' | 'description' | 'goal' | 'status'>) => ({
    name,
    description: description ?? '',
    goal,
    status,
  });
  const fresh = {
    name: sample ? t('form.sampleName') : '',
    description: sample ? t('form.sampleDescription') : '',
    goal: sample ? ('conversion' as const) : ('awareness' as const),
    status: 'draft' as const,
  };
  const { form, ...state } = useResourceForm({
    schema: createInput,
    initialValues: valuesOf(campaign ?? fresh),
    toInput: ({ name, description, goal, status }) => ({
      name: name.trim(),
      description: description.trim() === '' ? null : description.trim(),
      goal,
      status,
    }),
    editing: {
      kind: 'campaign',
      record: campaign?.id ?? null,
      version: campaign?.updatedAt,
      reload: async () => {
        const now = await client.marketingCampaigns.get.query({ id: campaign?.id ?? '' });
        return { values: valuesOf(now), version: now.updatedAt };
      },
      labels: {
        name: t('form.name'),
        description: t('form.description'),
        goal: t('form.goal'),
        status: t('form.status'),
      },
      words: (path, value) =>
        path === 'goal'
          ? t(`goals.${value as Campaign['goal']}`)
          : path === 'status'
            ? t(`status.${value as Campaign['status']}`)
            : undefined,
    },
    save: async (input, { changes, ifUpdatedAt }) => {
      const saved = campaign
        ? await update.mutateAsync({ ...changes, ifUpdatedAt, id: campaign.id })
        : await create.mutateAsync(input);
      onDone();
      notifications.show({ color: 'gray', message: t(campaign ? 'form.saved' : 'form.created', { name: saved.name }) });
      if (!campaign) router.push(`/marketing-campaigns/${saved.id}`);
    },
  });
  return (
    <DrawerForm of={state} submit={t(campaign ? 'form.save' : 'form.create')}>
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
    </DrawerForm>
  );
}
