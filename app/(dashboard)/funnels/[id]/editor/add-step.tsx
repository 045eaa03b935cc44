'use client';
import { Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { mayEndAt } from '@/app/(dashboard)/funnels/definition/edits';
import type { Place } from '@/app/(dashboard)/funnels/definition/ways';
import { SMALL_ICON } from '@/components/ui/icon';
import type { Board } from './board';
import { KIND_ICONS, KINDS_OFFERED } from './step-kinds';
import classes from './editor.module.css';

/** The line between two cards, with the button that adds one there. @param id of the place, for the keyboard */
export function AddStep({ place, id, board }: { place: Place; id: string; board: Board }) {
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
