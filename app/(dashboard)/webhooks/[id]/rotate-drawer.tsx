'use client';
import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { Endpoint } from '@/app/(dashboard)/webhooks/endpoint';
import classes from '@/app/(dashboard)/webhooks/webhooks.module.css';
import { useTRPC, type Outputs } from '@/app/trpc';
import { DateTime } from '@/components/ui/date-time';
import { ErrorNotice } from '@/components/ui/error-notice';
import { CancelButton, FormActions } from '@/components/ui/form-drawer';
import { SecretDrawer } from '@/components/ui/secret-drawer';
import { SecretOnce } from '@/components/ui/secret-once';
import { OVERLAP_HOURS } from '@/server/modules/account/webhooks/vocabulary';

type Rotated = Outputs['webhooks']['rotate'];

/** Asks whether an endpoint shall have a new secret, and shows it, once. */
export function RotateDrawer({
  opened,
  endpoint,
  onClose,
}: {
  opened: boolean;
  endpoint: Endpoint;
  onClose: () => void;
}) {
  const t = useTranslations('webhooks');
  return (
    <SecretDrawer<Rotated>
      opened={opened}
      onClose={onClose}
      title={t('rotate.title')}
      createdTitle={() => t('rotate.done')}
      form={({ onCreated }) => <Question endpoint={endpoint} onRotated={onCreated} />}
      shown={({ endpoint: { url }, secret, previousSecretsUntil }, onCopied) => (
        <>
          <p className={classes.createdUrl}>{url}</p>
          <SecretOnce label={t('created.secret')} secret={secret} lost={t('created.lost')} onCopied={onCopied} />
          <p className={classes.next}>
            {t.rich('rotate.next', { until: () => <DateTime value={previousSecretsUntil} /> })}
          </p>
        </>
      )}
    />
  );
}

function Question({ endpoint, onRotated }: { endpoint: Endpoint; onRotated: (rotated: Rotated) => void }) {
  const t = useTranslations('webhooks.rotate');
  const rotate = useMutation(useTRPC().webhooks.rotate.mutationOptions({ onSuccess: onRotated }));
  return (
    <>
      <Stack gap="md">
        <p className={classes.createdUrl}>{endpoint.url}</p>
        <p className={classes.help}>{t('message', { hours: OVERLAP_HOURS })}</p>
        <p className={classes.help}>{t('receivers')}</p>
        {rotate.error !== null && <ErrorNotice error={rotate.error} act="write" />}
      </Stack>
      <FormActions>
        <CancelButton />
        <Button loading={rotate.isPending} onClick={() => rotate.mutate({ id: endpoint.id })}>
          {t('confirm')}
        </Button>
      </FormActions>
    </>
  );
}
