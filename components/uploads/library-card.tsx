'use client';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconPhotoMinus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC, type Outputs } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useFormat } from '@/components/ui/format';
import { SMALL_ICON } from '@/components/ui/icon';
import { NameForm } from '@/components/ui/name-form';
import { notifyUndo } from '@/components/ui/notify-undo';
import { MAX_NAME } from '@/server/resources/uploads/vocabulary';
import classes from './library.module.css';

type LibraryImage = Outputs['uploads']['library']['items'][number];

/** One image: itself is the button that takes it; its menu gives it another name or takes it out. */
export function LibraryCard({ image, onChoose }: { image: LibraryImage; onChoose: () => void }) {
  const t = useTranslations('uploads.library');
  const tCommon = useTranslations('ui');
  const format = useFormat();
  const trpc = useTRPC();
  const [renaming, setRenaming] = useState(false);
  const rename = useMutation(
    trpc.uploads.rename.mutationOptions({
      onSuccess: () => setRenaming(false),
    }),
  );
  const unarchive = useMutation(trpc.uploads.unarchive.mutationOptions());
  const archive = useMutation(
    trpc.uploads.archive.mutationOptions({
      onSuccess: () =>
        notifyUndo({
          words: t('removed', { name }),
          undo: { label: tCommon('undo'), run: () => unarchive.mutate({ key: image.key }) },
        }),
    }),
  );
  const name = image.name ?? t('unnamed');
  const failure = rename.error ?? archive.error;
  return (
    <li className={classes.image}>
      <button type="button" className={classes.pick} aria-label={t('pick', { name })} onClick={onChoose}>
        <img src={image.publicUrl} alt="" loading="lazy" decoding="async" />
      </button>
      {renaming ? (
        <div className={classes.naming}>
          <NameForm
            value={image.name ?? ''}
            maxLength={MAX_NAME}
            busy={rename.isPending}
            onSave={(next) => rename.mutate({ key: image.key, name: next })}
            onCancel={() => setRenaming(false)}
          />
        </div>
      ) : (
        <div className={classes.about}>
          <span title={name}>
            {name}
            <small>{format.bytes(image.size)}</small>
          </span>
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t('actions', { name })}>
                <IconDots {...SMALL_ICON} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconPencil {...SMALL_ICON} />} onClick={() => setRenaming(true)}>
                {tCommon('rename')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconPhotoMinus {...SMALL_ICON} />}
                onClick={() => archive.mutate({ key: image.key })}
              >
                {t('remove')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </div>
      )}
      {failure && <ErrorNotice error={failure} act="write" />}
    </li>
  );
}
