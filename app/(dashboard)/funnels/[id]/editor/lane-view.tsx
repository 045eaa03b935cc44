'use client';
import { IconCornerDownRight } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { Card, Lane, Place } from '@/app/(dashboard)/funnels/definition/ways';
import { SMALL_ICON } from '@/components/ui/icon';
import { AddStep } from './add-step';
import type { Board } from './board';
import { StepCard } from './step-card';
import classes from './editor.module.css';

/** Cards one under the other, an adding button between two, and how the lane ends. */
export function LaneView({ lane, board, isMain = false }: { lane: Lane; board: Board; isMain?: boolean }) {
  const t = useTranslations('funnels.editor');
  const { edge, cards, ends } = lane;
  const first: Place = { edge };
  return (
    <div className={classes.lane} data-main={isMain || undefined}>
      <AddStep place={first} id={`at:${edge.from ?? ''}:${edge.branch}`} board={board} />
      {cards.map((card) => (
        <CardAndWays key={card.step.id} card={card} board={board} />
      ))}
      {ends === 'end' && cards.at(-1)?.step.kind !== 'exit' && cards.at(-1)?.after !== null && (
        <span className={classes.end}>{t('end')}</span>
      )}
      {typeof ends === 'object' && (
        <button type="button" className={classes.jump} onClick={() => board.open(ends.jumpsTo)}>
          <IconCornerDownRight {...SMALL_ICON} />
          {t('jumpsTo', { step: board.nameOf(ends.jumpsTo) })}
        </button>
      )}
    </div>
  );
}

function CardAndWays({ card: { step, lanes, after }, board }: { card: Card; board: Board }) {
  const { words } = board;
  return (
    <>
      <StepCard step={step} board={board} />
      {lanes.length > 0 && (
        <div className={classes.lanes} data-count={lanes.length}>
          {lanes.map((lane) => (
            <section
              key={lane.edge.branch}
              className={classes.way}
              data-ends={typeof lane.ends === 'string' ? lane.ends : 'jump'}
              aria-label={`${board.nameOf(step.id)}: ${words.branch(step, lane.edge.branch)}`}
            >
              <span className={classes.branch}>{words.branch(step, lane.edge.branch)}</span>
              <LaneView lane={lane} board={board} />
            </section>
          ))}
        </div>
      )}
      {after !== null && <AddStep place={after} id={`after:${step.id}`} board={board} />}
    </>
  );
}
