'use client';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import classes from '@/app/(dashboard)/collaborations/creators.module.css';
import { useTRPC } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';

/** Where the money goes: shown when somebody asks, which the audit log keeps. */
export function BankDetails({ id, hasBank }: { id: string; hasBank: boolean }) {
  const t = useTranslations('creators.statements.bank');
  const read = useMutation(useTRPC().programs.bankDetails.mutationOptions({ meta: { touches: ['auditLog'] } }));
  if (!hasBank) return <p className={classes.soft}>{t('none')}</p>;
  if (read.data !== undefined) return <p style={{ whiteSpace: 'pre-wrap' }}>{read.data.bankDetails}</p>;
  return (
    <>
      {read.error !== null && <ErrorNotice error={read.error} act="read" />}
      <Button variant="default" size="xs" loading={read.isPending} onClick={() => read.mutate({ id })}>
        {t('show')}
      </Button>
      <p className={classes.soft}>{t('noted')}</p>
    </>
  );
}
