'use client';
/** The images of the workspace (docs/contract/uploads.md#library): what was uploaded once is there to be used again. */
import { Drawer, Skeleton, ActionIcon, Menu } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC, type Outputs } from '@/app/trpc';
import type { StoredImage } from '@/components/uploads/upload-image';
import { ListBody } from '@/components/ui/list-body';
import { listedInPages } from '@/components/ui/listed';
import { SearchField } from '@/components/ui/search-field';
import drawer from '@/components/ui/form-drawer.module.css';
import { MAX_NAME } from '@/server/modules/account/uploads/vocabulary';
import classes from './library.module.css';
import { IconDots, IconPencil, IconPhotoMinus } from '@tabler/icons-react';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useFormat } from '@/components/ui/format';
import { SMALL_ICON } from '@/components/ui/icon';
import { NameForm } from '@/components/ui/name-form';
import { notifyUndo } from '@/components/ui/notify-undo';

type LibraryImage = Outputs['uploads']['library']['items'][number];

/** One image: itself is the button that takes it; its menu gives it another name or takes it out. */
function LibraryCard({ image, onChoose }: { image: LibraryImage; onChoose: () => void }) {
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

interface Props {
  opened: boolean;
  onClose: () => void;
  onChoose: (image: StoredImage) => void;
}

const AWAITED = 8;

export function Library({ opened, onClose, onChoose }: Props) {
  const t = useTranslations('uploads.library');
  return (
    <Drawer opened={opened} onClose={onClose} title={t('title')} classNames={drawer}>
      <Images onChoose={onChoose} />
    </Drawer>
  );
}

function Images({ onChoose }: Pick<Props, 'onChoose'>) {
  const t = useTranslations('uploads.library');
  const trpc = useTRPC();
  const [q, setQ] = useState('');
  const query = useInfiniteQuery(
    trpc.uploads.library.infiniteQueryOptions(
      { q },
      { getNextPageParam: (page) => page.nextCursor, placeholderData: keepPreviousData, staleTime: 0 },
    ),
  );
  const skeleton = (
    <div className={classes.images}>
      {Array.from({ length: AWAITED }, (_, place) => (
        <Skeleton key={place} height={132} />
      ))}
    </div>
  );
  return (
    <>
      <div className={classes.search}>
        <SearchField label={t('search')} value={q} onChange={setQ} maxLength={MAX_NAME} />
      </div>
      <ListBody
        list={listedInPages(query, (page) => page.items)}
        skeleton={skeleton}
        onClear={q === '' ? undefined : () => setQ('')}
        none={<p className={classes.none}>{t('empty')}</p>}
      >
        {(images) => (
          <ul className={classes.images} aria-label={t('list')}>
            {images.map((image) => (
              <LibraryCard key={image.key} image={image} onChoose={() => onChoose(image)} />
            ))}
          </ul>
        )}
      </ListBody>
    </>
  );
}
