'use client';
import { Button, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { BLOCK_ICONS } from '@/components/email/blocks';
import { ICON, SMALL_ICON } from '@/components/ui/icon';
import { BLOCK_KINDS, BLOCK_LIMITS, type BlockKind } from '@/server/email/blocks-schema';
import classes from './block-editor.module.css';

/** A menu of the kinds; what is chosen opens with the caret in its first field. */
export function AddBlock({ full, onAdd }: { full: boolean; onAdd: (kind: BlockKind) => void }) {
  const t = useTranslations('templates');
  return (
    <div className={classes.add}>
      <Menu position="bottom-start" withinPortal width="target" returnFocus={false}>
        <Menu.Target>
          <Button variant="default" fullWidth leftSection={<IconPlus {...ICON} />} disabled={full}>
            {t('editor.add')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {BLOCK_KINDS.map((kind) => {
            const KindIcon = BLOCK_ICONS[kind];
            return (
              <Menu.Item key={kind} leftSection={<KindIcon {...SMALL_ICON} />} onClick={() => onAdd(kind)}>
                <span className={classes.option}>
                  {t(`kinds.${kind}`)}
                  <span>{t(`kindHelp.${kind}`)}</span>
                </span>
              </Menu.Item>
            );
          })}
        </Menu.Dropdown>
      </Menu>
      {full && <p className={classes.none}>{t('editor.full', { max: BLOCK_LIMITS.blocks })}</p>}
    </div>
  );
}
