'use client';
import { IconCornerDownRight, IconPlus } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { Card, Lane, Place } from '@/app/(dashboard)/funnels/definition/ways';
import { SMALL_ICON } from '@/components/ui/icon';
import type { Board } from './board';
import { StepCard } from './step-card';
import classes from './editor.module.css';
import { Menu } from '@mantine/core';
import { mayEndAt } from '@/app/(dashboard)/funnels/definition/edits';
import { KIND_ICONS, KINDS_OFFERED } from './step-kinds';

/** The line between two cards, with the button that adds one there. @param id of the place, for the keyboard */
function AddStep({ place, id, board }: { place: Place; id: string; board: Board }) {
  const t = useTranslations('funnels');
  const { isReadOnly, isFull, adding, setAdding } = board;
  if (isReadOnly || isFull) return <span className={classes.line} aria-hidden />;
  const kinds = KINDS_OFFERED.filter((kind) => kind !== 'exit' || mayEndAt(board.definition, place));
  return (
    <div className={classes.between}>
      <Menu
        position="bottom"
        width={320}
        opened={adding === id}
        onChange={(isOpened) => setAdding(isOpened ? id : null)}
        transitionProps={{ duration: 80 }}
      >
        <Menu.Target>
          <button type="button" className={classes.plus} aria-label={t('editor.add')}>
            <IconPlus {...SMALL_ICON} />
          </button>
        </Menu.Target>
        <Menu.Dropdown className={classes.kinds}>
          {kinds.map((kind) => {
            const KindIcon = KIND_ICONS[kind];
            return (
              <Menu.Item key={kind} leftSection={<KindIcon {...SMALL_ICON} />} onClick={() => board.add(place, kind)}>
                <span className={classes.kind}>
                  <strong>{t(`kinds.${kind}.title`)}</strong>
                  <small>{t(`kinds.${kind}.help`)}</small>
                </span>
              </Menu.Item>
            );
          })}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

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
