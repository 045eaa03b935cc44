'use client';
import { Button, TextInput } from '@mantine/core';
import { IconBan, IconDownload, IconPrinter } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC, type Outputs } from '@/app/trpc';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { PageActions } from '@/components/ui/page-actions';

type Statement = Outputs['programs']['statementPage']['statement'];

/** Mark as paid; a file, print, cancel. */
export function StatementActions({ statement }: { statement: Statement }) {
  const t = useTranslations('creators.statements.actions');
  const trpc = useTRPC();
  const [asking, setAsking] = useState<'pay' | 'cancel' | null>(null);
  const [reference, setReference] = useState('');
  const onSuccess = () => setAsking(null);
  const pay = useMutation(trpc.programs.markPaid.mutationOptions({ onSuccess }));
  const cancel = useMutation(trpc.programs.cancel.mutationOptions({ onSuccess }));
  const { id, number, status } = statement;
  return (
    <>
      <PageActions
        others={[
          { label: t('file'), icon: IconDownload, href: `/api/v1/programs/statements/${id}.csv`, saves: true },
          { label: t('print'), icon: IconPrinter, onClick: () => window.print() },
          ...(status === 'open' ? [{ label: t('cancel'), icon: IconBan, onClick: () => setAsking('cancel') }] : []),
        ]}
      >
        {status === 'open' && <Button onClick={() => setAsking('pay')}>{t('pay')}</Button>}
      </PageActions>
      <ConfirmDialog
        opened={asking === 'pay'}
        onClose={() => setAsking(null)}
        title={t('payTitle', { number })}
        confirm={t('pay')}
        busy={pay.isPending}
        error={pay.error}
        onConfirm={() => pay.mutate({ id, reference: reference.trim() === '' ? t('noReference') : reference.trim() })}
      >
        <p>{t('payMessage')}</p>
        <TextInput
          label={t('reference')}
          maxLength={200}
          value={reference}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'cancel'}
        onClose={() => setAsking(null)}
        title={t('cancelTitle', { number })}
        confirm={t('cancel')}
        destructive
        busy={cancel.isPending}
        error={cancel.error}
        onConfirm={() => cancel.mutate({ id })}
      >
        {t('cancelMessage')}
      </ConfirmDialog>
    </>
  );
}
