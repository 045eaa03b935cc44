'use client';
import { Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBookmark, IconPlus } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { BLOCK_ICONS } from '@/components/email/blocks';
import { ICON, SMALL_ICON } from '@/components/ui/icon';
import { whenOpened } from '@/components/ui/when-opened';
import { BLOCK_KINDS, BLOCK_LIMITS, type Block, type BlockKind } from '@/server/platform/email/blocks-schema';
import classes from './block-editor.module.css';

const SavedBlocks = whenOpened(async () => (await import('@/components/email/saved-blocks')).SavedBlocks);

interface Props {
  /** The number of blocks that still fit in. */
  room: number;
  onAdd: (kind: BlockKind) => void;
  onAddAll: (blocks: readonly Block[]) => void;
}

/** A menu of the kinds, and the way to saved blocks; what is chosen opens with the caret in its first field. */
export function AddBlock({ room, onAdd, onAddAll }: Props) {
  const t = useTranslations('templates');
  const [opened, drawer] = useDisclosure();
  const full = room <= 0;
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
          <Menu.Divider />
          <Menu.Item leftSection={<IconBookmark {...SMALL_ICON} />} onClick={drawer.open}>
            <span className={classes.option}>
              {t('editor.addSaved')}
              <span>{t('editor.addSavedHelp')}</span>
            </span>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {full && <p className={classes.none}>{t('editor.full', { max: BLOCK_LIMITS.blocks })}</p>}
      <SavedBlocks
        opened={opened}
        room={room}
        onClose={drawer.close}
        onChoose={(blocks) => {
          drawer.close();
          onAddAll(blocks);
        }}
      />
    </div>
  );
}
