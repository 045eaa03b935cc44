'use client';
import { Button, Textarea, SegmentedControl, TextInput } from '@mantine/core';
import { IconBan, IconKey, IconPencil, IconPlayerPause, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Collaboration } from '@/app/(dashboard)/collaborations/creator';
import { usePassOn } from '@/app/(dashboard)/collaborations/use-pass-on';
import { useTRPC } from '@/app/trpc';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { PageActions, type PageAction } from '@/components/ui/page-actions';
import { useNotifyFailure } from '@/components/ui/use-notify-failure';
import { FINAL, SHIPPING_STATES } from '@/server/modules/creators/collaborations/vocabulary';
import classes from '@/app/(dashboard)/collaborations/creators.module.css';
import { fromSmallest, toSmallest, type Typed } from '@/app/(dashboard)/discount-codes/amounts';
import { CurrencyInput } from '@/app/(dashboard)/discount-codes/currency-input';
import { CountInput, MoneyInput } from '@/app/(dashboard)/discount-codes/money-input';
import { useAccount } from '@/components/shell/use-account';
import { DrawerForm } from '@/components/ui/drawer-form';
import { FormDrawer } from '@/components/ui/form-drawer';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { updateInput } from '@/server/modules/creators/collaborations/schema';

interface Props {
  opened: boolean;
  collaboration: Collaboration;
  onClose: () => void;
}

/** The form for who somebody is, what they get and what is sent to them, and a note that they never see. */
function CollaborationDrawer({ opened, collaboration, onClose }: Props) {
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

/** The actions that are possible with somebody in the present state. */
export function CollaborationActions({ collaboration }: { collaboration: Collaboration }) {
  const t = useTranslations('creators.people.actions');
  const trpc = useTRPC();
  const [asking, setAsking] = useState<'edit' | 'suspend' | 'end' | 'rotate' | null>(null);
  const [reason, setReason] = useState('');
  const onError = useNotifyFailure();
  const onSuccess = () => setAsking(null);
  const passOn = usePassOn();
  const andPassOn = (answer: Parameters<typeof passOn>[0]) => {
    onSuccess();
    passOn(answer);
  };
  const accept = useMutation(trpc.collaborations.accept.mutationOptions({ onError, onSuccess: passOn }));
  const decline = useMutation(trpc.collaborations.decline.mutationOptions({ onError, onSuccess: passOn }));
  const complete = useMutation(trpc.collaborations.complete.mutationOptions({ onError }));
  const reinstate = useMutation(trpc.collaborations.reinstate.mutationOptions({ onError, onSuccess: passOn }));
  const suspend = useMutation(trpc.collaborations.suspend.mutationOptions({ onSuccess: andPassOn }));
  const end = useMutation(trpc.collaborations.finish.mutationOptions({ onSuccess: andPassOn }));
  const rotate = useMutation(trpc.collaborations.rotatePortal.mutationOptions({ onSuccess }));
  const { id, status, creator } = collaboration;
  const others: PageAction[] = [
    ...(status === 'applied'
      ? [{ label: t('decline'), icon: IconX, busy: decline.isPending, onClick: () => decline.mutate({ id }) }]
      : []),
    ...(status === 'active'
      ? [{ label: t('suspend'), icon: IconPlayerPause, onClick: () => setAsking('suspend') }]
      : []),
    { label: t('edit'), icon: IconPencil, onClick: () => setAsking('edit') },
    { label: t('rotate'), icon: IconKey, onClick: () => setAsking('rotate') },
    ...(FINAL.includes(status) ? [] : [{ label: t('end'), icon: IconBan, onClick: () => setAsking('end') }]),
  ];
  return (
    <>
      <PageActions others={others}>
        {status === 'applied' && (
          <Button loading={accept.isPending} onClick={() => accept.mutate({ id })}>
            {t('accept')}
          </Button>
        )}
        {status === 'approved' && (
          <Button loading={complete.isPending} onClick={() => complete.mutate({ id })}>
            {t('complete')}
          </Button>
        )}
        {status === 'suspended' && (
          <Button loading={reinstate.isPending} onClick={() => reinstate.mutate({ id })}>
            {t('reinstate')}
          </Button>
        )}
      </PageActions>
      <CollaborationDrawer opened={asking === 'edit'} collaboration={collaboration} onClose={() => setAsking(null)} />
      <ConfirmDialog
        opened={asking === 'suspend'}
        onClose={() => setAsking(null)}
        title={t('suspendTitle', { name: creator.name })}
        confirm={t('suspend')}
        call={suspend}
        onConfirm={() => suspend.mutate({ id, reason: reason.trim() === '' ? t('noReason') : reason.trim() })}
      >
        <p>{t('suspendMessage')}</p>
        <Textarea
          label={t('reason')}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'end'}
        onClose={() => setAsking(null)}
        title={t('endTitle', { name: creator.name })}
        confirm={t('end')}
        destructive
        call={end}
        onConfirm={() => end.mutate({ id })}
      >
        {t('endMessage')}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'rotate'}
        onClose={() => setAsking(null)}
        title={t('rotateTitle')}
        confirm={t('rotate')}
        call={rotate}
        onConfirm={() => rotate.mutate({ id })}
      >
        {t('rotateMessage')}
      </ConfirmDialog>
    </>
  );
}
