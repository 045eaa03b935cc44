'use client';
import { Button, SegmentedControl, Stack, Switch } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useState } from 'react';
import { skipWords } from '@/app/(dashboard)/funnels/[id]/skip-words';
import type { Funnel, SimulatedContact, SimulatedPast } from '@/app/(dashboard)/funnels/funnel';
import { useExitWords } from '@/app/(dashboard)/funnels/use-exit-words';
import { useTRPC, type Outputs } from '@/app/trpc';
import { EmailPreview } from '@/components/email/email-preview';
import { SearchSelect, useSearchWords, type Option } from '@/components/email/search-select';
import { useAccount } from '@/components/shell/use-account';
import { DayChart } from '@/components/ui/day-chart';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useFormat } from '@/components/ui/format';
import { FormDrawer } from '@/components/ui/form-drawer';
import { keysOf } from '@/server/platform/lib/narrow';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { Step } from '@/server/modules/automation/funnels/step-schema';
import type { Board } from './board';
import { KIND_ICONS } from './step-kinds';
import { SMALL_ICON } from '@/components/ui/icon';
import classes from './editor.module.css';

interface Props {
  opened: boolean;
  funnel: Funnel;
  board: Board;
  onClose: () => void;
}

const WIDE = 'min(52rem, 100%)';
const DAYS = 30;
const FOUND = 20;

/** Walks a real contact through on paper, or replays the last 30 days. Nothing is sent. */
export function TryIt({ opened, funnel, board, onClose }: Props) {
  const t = useTranslations('funnels.tryIt');
  const [mode, setMode] = useState<'contact' | 'past'>('contact');
  return (
    <FormDrawer opened={opened} onClose={onClose} title={t('title')} size={WIDE}>
      <Stack gap="lg">
        <p className={classes.help}>{t('help')}</p>
        <SegmentedControl
          aria-label={t('how')}
          value={mode}
          data={[
            { value: 'contact', label: t('contact') },
            { value: 'past', label: t('past', { days: DAYS }) },
          ]}
          onChange={(value) => setMode(value === 'past' ? 'past' : 'contact')}
        />
        {mode === 'contact' ? <OnContact funnel={funnel} board={board} /> : <OnPast funnel={funnel} board={board} />}
      </Stack>
    </FormDrawer>
  );
}

type Person = Outputs['contacts']['list']['data'][number];
const labelOf = ({ firstName, lastName, email, phone }: Person): string =>
  [[firstName, lastName].filter(Boolean).join(' '), email ?? phone].filter(Boolean).join(' · ');

function OnContact({ funnel, board }: { funnel: Funnel; board: Board }) {
  const t = useTranslations('funnels.tryIt');
  const trpc = useTRPC();
  const [chosen, setChosen] = useState<Option | undefined>(undefined);
  const [assume, setAssume] = useState<Readonly<Record<string, string>>>({});
  const search = useSearchWords(chosen?.label);
  const people = useQuery(
    trpc.contacts.list.queryOptions({ q: search.q, limit: FOUND }, { placeholderData: keepPreviousData }),
  );
  const { mutate, ...simulate } = useMutation(trpc.funnels.simulate.mutationOptions({ meta: { touches: [] } }));
  const currency = useAccount()?.workspace?.currency ?? 'IDR';
  const { trigger } = funnel.draft ?? funnel.definition;
  const run = useEffectEvent((contactId: string) =>
    mutate({
      id: funnel.id,
      contactId,
      assume: { ...assume },
      ...(trigger.type === 'abandoned_cart' && {
        cart: { value: trigger.minValue ?? 0, currency: trigger.currency ?? currency, url: 'https://example.com/cart' },
      }),
    }),
  );
  useEffect(() => {
    if (chosen !== undefined) run(chosen.value);
  }, [chosen, assume]);
  const result = simulate.data;
  return (
    <>
      <SearchSelect
        label={t('who')}
        description={t('whoHelp')}
        placeholder={t('whoPlaceholder')}
        nothing={t('nobody')}
        chosen={chosen}
        search={search}
        found={(people.data?.data ?? []).map((person) => ({ value: person.id, label: labelOf(person) }))}
        onChange={setChosen}
      />
      {simulate.isError && <ErrorNotice error={simulate.error} act="read" />}
      {result !== undefined && 'entered' in result && (
        <Walked
          result={result}
          board={board}
          assume={assume}
          onAssume={(stepId, value) => setAssume({ ...assume, [stepId]: value })}
        />
      )}
    </>
  );
}

interface WalkedProps {
  result: SimulatedContact;
  board: Board;
  assume: Readonly<Record<string, string>>;
  onAssume: (stepId: string, value: string) => void;
}

function Walked({ result, board, assume, onAssume }: WalkedProps) {
  const t = useTranslations('funnels');
  const exitWords = useExitWords();
  const { words } = board;
  if (!result.entered)
    return (
      <p className={classes.refused} role="status">
        {t('tryIt.refused', {
          reason: result.refusedBecause === null ? '' : t(`refusals.${result.refusedBecause}`),
        })}
      </p>
    );
  return (
    <ol className={classes.timeline} aria-label={t('tryIt.timeline')}>
      {result.timeline.map((moment, at) => {
        const step = board.definition.steps.find(({ id }) => id === moment.stepId);
        if (step === undefined) return null;
        const KindIcon = KIND_ICONS[moment.kind];
        return (
          <li key={`${moment.stepId} ${at}`} data-outcome={moment.outcome}>
            <span className={classes.mark} data-kind={moment.kind}>
              <KindIcon {...SMALL_ICON} />
            </span>
            <div className={classes.moment}>
              <time dateTime={moment.at}>{moment.localTime}</time>
              <strong>{words.title(step)}</strong>
              <span>{outcomeWords(t, board, step, moment)}</span>
              <Choices step={step} moment={moment} board={board} chosen={assume[step.id]} onAssume={onAssume} />
              {moment.rendered !== null && step.kind === 'send' && (
                <Rendered step={step} rendered={moment.rendered} recipient={moment.recipient} />
              )}
            </div>
          </li>
        );
      })}
      <li data-outcome="end">
        <span className={classes.mark} />
        <div className={classes.moment}>
          <strong>
            {result.exitReason === null ? t('tryIt.ends') : t('tryIt.leaves', { reason: exitWords(result.exitReason) })}
          </strong>
        </div>
      </li>
    </ol>
  );
}

type Words = ReturnType<typeof useTranslations<'funnels'>>;
type Moment = SimulatedContact['timeline'][number];

function outcomeWords(t: Words, board: Board, step: Step, { outcome, reason }: Moment): string {
  switch (outcome) {
    case 'waits':
      return reason === 'event' || reason === 'timeout'
        ? t(`tryIt.waited.${reason}`)
        : step.kind === 'delay'
          ? board.words.delay(step.config)
          : t(`waitingFor.${(reason ?? 'time') as 'time'}`);
    case 'skipped':
      return t('tryIt.skipped', { reason: skipWords(t, reason ?? '') });
    case 'held':
      return t('tryIt.held');
    case 'yes':
    case 'no':
      return t(`words.${outcome}`);
    case 'done':
      return step.kind === 'split' ? board.words.variant(reason ?? '') : t('tryIt.done');
    case 'exits':
      return reason ?? '';
    default:
      return t(`tryIt.${outcome}`);
  }
}

interface ChoicesProps {
  step: Step;
  moment: Moment;
  board: Board;
  chosen: string | undefined;
  onAssume: (stepId: string, value: string) => void;
}

/** The other things that could happen here: when one is chosen, the walk goes on that way. */
function Choices({ step, moment, board, chosen, onAssume }: ChoicesProps) {
  const t = useTranslations('funnels');
  if (moment.outcome === 'skipped' || moment.outcome === 'sent') return null;
  const options =
    step.kind === 'wait_until' && (moment.reason === 'event' || moment.reason === 'timeout')
      ? [
          { value: 'timeout', label: t('words.timeout') },
          { value: 'event', label: t('words.happened') },
        ]
      : step.kind === 'condition'
        ? [
            { value: 'yes', label: t('words.yes') },
            { value: 'no', label: t('words.no') },
          ]
        : step.kind === 'split'
          ? step.config.variants.map(({ id }) => ({ value: id, label: board.words.variant(id) }))
          : [];
  if (options.length === 0) return null;
  const now = chosen ?? (step.kind === 'condition' ? moment.outcome : (moment.reason ?? ''));
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('tryIt.assume')}
      value={now}
      data={options}
      onChange={(value) => onAssume(step.id, value)}
      className={classes.choices}
    />
  );
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

function Rendered({
  step,
  rendered,
  recipient,
}: {
  step: Extract<Step, { kind: 'send' }>;
  rendered: Record<string, unknown>;
  recipient: string | null;
}) {
  const t = useTranslations('funnels.tryIt');
  const [isOpened, open] = useState(false);
  const sender = useAccount()?.workspace?.name;
  const { family } = providerEntry(step.config.provider);
  if (family !== 'email') {
    const text = [rendered.title, rendered.body, rendered.text].map(textIn).filter((each) => each !== '');
    return text.length > 0 ? (
      <p className={classes.bubble}>{text.join('\n')}</p>
    ) : (
      <pre className={classes.data}>{JSON.stringify(rendered, null, 2)}</pre>
    );
  }
  return (
    <>
      <p className={classes.mail}>
        <strong>{textIn(rendered.subject)}</strong>
        <span>{textIn(rendered.preheader) || textIn(rendered.text).replaceAll(/\s+/g, ' ')}</span>
      </p>
      <Switch
        size="xs"
        label={t('show', { recipient: recipient ?? '' })}
        checked={isOpened}
        onChange={({ currentTarget }) => open(currentTarget.checked)}
      />
      {isOpened && (
        <EmailPreview
          {...(sender !== undefined && { sender })}
          html={textIn(rendered.html)}
          text={textIn(rendered.text)}
          subject={textIn(rendered.subject)}
          preheader={textIn(rendered.preheader)}
        />
      )}
    </>
  );
}

function OnPast({ funnel, board }: { funnel: Funnel; board: Board }) {
  const t = useTranslations('funnels.tryIt');
  const { mutate, ...replay } = useMutation(useTRPC().funnels.simulate.mutationOptions({ meta: { touches: [] } }));
  const run = useEffectEvent(() => mutate({ id: funnel.id, withinDays: DAYS }));
  useEffect(() => run(), []);
  const result = replay.data;
  return (
    <>
      {replay.isPending && <p role="status">{t('replaying')}</p>}
      {replay.isError && (
        <ErrorNotice error={replay.error} act="read" onRetry={() => mutate({ id: funnel.id, withinDays: DAYS })} />
      )}
      {result !== undefined && 'wouldEnter' in result && <Replayed result={result} board={board} />}
      <div>
        <Button
          size="xs"
          variant="default"
          loading={replay.isPending}
          onClick={() => mutate({ id: funnel.id, withinDays: DAYS })}
        >
          {t('again')}
        </Button>
      </div>
    </>
  );
}

function Replayed({ result, board }: { result: SimulatedPast; board: Board }) {
  const t = useTranslations('funnels');
  const format = useFormat();
  const refused = keysOf(result.refused).map((reason) => [reason, result.refused[reason] ?? 0] as const);
  const messages = Object.entries(result.messages);
  const type = board.definition.trigger.type;
  return (
    <Stack gap="lg">
      {(type === 'segment_entered' || type === 'manual') && <p className={classes.help}>{t('tryIt.unknownPast')}</p>}
      <p className={classes.total}>
        <strong>{format.number(result.wouldEnter)}</strong> {t('tryIt.wouldEnter', { count: result.wouldEnter })}
      </p>
      <DayChart
        label={t('tryIt.perDay')}
        series={t('tryIt.entered')}
        points={result.perDay.map(({ date, count }) => ({ day: date, value: count }))}
        height={140}
      />
      {messages.length > 0 && (
        <section>
          <h3 className={classes.sub}>{t('tryIt.messages')}</h3>
          <ul className={classes.counts}>
            {messages.map(([stepId, count]) => {
              const step = board.definition.steps.find(({ id }) => id === stepId);
              return (
                <li key={stepId}>
                  <span>
                    {step === undefined
                      ? stepId
                      : t('editor.card', { number: board.numbers.get(stepId) ?? 0, title: board.words.title(step) })}
                  </span>
                  <strong>{format.number(count)}</strong>
                </li>
              );
            })}
          </ul>
        </section>
      )}
      {refused.length > 0 && (
        <section>
          <h3 className={classes.sub}>{t('tryIt.wouldNot')}</h3>
          <ul className={classes.counts}>
            {refused.map(([reason, count]) => (
              <li key={reason}>
                <span>{t(`refusals.${reason}`)}</span>
                <strong>{format.number(count)}</strong>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Stack>
  );
}
