'use client';
import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { AudienceChoice, LeaveOutChoice } from '@/app/(dashboard)/broadcasts/audience-choice';
import type { Draft } from '@/app/(dashboard)/broadcasts/draft';
import { useTRPC } from '@/app/trpc';
import { useUnsavedChanges } from '@/components/ui/editing/guard';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useFormat } from '@/components/ui/format';
import { CancelButton, FormActions, FormDrawer } from '@/components/ui/form-drawer';
import { FormSection } from '@/components/ui/form-section';
import { keysOf } from '@/server/platform/lib/narrow';
import classes from './funnel.module.css';

const NOBODY: Draft['audience'] = { listIds: [], segmentIds: [], contactIds: [] };

/** Lets people in by hand, whatever else lets them in. */
export function EnrollDrawer({
  opened,
  funnelId,
  onClose,
}: {
  opened: boolean;
  funnelId: string;
  onClose: () => void;
}) {
  const t = useTranslations('funnels.enroll');
  return (
    <FormDrawer opened={opened} onClose={onClose} title={t('title')}>
      <Enroll funnelId={funnelId} onDone={onClose} />
    </FormDrawer>
  );
}

function Enroll({ funnelId, onDone }: { funnelId: string; onDone: () => void }) {
  const t = useTranslations('funnels');
  const format = useFormat();
  const [audience, setAudience] = useState(NOBODY);
  const enroll = useMutation(useTRPC().funnels.enroll.mutationOptions());
  const result = enroll.data;
  const isEmpty = audience.listIds.length + audience.segmentIds.length + audience.contactIds.length === 0;
  useUnsavedChanges(!isEmpty && result === undefined);
  if (result !== undefined)
    return (
      <Stack gap="lg">
        <p role="status">{t('enroll.done', { count: result.enrolled })}</p>
        {Object.keys(result.skipped).length > 0 && (
          <ul className={classes.counts}>
            {keysOf(result.skipped).map((reason) => (
              <li key={reason}>
                <span>{t(`refusals.${reason}`)}</span>
                <strong>{format.number(result.skipped[reason] ?? 0)}</strong>
              </li>
            ))}
          </ul>
        )}
        <FormActions>
          <Button onClick={onDone}>{t('enroll.close')}</Button>
        </FormActions>
      </Stack>
    );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        enroll.mutate({ id: funnelId, audience });
      }}
    >
      <Stack gap="lg">
        <p className={classes.help}>{t('enroll.help')}</p>
        <AudienceChoice audience={audience} onChange={setAudience} />
        <FormSection title={t('enroll.leaveOut')}>
          <LeaveOutChoice audience={audience} onChange={setAudience} />
        </FormSection>
        {enroll.error !== null && <ErrorNotice error={enroll.error} act="write" />}
      </Stack>
      <FormActions>
        <CancelButton />
        <Button type="submit" loading={enroll.isPending} disabled={isEmpty}>
          {t('enroll.submit')}
        </Button>
      </FormActions>
    </form>
  );
}
