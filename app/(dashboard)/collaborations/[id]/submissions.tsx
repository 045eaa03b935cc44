'use client';
import { Button, Group, Textarea, NativeSelect, TextInput } from '@mantine/core';
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
import { providerEntry } from '@/server/platform/vendors/catalog';
import { briefTerms } from '@/server/modules/creators/campaigns/schema';
import { TAKES_SUBMISSIONS } from '@/server/modules/creators/collaborations/vocabulary';
import { DrawerForm } from '@/components/ui/drawer-form';
import { FormDrawer } from '@/components/ui/form-drawer';
import { useResourceForm } from '@/components/ui/use-resource-form';
import { submitInput } from '@/server/modules/creators/collaborations/schema';

interface Props {
  id: string;
  deliverables: { value: string; label: string }[];
}

/** For a creator who sends by chat or e-mail: it stands as if they had handed it in. */
function HandIn(props: Props) {
  const t = useTranslations('creators.submissions.handIn');
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <Button variant="subtle" size="compact-sm" onClick={() => setOpened(true)}>
        {t('open')}
      </Button>
      <FormDrawer opened={opened} onClose={close} title={t('title')}>
        <HandInForm {...props} onDone={close} />
      </FormDrawer>
    </>
  );
}

function HandInForm({ id, deliverables, onDone }: Props & { onDone: () => void }) {
  const t = useTranslations('creators.submissions.handIn');
  const submit = useMutation(useTRPC().collaborations.submit.mutationOptions());
  const { form, ...state } = useResourceForm({
    schema: submitInput,
    initialValues: { deliverableId: deliverables[0]?.value ?? '', url: '', caption: '' },
    toInput: ({ url, caption, deliverableId }) => ({ id, deliverableId, url: url.trim(), caption: caption.trim() }),
    editing: {
      kind: 'submission',
      // A draft belongs to one collaboration, so it is not offered for another creator.
      record: id,
      labels: { deliverableId: t('what'), url: t('url'), caption: t('caption') },
    },
    save: async (input) => {
      await submit.mutateAsync(input);
      onDone();
    },
  });
  return (
    <DrawerForm of={state} submit={t('send')}>
      <p>{t('lead')}</p>
      <NativeSelect label={t('what')} data={deliverables} {...form.getInputProps('deliverableId')} />
      <TextInput
        label={t('url')}
        type="url"
        placeholder="https://"
        data-autofocus
        maxLength={2000}
        {...form.getInputProps('url')}
      />
      <Textarea label={t('caption')} autosize minRows={2} maxLength={2000} {...form.getInputProps('caption')} />
    </DrawerForm>
  );
}

const KINDS = { submitted: 'waiting', changes_requested: 'off', approved: 'on' } as const;
const deliverablesIn = briefTerms.pick({ deliverables: true });

/**
 * The works that were submitted, each beside what it is for, and the decision on each by itself, or on all that wait.
 */
export function Submissions({ collaboration }: { collaboration: Collaboration }) {
  const t = useTranslations('creators.submissions');
  const words = useTranslations('creators');
  const { id: collaborationId, submissions, terms, status } = collaboration;
  const agreed = deliverablesIn.safeParse(terms).data?.deliverables ?? [];
  const deliverables = agreed.map(({ id, platform, format }) => ({
    value: id,
    label: `${providerEntry(platform).label} ${words(`formats.${format}`)}`,
  }));
  const nameOf = (id: string): string => deliverables.find(({ value }) => value === id)?.label ?? id;
  const isJudged = status === 'in_review' || status === 'changes_requested';
  const waiting = submissions.filter(({ status: state }) => state === 'submitted').length;
  const approved = new Set(
    submissions.filter(({ status: state }) => state === 'approved').map(({ deliverableId }) => deliverableId),
  );
  const missing = deliverables.filter(({ value }) => !approved.has(value));
  return (
    <Panel
      title={t('title')}
      aside={
        TAKES_SUBMISSIONS.includes(status) && deliverables.length > 0 ? (
          <HandIn id={collaborationId} deliverables={deliverables} />
        ) : undefined
      }
    >
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
            {/* A link alone: what stands there is asked for by a click, never by looking at this page. */}
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
            {isJudged && state === 'submitted' && (waiting > 1 || status === 'changes_requested') && (
              <Review id={collaborationId} submissionId={id} />
            )}
          </li>
        ))}
      </ul>
      {status === 'in_review' && waiting > 0 && <Review id={collaborationId} waiting={waiting} />}
      {status === 'in_review' && waiting === 0 && (
        <p className={classes.soft}>{t('missing', { pieces: missing.map(({ label }) => label).join(', ') })}</p>
      )}
    </Panel>
  );
}

/** Approves one piece or what waits, or asks for a change of it. */
function Review({ id, submissionId, waiting = 1 }: { id: string; submissionId?: string; waiting?: number }) {
  const t = useTranslations('creators.submissions');
  const trpc = useTRPC();
  const isOne = submissionId !== undefined;
  const [isAsking, setAsking] = useState(!isOne);
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
  const whose = { id, ...(isOne && { submissionIds: [submissionId] }) };
  return (
    <>
      {isAsking && (
        <Textarea
          mt="md"
          label={t('ask')}
          autosize
          minRows={2}
          maxLength={2000}
          value={feedback}
          onChange={(event) => setFeedback(event.currentTarget.value)}
        />
      )}
      {error !== null && <ErrorNotice error={error} act="write" />}
      <Group mt="sm" gap="xs">
        {isOne && isAsking ? (
          <Button size="compact-sm" variant="subtle" onClick={() => setAsking(false)}>
            {t('cancel')}
          </Button>
        ) : (
          <Button
            size={isOne ? 'compact-sm' : 'sm'}
            variant={isOne ? 'light' : 'filled'}
            loading={approve.isPending}
            onClick={() => approve.mutate(whose)}
          >
            {t(waiting === 1 ? 'approveOne' : 'approve')}
          </Button>
        )}
        <Button
          size={isOne ? 'compact-sm' : 'sm'}
          variant="default"
          disabled={isAsking && feedback.trim() === ''}
          loading={change.isPending}
          onClick={() => (isAsking ? change.mutate({ ...whose, feedback: feedback.trim() }) : setAsking(true))}
        >
          {t(isAsking ? 'requestChanges' : 'sendBack')}
        </Button>
      </Group>
    </>
  );
}
