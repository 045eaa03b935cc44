'use client';
/** The images of the workspace (docs/contract/uploads.md#library): what was uploaded once is there to be used again. */
import { Drawer, Skeleton } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC } from '@/app/trpc';
import { LibraryCard } from '@/components/uploads/library-card';
import type { StoredImage } from '@/components/uploads/upload-image';
import { ListBody } from '@/components/ui/list-body';
import { listedInPages } from '@/components/ui/listed';
import { SearchField } from '@/components/ui/search-field';
import drawer from '@/components/ui/form-drawer.module.css';
import { MAX_NAME } from '@/server/resources/uploads/vocabulary';
import classes from './library.module.css';

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
