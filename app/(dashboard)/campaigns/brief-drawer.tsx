'use client';
import { ActionIcon, Button, Checkbox, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTimeZone, useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import type { Brief } from '@/app/(dashboard)/collaborations/creator';
import classes from '@/app/(dashboard)/collaborations/creators.module.css';
import { fromSmallest, toSmallest, type Typed } from '@/app/(dashboard)/discount-codes/amounts';
import { CurrencyInput } from '@/app/(dashboard)/discount-codes/currency-input';
import { CountInput, MoneyInput } from '@/app/(dashboard)/discount-codes/money-input';
import { useTRPC, useTRPCClient } from '@/app/trpc';
import { useAccount } from '@/components/shell/use-account';
import { toClock, toInstant } from '@/components/ui/clock-time';
import { DrawerForm } from '@/components/ui/drawer-form';
import { FormDrawer } from '@/components/ui/form-drawer';
import { SMALL_ICON } from '@/components/ui/icon';
import { InstantField } from '@/components/ui/instant-field';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { providerEntry } from '@/server/platform/vendors/catalog';
import { createInput } from '@/server/modules/creators/campaigns/schema';
import {
  COMPENSATIONS,
  FORMATS,
  hasCommission,
  isPaid,
  type CompensationType,
  type Format,
} from '@/server/modules/creators/campaigns/vocabulary';
import { SOCIAL_PLATFORMS, type SocialPlatform } from '@/server/modules/creators/collaborations/vocabulary';

interface Props {
  opened: boolean;
  brief?: Brief;
  onClose: () => void;
}

/** A new brief, or what one says. */
export function BriefDrawer({ opened, brief, onClose }: Props) {
  const t = useTranslations('creators.briefs.form');
  const account = useAccount();
  return (
    <FormDrawer opened={opened} onClose={onClose} title={t(brief === undefined ? 'newTitle' : 'editTitle')}>
      {account !== undefined && (
        <BriefForm brief={brief} currency={account.workspace?.currency ?? 'IDR'} onDone={onClose} />
      )}
    </FormDrawer>
  );
}

interface Piece {
  id?: string;
  platform: SocialPlatform;
  format: Format;
  quantity: Typed;
  notes: string;
}
interface Values extends Record<string, unknown> {
  title: string;
  brief: string;
  deliverables: Piece[];
  type: CompensationType;
  amount: Typed;
  currency: string;
  programId: string | null;
  disclosure: string;
  usageRightsDays: Typed;
  slots: Typed;
  isOpen: boolean;
  applyBy: string | null;
  contentDueAt: string | null;
}

const PIECE: Piece = { platform: 'social_p2', format: 'reel', quantity: 1, notes: '' };

function valuesOf(brief: Brief | undefined, fallback: string, timeZone: string): Values {
  const compensation = brief?.compensation ?? null;
  const currency = compensation?.currency ?? fallback;
  const amount = compensation?.amount ?? null;
  return {
    title: brief?.title ?? '',
    brief: brief?.brief ?? '',
    deliverables:
      brief === undefined || brief.deliverables.length === 0
        ? [PIECE]
        : brief.deliverables.map((each) => ({ ...each, notes: each.notes ?? '' })),
    type: compensation?.type ?? 'gift',
    amount: amount === null ? '' : fromSmallest(amount, currency),
    currency,
    programId: compensation?.programId ?? null,
    disclosure: brief?.disclosure ?? '#ad',
    usageRightsDays: brief?.usageRightsDays ?? 0,
    slots: brief?.slots ?? '',
    isOpen: brief?.visibility === 'open',
    applyBy: toClock(brief?.applyBy ?? null, timeZone),
    contentDueAt: toClock(brief?.contentDueAt ?? null, timeZone),
  };
}

function inputOf(values: Values, timeZone: string) {
  const { type, currency } = values;
  return {
    title: values.title.trim(),
    brief: values.brief.trim() === '' ? null : values.brief,
    deliverables: values.deliverables.map(({ quantity, notes, ...piece }) => ({
      ...piece,
      quantity: quantity === '' ? Number.NaN : quantity,
      notes: notes.trim() === '' ? null : notes.trim(),
    })),
    compensation: {
      type,
      amount: isPaid(type) ? toSmallest(values.amount, currency) : null,
      currency: isPaid(type) ? currency : null,
      programId: hasCommission(type) ? values.programId : null,
    },
    disclosure: values.disclosure.trim(),
    usageRightsDays: values.usageRightsDays === '' ? 0 : values.usageRightsDays,
    slots: values.slots === '' ? null : values.slots,
    visibility: values.isOpen ? ('open' as const) : ('invite_only' as const),
    applyBy: toInstant(values.applyBy, timeZone),
    contentDueAt: toInstant(values.contentDueAt, timeZone),
  };
}

function BriefForm({ brief, currency, onDone }: { brief?: Brief | undefined; currency: string; onDone: () => void }) {
  const t = useTranslations('creators.briefs.form');
  const words = useTranslations('creators');
  const timeZone = useTimeZone() ?? 'UTC';
  const trpc = useTRPC();
  const client = useTRPCClient();
  const router = useRouter();
  const create = useMutation(trpc.campaigns.create.mutationOptions());
  const update = useMutation(trpc.campaigns.update.mutationOptions());
  const programs = useQuery(trpc.programs.list.queryOptions({ limit: 100 }));
  const { form, ...state } = useResourceForm({
    schema: createInput,
    initialValues: valuesOf(brief, currency, timeZone),
    toInput: (values) => inputOf(values, timeZone),
    editing: {
      kind: 'brief',
      record: brief?.id ?? null,
      ...(brief !== undefined && {
        version: brief.updatedAt,
        reload: async () => {
          const now = await client.campaigns.get.query({ id: brief.id });
          return { values: valuesOf(now, currency, timeZone), version: now.updatedAt };
        },
      }),
      labels: { title: t('title') },
    },
    save: async (input, { changes, ifUpdatedAt }) => {
      if (brief === undefined) {
        const made = await create.mutateAsync(input);
        router.push(`/campaigns/${made.id}`);
        return;
      }
      await update.mutateAsync({ ...changes, ifUpdatedAt, id: brief.id });
      onDone();
    },
  });
  const { values } = form;
  return (
    <DrawerForm
      of={{ ...state, busy: state.busy || (state.saved && brief === undefined) }}
      submit={t(brief === undefined ? 'create' : 'save')}
    >
      <TextInput
        label={t('title')}
        data-autofocus
        maxLength={120}
        autoComplete="off"
        {...form.getInputProps('title')}
      />
      <Textarea
        label={t('brief')}
        description={t('briefHelp')}
        autosize
        minRows={4}
        maxRows={16}
        maxLength={10_000}
        {...form.getInputProps('brief')}
      />
      <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
        <legend>{t('deliverables')}</legend>
        <Stack gap="sm">
          {values.deliverables.map((piece, at) => (
            <div key={at} className={classes.lines}>
              <Select
                aria-label={t('platform')}
                allowDeselect={false}
                data={SOCIAL_PLATFORMS.map((value) => ({ value, label: providerEntry(value).label }))}
                {...form.getInputProps(`deliverables.${at}.platform`)}
              />
              <Select
                aria-label={t('format')}
                allowDeselect={false}
                data={FORMATS.map((value) => ({ value, label: words(`formats.${value}`) }))}
                {...form.getInputProps(`deliverables.${at}.format`)}
              />
              <CountInput
                aria-label={t('quantity')}
                suffix="×"
                {...form.getInputProps(`deliverables.${at}.quantity`)}
                value={piece.quantity}
              />
              {values.deliverables.length > 1 && (
                <ActionIcon
                  variant="default"
                  size={36}
                  aria-label={t('remove')}
                  onClick={() => form.removeListItem('deliverables', at)}
                >
                  <IconTrash {...SMALL_ICON} />
                </ActionIcon>
              )}
            </div>
          ))}
          <Button
            variant="default"
            leftSection={<IconPlus {...SMALL_ICON} />}
            onClick={() => form.insertListItem('deliverables', PIECE)}
          >
            {t('add')}
          </Button>
        </Stack>
      </fieldset>
      <Select
        label={t('compensation')}
        allowDeselect={false}
        data={COMPENSATIONS.map((value) => ({ value, label: words(`compensations.${value}`) }))}
        {...form.getInputProps('type')}
      />
      {isPaid(values.type) && (
        <div className={classes.lines}>
          <MoneyInput
            label={t('amount')}
            currency={values.currency}
            {...form.getInputProps('amount')}
            value={values.amount}
          />
          <CurrencyInput label={t('currency')} {...form.getInputProps('currency')} value={values.currency} />
        </div>
      )}
      {hasCommission(values.type) && (
        <Select
          label={t('program')}
          data={(programs.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('programId')}
        />
      )}
      <TextInput
        label={t('disclosure')}
        description={t('disclosureHelp')}
        maxLength={60}
        {...form.getInputProps('disclosure')}
      />
      <div className={classes.lines}>
        <CountInput
          label={t('slots')}
          description={t('slotsHelp')}
          {...form.getInputProps('slots')}
          value={values.slots}
        />
        <CountInput
          label={t('rights')}
          description={t('rightsHelp')}
          {...form.getInputProps('usageRightsDays')}
          value={values.usageRightsDays}
        />
      </div>
      <InstantField label={t('applyBy')} defaultTimeValue="23:59" {...form.getInputProps('applyBy')} />
      <InstantField label={t('contentDueAt')} defaultTimeValue="23:59" {...form.getInputProps('contentDueAt')} />
      <Checkbox
        label={t('isOpen')}
        description={t('isOpenHelp')}
        {...form.getInputProps('isOpen', { type: 'checkbox' })}
      />
    </DrawerForm>
  );
}
