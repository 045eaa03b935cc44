'use client';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC, type Outputs } from '@/app/trpc';
import { BLOCK_ICONS, summaryOf } from '@/components/email/blocks';
import { ErrorNotice } from '@/components/ui/error-notice';
import { SMALL_ICON } from '@/components/ui/icon';
import { NameForm } from '@/components/ui/name-form';
import { notifyUndo } from '@/components/ui/notify-undo';
import { MAX_SAVED_NAME } from '@/server/modules/messaging/broadcasts/vocabulary';
import classes from './saved-blocks.module.css';

interface Props {
  saved: Outputs['broadcasts']['savedBlocks']['list']['saved'][number];
  /** Why they do not fit in; null when they do. */
  tooMany: string | null;
  onChoose: () => void;
}

/** The content that is kept under one name: its blocks in their order, a button that inserts them, and a menu. */
export function SavedCard({ saved: { id, name, blocks }, tooMany, onChoose }: Props) {
  const t = useTranslations('templates.savedBlocks');
  const tCommon = useTranslations('ui');
  const kinds = useTranslations('templates.kinds');
  const trpc = useTRPC();
  const [renaming, setRenaming] = useState(false);
  const rename = useMutation(
    trpc.broadcasts.savedBlocks.rename.mutationOptions({
      onSuccess: () => setRenaming(false),
    }),
  );
  const restoration = useMutation(trpc.broadcasts.savedBlocks.create.mutationOptions());
  const deletion = useMutation(
    trpc.broadcasts.savedBlocks.delete.mutationOptions({
      onSuccess: () =>
        notifyUndo({
          words: t('deleted', { name }),
          undo: { label: tCommon('undo'), run: () => restoration.mutate({ name, blocks }) },
        }),
    }),
  );
  const failure = rename.error ?? deletion.error;
  return (
    <li className={classes.saved}>
      <div className={classes.head}>
        {renaming ? (
          <NameForm
            value={name}
            maxLength={MAX_SAVED_NAME}
            busy={rename.isPending}
            onSave={(next) => rename.mutate({ id, name: next })}
            onCancel={() => {
              rename.reset();
              setRenaming(false);
            }}
          />
        ) : (
          <>
            <strong>{name}</strong>
            <Button
              variant="default"
              size="compact-sm"
              disabled={tooMany !== null}
              aria-label={t('useNamed', { name })}
              onClick={onChoose}
            >
              {t('use')}
            </Button>
            <Menu position="bottom-end" withinPortal>
              <Menu.Target>
                <ActionIcon variant="subtle" color="gray" aria-label={t('actions', { name })}>
                  <IconDots {...SMALL_ICON} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item leftSection={<IconPencil {...SMALL_ICON} />} onClick={() => setRenaming(true)}>
                  {tCommon('rename')}
                </Menu.Item>
                <Menu.Item
                  color="red"
                  leftSection={<IconTrash {...SMALL_ICON} />}
                  onClick={() => deletion.mutate({ id })}
                >
                  {t('delete')}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </>
        )}
      </div>
      <ol className={classes.blocks}>
        {blocks.map((block, place) => {
          const KindIcon = BLOCK_ICONS[block.kind];
          return (
            <li key={place}>
              <KindIcon {...SMALL_ICON} />
              <span>{kinds(block.kind)}</span>
              <span className={classes.words}>{summaryOf(block)}</span>
            </li>
          );
        })}
      </ol>
      {tooMany !== null && <p className={classes.none}>{tooMany}</p>}
      {failure && <ErrorNotice error={failure} act="write" />}
    </li>
  );
}
