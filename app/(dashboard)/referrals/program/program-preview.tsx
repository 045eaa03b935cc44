'use client';
import { Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useCodeWords } from '@/app/(dashboard)/discount-codes/use-code-words';
import { useTRPC, type Inputs, type Outputs } from '@/app/trpc';
import { LazyMarkdown } from '@/components/markdown/lazy-markdown';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useFormat } from '@/components/ui/format';
import { Panel } from '@/components/ui/panel';
import { useSettled } from '@/components/ui/use-settled';
import { previewInput } from '@/server/modules/offers/referrals/program-schema';
import { inputOf, type ProgramValues } from './program-values';
import { faultsOf } from './use-program-form';
import classes from './program-preview.module.css';

const PAUSE_MS = 250;
const SIDES = ['referrer', 'referee'] as const;
type Asked = Inputs['referrals']['preview'];
type PreviewedCode = Outputs['referrals']['preview']['referrer'];

/** The parts of the program that the codes are made of; null while they would not be taken. */
function draftOf(values: ProgramValues, t: Parameters<typeof faultsOf>[1]): Asked | null {
  const { referrerValue, refereeValue, rewardExpiryDays } = faultsOf(values, t);
  const draft = previewInput.safeParse(inputOf(values));
  return draft.success && referrerValue === undefined && refereeValue === undefined && rewardExpiryDays === undefined
    ? draft.data
    : null;
}

/** Both codes as customers would get them, and the terms as a shop would show them. */
export function ProgramPreview({ values }: { values: ProgramValues }) {
  const t = useTranslations('referrals.preview');
  const problems = useTranslations('referrals.form.problems');
  const trpc = useTRPC();
  const draft = draftOf(values, problems);
  const asked = useSettled(draft, PAUSE_MS).value;
  const query = useQuery(
    trpc.referrals.preview.queryOptions(asked ?? NOTHING, {
      enabled: asked !== null,
      placeholderData: keepPreviousData,
      staleTime: 60_000,
    }),
  );
  const shown = draft === null ? undefined : query.data;
  return (
    <Panel title={t('title')}>
      <p className={classes.help}>{t('help')}</p>
      {draft !== null && query.isError && (
        <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />
      )}
      <div className={classes.tickets}>
        {SIDES.map((side) => (
          <Ticket key={side} side={side} code={shown?.[side]} incomplete={draft === null} />
        ))}
      </div>
      <section className={classes.terms} aria-label={t('terms')}>
        <h3>{t('terms')}</h3>
        {values.programTerms.trim() === '' ? (
          <p className={classes.none}>{t('termsNone')}</p>
        ) : (
          <LazyMarkdown text={values.programTerms} />
        )}
      </section>
    </Panel>
  );
}

/** Asked for nothing: the query is off. */
const NOTHING: Asked = { rewardType: 'percent', referrerValue: 1, refereeValue: 1, currency: 'IDR' };

function Ticket({
  side,
  code,
  incomplete,
}: {
  side: (typeof SIDES)[number];
  code: PreviewedCode | undefined;
  incomplete: boolean;
}) {
  const t = useTranslations('referrals.preview');
  const words = useCodeWords();
  const format = useFormat();
  return (
    <section className={classes.ticket} aria-label={t(side)}>
      <h3>{t(side)}</h3>
      {code === undefined ? (
        incomplete ? (
          <p className={classes.none}>{t('incomplete')}</p>
        ) : (
          <Skeleton height={72} />
        )
      ) : (
        <>
          <p className={classes.gives}>{words.gives(code)}</p>
          <p className={classes.detail}>
            {t('once')}, {t('until', { date: format.dateTime(code.expiresAt) })}
          </p>
          <code className={classes.code}>{code.code}</code>
        </>
      )}
    </section>
  );
}
