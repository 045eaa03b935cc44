'use client';
import { SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { Collaboration } from '@/app/(dashboard)/collaborations/creator';
import classes from '@/app/(dashboard)/collaborations/creators.module.css';
import { fromSmallest, toSmallest, type Typed } from '@/app/(dashboard)/discount-codes/amounts';
import { CurrencyInput } from '@/app/(dashboard)/discount-codes/currency-input';
import { CountInput, MoneyInput } from '@/app/(dashboard)/discount-codes/money-input';
import { useTRPC } from '@/app/trpc';
import { useAccount } from '@/components/shell/use-account';
import { DrawerForm } from '@/components/ui/drawer-form';
import { FormDrawer } from '@/components/ui/form-drawer';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { updateInput } from '@/server/modules/creators/collaborations/schema';
import { SHIPPING_STATES } from '@/server/modules/creators/collaborations/vocabulary';

interface Props {
  opened: boolean;
  collaboration: Collaboration;
  onClose: () => void;
}

/** The form for who somebody is, what they get and what is sent to them, and a note that they never see. */
export function CollaborationDrawer({ opened, collaboration, onClose }: Props) {
  const t = useTranslations('creators.people.form');
  const account = useAccount();
  return (
    <FormDrawer opened={opened} onClose={onClose} title={t('title')}>
      {account !== undefined && (
        <CollaborationForm
          collaboration={collaboration}
          currency={account.workspace?.currency ?? 'IDR'}
          onDone={onClose}
        />
      )}
    </FormDrawer>
  );
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

interface Values extends Record<string, unknown> {
  creator: { name: string; email: string; phone: string; followers: Typed };
  fee: Typed;
  currency: string;
  state: Collaboration['shipping']['state'];
  carrier: string;
  trackingRef: string;
  internalNote: string;
}

const valuesOf = ({ creator, fee, shipping, internalNote }: Collaboration, currency: string): Values => ({
  creator: {
    name: creator.name,
    email: creator.email,
    phone: creator.phone ?? '',
    followers: creator.followers ?? '',
  },
  fee: fee === null ? '' : fromSmallest(fee.amount, fee.currency),
  currency: fee?.currency ?? currency,
  state: shipping.state,
  carrier: shipping.carrier ?? '',
  trackingRef: shipping.trackingRef ?? '',
  internalNote: internalNote ?? '',
});

function CollaborationForm({
  collaboration,
  currency,
  onDone,
}: {
  collaboration: Collaboration;
  currency: string;
  onDone: () => void;
}) {
  const t = useTranslations('creators.people.form');
  const { id } = collaboration;
  const update = useMutation(useTRPC().collaborations.update.mutationOptions());
  const { form, ...state } = useResourceForm({
    schema: updateInput,
    initialValues: valuesOf(collaboration, currency),
    toInput: ({ creator, ...values }) => ({
      id,
      creator: {
        name: creator.name.trim(),
        email: creator.email,
        phone: orNull(creator.phone),
        followers: creator.followers === '' ? null : creator.followers,
      },
      fee: values.fee === '' ? null : { amount: toSmallest(values.fee, values.currency), currency: values.currency },
      shipping: {
        state: values.state,
        carrier: orNull(values.carrier),
        trackingRef: orNull(values.trackingRef),
      },
      internalNote: orNull(values.internalNote),
    }),
    codes: { ALREADY_COLLABORATING: { field: 'creator.email', words: t('already') } },
    editing: {
      kind: 'collaboration',
      record: id,
      labels: { creator: t('name'), fee: t('fee'), shipping: t('shipping'), internalNote: t('note') },
    },
    save: async (input) => {
      await update.mutateAsync(input);
      onDone();
    },
  });
  const { values } = form;
  return (
    <DrawerForm of={state} submit={t('save')}>
      <TextInput label={t('name')} data-autofocus maxLength={120} {...form.getInputProps('creator.name')} />
      <TextInput label={t('email')} type="email" maxLength={254} {...form.getInputProps('creator.email')} />
      <TextInput label={t('phone')} maxLength={64} {...form.getInputProps('creator.phone')} />
      <CountInput
        label={t('followers')}
        {...form.getInputProps('creator.followers')}
        value={values.creator.followers}
      />
      <div className={classes.lines}>
        <MoneyInput label={t('fee')} currency={values.currency} {...form.getInputProps('fee')} value={values.fee} />
        <CurrencyInput label={t('currency')} {...form.getInputProps('currency')} value={values.currency} />
      </div>
      <SegmentedControl
        aria-label={t('shipping')}
        data={SHIPPING_STATES.map((value) => ({ value, label: t(`states.${value}`) }))}
        {...form.getInputProps('state')}
      />
      {values.state !== 'none' && (
        <div className={classes.lines}>
          <TextInput label={t('carrier')} maxLength={120} {...form.getInputProps('carrier')} />
          <TextInput label={t('trackingRef')} maxLength={200} {...form.getInputProps('trackingRef')} />
        </div>
      )}
      <Textarea
        label={t('note')}
        description={t('noteHelp')}
        autosize
        minRows={3}
        maxLength={2000}
        {...form.getInputProps('internalNote')}
      />
    </DrawerForm>
  );
}
