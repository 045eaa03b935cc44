'use client';
import { Button, Modal, Radio, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { differencesOf } from '@/app/(dashboard)/funnels/definition/differences';
import { layoutOf, numbersOf } from '@/app/(dashboard)/funnels/definition/ways';
import type { Funnel } from '@/app/(dashboard)/funnels/funnel';
import { useFunnelWords } from '@/app/(dashboard)/funnels/use-funnel-words';
import { useTRPC, type Outputs } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { problemOf } from '@/components/ui/problem';
import { isBlocking } from '@/server/modules/automation/funnels/vocabulary';
import classes from './funnel.module.css';

interface Props {
  opened: boolean;
  shown: Outputs['funnels']['editor'];
  definition: Funnel['definition'];
  isBlocked: boolean;
  onClose: () => void;
  onDone: (words: string) => void;
}

/** A last look before it runs, or before what was changed does: what is different, and what becomes of those inside. */
export function PublishDialog({ opened, shown, definition, isBlocked, onClose, onDone }: Props) {
  const t = useTranslations('funnels.publish');
  const isFirst = shown.funnel.version === 0;
  return (
    <Modal opened={opened} onClose={onClose} title={t(isFirst ? 'firstTitle' : 'title')} size="lg" centered>
      <Publish shown={shown} definition={definition} isBlocked={isBlocked} onClose={onClose} onDone={onDone} />
    </Modal>
  );
}

function Publish({ shown, definition, isBlocked, onClose, onDone }: Omit<Props, 'opened'>) {
  const t = useTranslations('funnels.publish');
  const words = useFunnelWords();
  const trpc = useTRPC();
  const { funnel, peopleAtSteps } = shown;
  const { id, version, problems, counts } = funnel;
  const [inside, setInside] = useState<'stay' | 'move'>('stay');
  const activate = useMutation(trpc.funnels.activate.mutationOptions({ onSuccess: () => onDone(t('activated')) }));
  const publish = useMutation(trpc.funnels.publish.mutationOptions({ onSuccess: () => onDone(t('published')) }));
  const isFirst = version === 0;
  const act = isFirst ? activate : publish;
  const kept = new Set(definition.steps.map(({ id: stepId }) => stepId));
  const staying = peopleAtSteps.filter(({ stepId }) => !kept.has(stepId)).reduce((sum, { people }) => sum + people, 0);
  const moving = counts.active - staying;
  const refused = problemOf(act.error).details?.problems;
  return (
    <Stack gap="lg" className={classes.dialog}>
      {isBlocked ? (
        <div>
          <p>{t('blocked')}</p>
          <ul className={classes.bullets}>
            {problems
              .filter(({ code }) => isBlocking(code))
              .map(({ code, stepId }) => (
                <li key={`${code} ${stepId ?? ''}`}>{words.problem({ code })}</li>
              ))}
          </ul>
        </div>
      ) : isFirst ? (
        <>
          <p>{t('firstMessage', { trigger: words.trigger(definition.trigger) })}</p>
          <p className={classes.help}>{t('firstHelp')}</p>
        </>
      ) : (
        <>
          <DifferenceList before={funnel.definition} now={definition} />
          {counts.active > 0 && (
            <Radio.Group
              label={t('inside', { count: counts.active })}
              value={inside}
              onChange={(value) => setInside(value === 'move' ? 'move' : 'stay')}
            >
              <Stack gap="sm" mt="xs">
                <Radio value="stay" label={t('stay')} description={t('stayHelp', { count: counts.active })} />
                <Radio value="move" label={t('move')} description={t('moveHelp', { moving, staying })} />
              </Stack>
            </Radio.Group>
          )}
        </>
      )}
      {act.error !== null && !Array.isArray(refused) && <ErrorNotice error={act.error} act="write" />}
      <div className={classes.dialogActions}>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        {!isBlocked && (
          <Button
            loading={act.isPending}
            onClick={() => (isFirst ? activate.mutate({ id }) : publish.mutate({ id, inside }))}
          >
            {t(isFirst ? 'activate' : 'publish')}
          </Button>
        )}
      </div>
    </Stack>
  );
}

function DifferenceList({ before, now }: { before: Funnel['definition']; now: Funnel['definition'] }) {
  const t = useTranslations('funnels');
  const words = useFunnelWords();
  const { added, removed, changed, settings, isReordered } = differencesOf(before, now);
  const numbers = numbersOf(layoutOf(now));
  const named = (step: Funnel['definition']['steps'][number]): string =>
    numbers.has(step.id)
      ? t('editor.card', { number: numbers.get(step.id) ?? 0, title: words.title(step) })
      : words.title(step);
  const lines = [
    ...added.map((step) => t('publish.added', { step: named(step) })),
    ...changed.map((step) => t('publish.changed', { step: named(step) })),
    ...removed.map((step) => t('publish.removed', { step: words.title(step) })),
    ...settings.map((each) => t('publish.setting', { name: t(`publish.settings.${each}`) })),
    ...(isReordered ? [t('publish.reordered')] : []),
  ];
  return (
    <div>
      <p>{t(lines.length === 0 ? 'publish.nothing' : 'publish.different')}</p>
      <ul className={classes.bullets}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
