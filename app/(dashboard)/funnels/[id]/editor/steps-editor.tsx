'use client';
import { ActionIcon, Button, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconArrowBackUp, IconArrowForwardUp, IconFlag, IconFlask, IconSettings } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { duplicate, freeId, goesWith, insert, move, remove } from '@/app/(dashboard)/funnels/definition/edits';
import {
  layoutOf,
  numbersOf,
  reachedFrom,
  stepsById,
  stepsIn,
  type Place,
} from '@/app/(dashboard)/funnels/definition/ways';
import { nameByNumber, useFunnelWords } from '@/app/(dashboard)/funnels/use-funnel-words';
import { useTRPC, type Outputs } from '@/app/trpc';
import { useAccount } from '@/components/shell/use-account';
import { ErrorNotice } from '@/components/ui/error-notice';
import { SMALL_ICON } from '@/components/ui/icon';
import { notifyUndo } from '@/components/ui/notify-undo';
import { problemOf } from '@/components/ui/problem';
import { whenOpened } from '@/components/ui/when-opened';
import { MOST_STEPS, type StepKind } from '@/server/modules/automation/funnels/vocabulary';
import { LaneView } from './lane-view';
import { newStep } from './new-step';
import { ProblemList } from './problem-list';
import { SettingsSummary } from './settings-summary';
import { StepCard } from './step-card';
import type { Board } from './board';
import type { DefinitionEditing } from './use-definition';
import classes from './editor.module.css';

const StepDrawer = whenOpened(async () => (await import('./step-drawer')).StepDrawer);
const SettingsDrawer = whenOpened(async () => (await import('./settings-drawer')).SettingsDrawer);
const TryIt = whenOpened(async () => (await import('./try-it')).TryIt);

interface Props {
  shown: Outputs['funnels']['editor'];
  editing: DefinitionEditing;
}

/** The entry of the funnel, then the steps as cards, with ways that part and meet; all of it by keyboard as well. */
export function StepsEditor({ shown, editing }: Props) {
  const t = useTranslations('funnels.editor');
  const words = useFunnelWords();
  const { funnel, peopleAtSteps } = shown;
  const { definition, change, undo, redo, state } = editing;
  const isReadOnly = funnel.status === 'archived';
  const layout = useMemo(() => layoutOf(definition), [definition]);
  const numbers = useMemo(() => numbersOf(layout), [layout]);
  const nameOf = nameByNumber(numbers);
  const [opened, open] = useState<string | null>(null);
  const [isSetting, setSetting] = useState(false);
  const [isTrying, setTrying] = useState(false);
  const [adding, setAdding] = useState<string | null>(null);
  const [said, say] = useState('');
  const board = useRef<HTMLDivElement>(null);
  const channels = useQuery(useTRPC().channels.list.queryOptions());
  const currency = useAccount()?.workspace?.currency ?? 'IDR';

  const focusOn = (id: string): void => {
    requestAnimationFrame(() => board.current?.querySelector<HTMLElement>(`[data-step="${CSS.escape(id)}"]`)?.focus());
  };
  const add = (place: Place, kind: StepKind): void => {
    const id = freeId(definition);
    const from = 'edge' in place ? place.edge.from : place.after;
    const messages = stepsIn(layout.main).filter(
      (each) =>
        stepsById(definition).get(each)?.kind === 'send' && from !== null && reachedFrom(definition, each).has(from),
    );
    const step = newStep(kind, {
      id,
      provider: channels.data?.find(({ status }) => status === 'active')?.provider ?? 'email_p1',
      currency,
      listId: words.names.lists[0]?.id,
      messageStepId: messages.at(-1),
    });
    if (step === undefined) return say(t('noLists'));
    change(insert(definition, place, step));
    say(t('added', { step: words.title(step) }));
    open(id);
  };
  const take = (id: string): void => {
    const step = stepsById(definition).get(id);
    if (step === undefined) return;
    const count = 1 + goesWith(definition, id).length;
    const order = stepsIn(layout.main);
    const neighbour = order[order.indexOf(id) + 1] ?? order[order.indexOf(id) - 1];
    const before = definition;
    change(remove(definition, id));
    notifyUndo({
      words: t('removed', { step: words.title(step), count }),
      undo: { label: t('undo'), run: () => change(before) },
    });
    if (neighbour !== undefined) focusOn(neighbour);
  };
  const shift = (id: string, way: 'up' | 'down'): void => {
    const next = move(definition, id, way);
    if (next === undefined) return say(t('noFurther'));
    change(next);
    const at = numbersOf(layoutOf(next)).get(id) ?? 0;
    say(t('moved', { at }));
    focusOn(id);
  };
  const acts: Board = {
    definition,
    numbers,
    nameOf,
    words,
    problems: funnel.problems,
    peopleAtSteps: new Map(
      peopleAtSteps.map(({ stepId }) => [
        stepId,
        peopleAtSteps.reduce((sum, each) => (each.stepId === stepId ? sum + each.people : sum), 0),
      ]),
    ),
    isReadOnly,
    isFull: definition.steps.length >= MOST_STEPS,
    adding,
    setAdding,
    add,
    open,
    shift,
    take,
    copy: (id) => change(duplicate(definition, id)),
    change,
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const card = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-step]') : null;
    const id = card?.dataset.step;
    if (card === null || id === undefined || event.target !== card) return;
    const cards = [...(board.current?.querySelectorAll<HTMLElement>('[data-step]') ?? [])];
    const go = (to: HTMLElement | undefined): void => {
      if (to === undefined) return;
      event.preventDefault();
      to.focus();
    };
    const at = cards.indexOf(card);
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        const isDown = event.key === 'ArrowDown';
        if (event.altKey && !isReadOnly) {
          event.preventDefault();
          return shift(id, isDown ? 'down' : 'up');
        }
        return go(cards[at + (isDown ? 1 : -1)]);
      }
      case 'ArrowLeft':
      case 'ArrowRight': {
        // The card beside it in another lane: the nearest to the left or the right at about its height.
        const here = card.getBoundingClientRect();
        const isRight = event.key === 'ArrowRight';
        const beside = cards
          .map((each) => ({ each, box: each.getBoundingClientRect() }))
          .filter(({ box }) => (isRight ? box.left > here.right - 1 : box.right < here.left + 1))
          .sort((a, b) => distance(a.box, here) - distance(b.box, here));
        return go(beside[0]?.each);
      }
      case 'Delete':
      case 'Backspace':
        if (isReadOnly) return;
        event.preventDefault();
        return take(id);
      case '+':
      case 'a':
        if (isReadOnly || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        return setAdding(`after:${id}`);
      case 'z':
        if (!event.ctrlKey && !event.metaKey) return;
        event.preventDefault();
        return event.shiftKey ? redo?.() : undo?.();
    }
  };

  return (
    <div className={classes.editor}>
      <div className={classes.bar}>
        <span className={classes.saved} data-state={state} role="status">
          {t(`state.${state}`)}
        </span>
        <div className={classes.tools}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={t('undo')}
            disabled={undo === undefined}
            onClick={undo}
          >
            <IconArrowBackUp {...SMALL_ICON} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={t('redo')}
            disabled={redo === undefined}
            onClick={redo}
          >
            <IconArrowForwardUp {...SMALL_ICON} />
          </ActionIcon>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconFlask {...SMALL_ICON} />}
            onClick={() => void editing.settle().then((isSaved) => isSaved && setTrying(true))}
          >
            {t('tryIt')}
          </Button>
        </div>
      </div>
      {editing.error !== null && (
        <div className={classes.failure}>
          <ErrorNotice error={editing.error} act="write" />
          <div className={classes.tools}>
            <Button size="xs" variant="default" onClick={editing.again}>
              {t(problemOf(editing.error).code === 'EDIT_CONFLICT' ? 'keepMine' : 'saveAgain')}
            </Button>
            <Button size="xs" variant="subtle" color="gray" onClick={editing.takeStored}>
              {t('takeStored')}
            </Button>
          </div>
        </div>
      )}
      <ProblemList board={acts} />
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <div
        ref={board}
        className={classes.board}
        onKeyDown={onKeyDown}
        role="group"
        aria-label={t('board')}
        aria-describedby="funnel-keys"
      >
        <section className={classes.trigger} aria-label={t('trigger')}>
          <div className={classes.triggerHead}>
            <span className={classes.mark} data-kind="trigger">
              <IconFlag {...SMALL_ICON} />
            </span>
            <div>
              <small>{t('trigger')}</small>
              <strong>{words.trigger(definition.trigger)}</strong>
            </div>
            {!isReadOnly && (
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconSettings {...SMALL_ICON} />}
                onClick={() => setSetting(true)}
              >
                {t('settings')}
              </Button>
            )}
          </div>
          <SettingsSummary definition={definition} words={words} />
        </section>
        <LaneView lane={layout.main} board={acts} isMain />
        {layout.loose.length > 0 && (
          <section className={classes.loose} aria-label={t('loose')}>
            <h3>{t('loose')}</h3>
            <p>{t('looseHelp')}</p>
            {layout.loose.map((step) => (
              <StepCard key={step.id} step={step} board={acts} />
            ))}
          </section>
        )}
        {definition.steps.length === 0 && <p className={classes.nothing}>{t('nothing')}</p>}
      </div>
      <p id="funnel-keys" className={classes.keys}>
        {t('keys')}
      </p>
      <StepDrawer
        opened={opened !== null}
        step={opened === null ? undefined : stepsById(definition).get(opened)}
        board={acts}
        funnel={funnel}
        settle={editing.settle}
        onClose={() => {
          const id = opened;
          open(null);
          if (id !== null) focusOn(id);
        }}
      />
      <SettingsDrawer opened={isSetting} board={acts} onClose={() => setSetting(false)} />
      <TryIt opened={isTrying} funnel={funnel} board={acts} onClose={() => setTrying(false)} />
    </div>
  );
}

const distance = (a: DOMRect, b: DOMRect): number => Math.hypot(a.left - b.left, a.top - b.top);
