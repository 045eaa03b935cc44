'use client';
import { Checkbox, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import type { Program } from '@/app/(dashboard)/collaborations/creator';
import classes from '@/app/(dashboard)/collaborations/creators.module.css';
import { fromSmallest, toSmallest, type Typed } from '@/app/(dashboard)/discount-codes/amounts';
import { CurrencyInput } from '@/app/(dashboard)/discount-codes/currency-input';
import { CountInput, MoneyInput } from '@/app/(dashboard)/discount-codes/money-input';
import { useTRPC, useTRPCClient } from '@/app/trpc';
import { useAccount } from '@/components/shell/use-account';
import { DrawerForm } from '@/components/ui/drawer-form';
import { FormDrawer } from '@/components/ui/form-drawer';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { createInput } from '@/server/modules/creators/programs/schema';

interface Props {
  opened: boolean;
  program?: Program;
  onClose: () => void;
}

/** A new program, or what one says. */
export function ProgramDrawer({ opened, program, onClose }: Props) {
  const t = useTranslations('creators.programs.form');
  const account = useAccount();
  return (
    <FormDrawer opened={opened} onClose={onClose} title={t(program === undefined ? 'newTitle' : 'editTitle')}>
      {account !== undefined && (
        <ProgramForm program={program} currency={account.workspace?.currency ?? 'IDR'} onDone={onClose} />
      )}
    </FormDrawer>
  );
}

interface Values extends Record<string, unknown> {
  name: string;
  description: string;
  type: 'percent' | 'fixed';
  rate: Typed;
  amount: Typed;
  currency: string;
  maxPerOrder: Typed;
  landingUrl: string;
  discount: Typed;
  attributionWindowDays: Typed;
  holdDays: Typed;
  minPayout: Typed;
  newCustomersOnly: boolean;
  autoApprove: boolean;
  isOpen: boolean;
  terms: string;
}

function valuesOf(program: Program | undefined, fallback: string): Values {
  const commission = program?.commission ?? null;
  const currency = commission?.currency ?? fallback;
  const money = (amount: number | null | undefined): Typed =>
    amount === null || amount === undefined ? '' : fromSmallest(amount, currency);
  return {
    name: program?.name ?? '',
    description: program?.description ?? '',
    type: commission?.type ?? 'percent',
    rate: commission?.rate === undefined ? (program === undefined ? 10 : '') : commission.rate / 100,
    amount: money(commission?.amount),
    currency,
    maxPerOrder: money(commission?.maxPerOrder),
    landingUrl: program?.landingUrl ?? '',
    discount: program?.customerDiscount?.type === 'percent' ? program.customerDiscount.value : '',
    attributionWindowDays: program?.attributionWindowDays ?? 30,
    holdDays: program?.holdDays ?? 30,
    minPayout: money(program?.minPayout ?? 0),
    newCustomersOnly: program?.newCustomersOnly ?? false,
    autoApprove: program?.autoApprove ?? false,
    isOpen: program?.visibility === 'open',
    terms: program?.terms ?? '',
  };
}

function inputOf(values: Values, program: Program | undefined) {
  const { currency } = values;
  const maxPerOrder = values.maxPerOrder === '' ? null : toSmallest(values.maxPerOrder, currency);
  const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
  // One that the form does not know, such as a fixed amount, stays as it is.
  const other = program?.customerDiscount?.type === 'percent' ? null : (program?.customerDiscount ?? null);
  return {
    name: values.name.trim(),
    description: orNull(values.description),
    commission:
      values.type === 'percent'
        ? {
            type: 'percent' as const,
            rate: values.rate === '' ? Number.NaN : Math.round(values.rate * 100),
            currency,
            maxPerOrder,
          }
        : { type: 'fixed' as const, amount: toSmallest(values.amount, currency), currency, maxPerOrder },
    customerDiscount:
      values.discount === ''
        ? other
        : {
            type: 'percent' as const,
            value: values.discount,
            minPurchaseAmount: program?.customerDiscount?.minPurchaseAmount ?? null,
            maxUsesPerCustomer: program?.customerDiscount?.maxUsesPerCustomer ?? 1,
          },
    landingUrl: orNull(values.landingUrl),
    attributionWindowDays: values.attributionWindowDays === '' ? Number.NaN : values.attributionWindowDays,
    holdDays: values.holdDays === '' ? Number.NaN : values.holdDays,
    minPayout: values.minPayout === '' ? 0 : toSmallest(values.minPayout, currency),
    newCustomersOnly: values.newCustomersOnly,
    autoApprove: values.autoApprove,
    visibility: values.isOpen ? ('open' as const) : ('invite_only' as const),
    terms: orNull(values.terms),
  };
}

function ProgramForm({
  program,
  currency,
  onDone,
}: {
  program?: Program | undefined;
  currency: string;
  onDone: () => void;
}) {
  const t = useTranslations('creators.programs.form');
  const trpc = useTRPC();
  const client = useTRPCClient();
  const router = useRouter();
  const create = useMutation(trpc.programs.create.mutationOptions());
  const update = useMutation(trpc.programs.update.mutationOptions());
  const { form, ...state } = useResourceForm({
    schema: createInput,
    initialValues: valuesOf(program, currency),
    toInput: (values) => inputOf(values, program),
    editing: {
      kind: 'program',
      record: program?.id ?? null,
      ...(program !== undefined && {
        version: program.updatedAt,
        reload: async () => {
          const now = await client.programs.get.query({ id: program.id });
          return { values: valuesOf(now, currency), version: now.updatedAt };
        },
      }),
      labels: { name: t('name') },
    },
    save: async (input, { changes, ifUpdatedAt }) => {
      if (program === undefined) {
        const made = await create.mutateAsync(input);
        router.push(`/programs/${made.id}`);
        return;
      }
      await update.mutateAsync({ ...changes, ifUpdatedAt, id: program.id });
      onDone();
    },
  });
  const { values } = form;
  return (
    <DrawerForm
      of={{ ...state, busy: state.busy || (state.saved && program === undefined) }}
      submit={t(program === undefined ? 'create' : 'save')}
    >
      <TextInput label={t('name')} data-autofocus maxLength={120} autoComplete="off" {...form.getInputProps('name')} />
      <Textarea label={t('description')} autosize minRows={2} maxLength={2000} {...form.getInputProps('description')} />
      <SegmentedControl
        aria-label={t('type')}
        data={[
          { value: 'percent', label: t('percent') },
          { value: 'fixed', label: t('fixed') },
        ]}
        {...form.getInputProps('type')}
      />
      <div className={classes.lines}>
        {values.type === 'percent' ? (
          <CountInput label={t('rate')} suffix="%" {...form.getInputProps('rate')} value={values.rate} />
        ) : (
          <MoneyInput
            label={t('amount')}
            currency={values.currency}
            {...form.getInputProps('amount')}
            value={values.amount}
          />
        )}
        <CurrencyInput label={t('currency')} {...form.getInputProps('currency')} value={values.currency} />
      </div>
      <MoneyInput
        label={t('maxPerOrder')}
        description={t('maxPerOrderHelp')}
        currency={values.currency}
        {...form.getInputProps('maxPerOrder')}
        value={values.maxPerOrder}
      />
      <TextInput
        label={t('landingUrl')}
        description={t('landingUrlHelp')}
        placeholder="https://"
        maxLength={2000}
        {...form.getInputProps('landingUrl')}
      />
      <CountInput
        label={t('discount')}
        description={t('discountHelp')}
        suffix="%"
        {...form.getInputProps('discount')}
        value={values.discount}
      />
      <div className={classes.lines}>
        <CountInput
          label={t('attributionWindowDays')}
          description={t('attributionWindowDaysHelp')}
          {...form.getInputProps('attributionWindowDays')}
          value={values.attributionWindowDays}
        />
        <CountInput
          label={t('holdDays')}
          description={t('holdDaysHelp')}
          {...form.getInputProps('holdDays')}
          value={values.holdDays}
        />
      </div>
      <MoneyInput
        label={t('minPayout')}
        description={t('minPayoutHelp')}
        currency={values.currency}
        {...form.getInputProps('minPayout')}
        value={values.minPayout}
      />
      <Checkbox
        label={t('isOpen')}
        description={t('isOpenHelp')}
        {...form.getInputProps('isOpen', { type: 'checkbox' })}
      />
      <Checkbox
        label={t('autoApprove')}
        description={t('autoApproveHelp')}
        {...form.getInputProps('autoApprove', { type: 'checkbox' })}
      />
      <Checkbox label={t('newCustomersOnly')} {...form.getInputProps('newCustomersOnly', { type: 'checkbox' })} />
      <Textarea
        label={t('terms')}
        description={t('termsHelp')}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={5000}
        {...form.getInputProps('terms')}
      />
    </DrawerForm>
  );
}
