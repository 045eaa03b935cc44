'use client';
import { Anchor, Button, Skeleton, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import type { Person } from '@/app/(dashboard)/funnels/funnel';
import { useExitWords } from '@/app/(dashboard)/funnels/use-exit-words';
import { useFunnelWords } from '@/app/(dashboard)/funnels/use-funnel-words';
import { useTRPC } from '@/app/trpc';
import { DateTime } from '@/components/ui/date-time';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Fact, Facts } from '@/components/ui/facts';
import { FormDrawer } from '@/components/ui/form-drawer';
import { Money } from '@/components/ui/money';
import { skipWords } from './skip-words';
import classes from './funnel.module.css';

interface Props {
  opened: boolean;
  person: Person | null;
  stepName: (id: string) => string;
  onClose: () => void;
}

/** One person's way through the funnel, step by step, and the way out. */
export function PersonDrawer({ opened, person, stepName, onClose }: Props) {
  const t = useTranslations('funnels.people');
  return (
    <FormDrawer opened={opened} onClose={onClose} title={t('path')}>
      {person !== null && <Path key={person.id} person={person} stepName={stepName} />}
    </FormDrawer>
  );
}

function Path({
  person: { id: eid, funnelId: id, contactId, called },
  stepName,
}: Omit<Props, 'opened' | 'onClose' | 'person'> & { person: Person }) {
  const t = useTranslations('funnels');
  const exitWords = useExitWords();
  const words = useFunnelWords();
  const trpc = useTRPC();
  const query = useQuery(trpc.funnels.enrolment.queryOptions({ id, eid }));
  const exit = useMutation(
    trpc.funnels.exitEnrolment.mutationOptions({
      onSuccess: () => notifications.show({ color: 'gray', message: t('people.takenOut') }),
    }),
  );
  if (query.isError) return <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />;
  if (query.data === undefined) return <Skeleton height={240} />;
  const { status, exitReason, enteredAt, endedAt, discountCode, goalAt, goalValue, goalCurrency, cart, path, version } =
    query.data;
  return (
    <Stack gap="lg">
      <Facts labels="8rem">
        <Fact label={t('people.who')}>
          <Anchor component={Link} href={`/contacts/${contactId}`} inherit>
            {called || t('people.someone')}
          </Anchor>
        </Fact>
        <Fact label={t('people.entered')}>
          <DateTime value={enteredAt} />
        </Fact>
        {endedAt !== null && (
          <Fact label={t('people.ended')}>
            <DateTime value={endedAt} />
          </Fact>
        )}
        {exitReason !== null && <Fact label={t('people.reason')}>{exitWords(exitReason)}</Fact>}
        {cart !== null && (
          <Fact label={t('people.cart')}>
            <Money amount={cart.value} currency={cart.currency} />
          </Fact>
        )}
        {discountCode !== null && <Fact label={t('people.code')}>{discountCode}</Fact>}
        {goalAt !== null && (
          <Fact label={t('people.goal')}>
            {goalValue !== null && goalCurrency !== null ? (
              <Money amount={goalValue} currency={goalCurrency} />
            ) : (
              <DateTime value={goalAt} />
            )}
          </Fact>
        )}
        <Fact label={t('people.version')}>{version}</Fact>
      </Facts>
      <ol className={classes.path} aria-label={t('people.path')}>
        {path.map(({ stepId, at, outcome, reason }, n) => (
          <li key={`${stepId} ${n}`}>
            <strong>{stepName(stepId)}</strong>
            <span>
              {t.has(`outcomes.${outcome}` as 'outcomes.sent')
                ? t(`outcomes.${outcome}` as 'outcomes.sent')
                : words.variant(outcome)}
              {outcome === 'skipped' && reason !== null && `: ${skipWords(t, reason)}`}
              {(outcome === 'minted' || outcome === 'reused') && reason !== null && ` ${reason}`}
            </span>
            <small>
              <DateTime value={at} />
            </small>
          </li>
        ))}
        {path.length === 0 && <li>{t('people.noPath')}</li>}
      </ol>
      {exit.isError && <ErrorNotice error={exit.error} act="write" />}
      {status === 'active' && (
        <div>
          <Button variant="default" loading={exit.isPending} onClick={() => exit.mutate({ id, eid })}>
            {t('people.takeOut')}
          </Button>
        </div>
      )}
    </Stack>
  );
}
