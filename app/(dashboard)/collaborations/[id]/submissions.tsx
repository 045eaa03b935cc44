'use client';
import { Button, Group, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Collaboration } from '@/app/(dashboard)/collaborations/creator';
import classes from '@/app/(dashboard)/collaborations/creators.module.css';
import { usePassOn } from '@/app/(dashboard)/collaborations/use-pass-on';
import { useTRPC } from '@/app/trpc';
import { RelativeTime } from '@/components/ui/date-time';
import { ErrorNotice } from '@/components/ui/error-notice';
import { OutsideLink } from '@/components/ui/outside-link';
import { Panel } from '@/components/ui/panel';
import { Status } from '@/components/ui/status';
import { providerEntry } from '@/server/providers/catalog';
import { briefTerms } from '@/server/resources/campaigns/schema';

const KINDS = { submitted: 'waiting', changes_requested: 'off', approved: 'on' } as const;
const deliverablesIn = briefTerms.pick({ deliverables: true });

/** What was handed in, each beside what it is for, and what becomes of it. */
export function Submissions({ collaboration }: { collaboration: Collaboration }) {
  const t = useTranslations('creators.submissions');
  const words = useTranslations('creators');
  const { submissions, terms, status } = collaboration;
  const agreed = deliverablesIn.safeParse(terms);
  const nameOf = (id: string): string => {
    const found = agreed.data?.deliverables.find((each) => each.id === id);
    return found === undefined ? id : `${providerEntry(found.platform).label} ${words(`formats.${found.format}`)}`;
  };
  return (
    <Panel title={t('title')}>
      {submissions.length === 0 && <p className={classes.soft}>{t('none')}</p>}
      <ul className={classes.rows}>
        {submissions.map(({ id, deliverableId, url, caption, status: state, feedback, warnings, submittedAt }) => (
          <li key={id} className={classes.held}>
            <div className={classes.pieceHead}>
              <strong>{nameOf(deliverableId)}</strong>
              <Status kind={KINDS[state]}>{t(`states.${state}`)}</Status>
              <span className={classes.soft}>
                <RelativeTime value={submittedAt} />
              </span>
            </div>
            {url !== null && (
              <p className={classes.link}>
                <OutsideLink href={url}>{url}</OutsideLink>
              </p>
            )}
            {caption !== '' && <p style={{ whiteSpace: 'pre-wrap' }}>{caption}</p>}
            {warnings.map((warning) => (
              <p key={warning} className={classes.soft}>
                {t(`warnings.${warning}`)}
              </p>
            ))}
            {feedback !== null && <p className={classes.soft}>{t('feedback', { feedback })}</p>}
          </li>
        ))}
      </ul>
      {status === 'in_review' && <Review id={collaboration.id} />}
    </Panel>
  );
}

/** Approves what waits, or asks for a change. */
function Review({ id }: { id: string }) {
  const t = useTranslations('creators.submissions');
  const trpc = useTRPC();
  const [feedback, setFeedback] = useState('');
  const passOn = usePassOn();
  const approve = useMutation(trpc.collaborations.approve.mutationOptions());
  const change = useMutation(
    trpc.collaborations.requestChanges.mutationOptions({
      onSuccess: (asked) => {
        setFeedback('');
        passOn(asked);
      },
    }),
  );
  const error = approve.error ?? change.error;
  return (
    <>
      <Textarea
        mt="md"
        label={t('ask')}
        autosize
        minRows={2}
        maxLength={2000}
        value={feedback}
        onChange={(event) => setFeedback(event.currentTarget.value)}
      />
      {error !== null && <ErrorNotice error={error} act="write" />}
      <Group mt="sm" gap="xs">
        <Button loading={approve.isPending} onClick={() => approve.mutate({ id })}>
          {t('approve')}
        </Button>
        <Button
          variant="default"
          disabled={feedback.trim() === ''}
          loading={change.isPending}
          onClick={() => change.mutate({ id, feedback: feedback.trim() })}
        >
          {t('requestChanges')}
        </Button>
      </Group>
    </>
  );
}
