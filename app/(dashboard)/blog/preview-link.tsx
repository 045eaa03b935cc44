'use client';
import { Button, Skeleton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { useTRPC } from '@/app/trpc';
import { CopyButton } from '@/components/ui/copy-button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { FormActions, FormDrawer } from '@/components/ui/form-drawer';
import { useFormat } from '@/components/ui/format';
import { OutsideLink } from '@/components/ui/outside-link';
import classes from './preview-link.module.css';

/** An address on which others read the post before it is public. */
export function PreviewLink({ opened, onClose, id }: { opened: boolean; onClose: () => void; id: string }) {
  const t = useTranslations('blog.previewLink');
  return (
    <FormDrawer opened={opened} onClose={onClose} title={t('title')}>
      <Link id={id} onClose={onClose} />
    </FormDrawer>
  );
}

function Link({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations('blog.previewLink');
  const format = useFormat();
  const { mutate, data, error, isPending } = useMutation(useTRPC().blog.previewLink.mutationOptions());
  useEffect(() => mutate({ id }), [mutate, id]);
  return (
    <div className={classes.link}>
      {error !== null && <ErrorNotice error={error} act="write" onRetry={() => mutate({ id })} />}
      {isPending && <Skeleton height={96} />}
      {data && (
        <>
          <p>{t('help', { date: format.dateTime(data.expiresAt) })}</p>
          <code className={classes.url}>{data.url}</code>
          <div className={classes.acts}>
            <CopyButton value={data.url} label={t('copy')} />
            <OutsideLink href={data.url}>{t('open')}</OutsideLink>
          </div>
        </>
      )}
      <FormActions>
        <Button onClick={onClose}>{t('done')}</Button>
      </FormActions>
    </div>
  );
}
