'use client';
/** The blocks that were kept from other e-mails (docs/contract/broadcasts.md#saved-blocks). */
import { Drawer, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC } from '@/app/trpc';
import { SavedCard } from '@/components/email/saved-card';
import { ErrorNotice } from '@/components/ui/error-notice';
import drawer from '@/components/ui/form-drawer.module.css';
import { SearchField } from '@/components/ui/search-field';
import { BLOCK_LIMITS, type Block } from '@/server/platform/email/blocks-schema';
import { MAX_SAVED_NAME } from '@/server/modules/messaging/broadcasts/vocabulary';
import classes from './saved-blocks.module.css';

interface Props {
  opened: boolean;
  /** The number of blocks that still fit in. */
  room: number;
  onClose: () => void;
  onChoose: (blocks: readonly Block[]) => void;
}

/** The number of saved blocks that are seen at a glance. */
const FEW = 8;

export function SavedBlocks({ opened, onClose, ...rest }: Props) {
  const t = useTranslations('templates.savedBlocks');
  return (
    <Drawer opened={opened} onClose={onClose} title={t('title')} classNames={drawer}>
      <List {...rest} />
    </Drawer>
  );
}

function List({ room, onChoose }: Omit<Props, 'opened' | 'onClose'>) {
  const t = useTranslations('templates.savedBlocks');
  const trpc = useTRPC();
  const [q, setQ] = useState('');
  const { data, error, refetch } = useQuery(trpc.broadcasts.savedBlocks.list.queryOptions());
  if (data === undefined)
    return error === null ? (
      <Skeleton height={180} />
    ) : (
      <ErrorNotice error={error} act="read" onRetry={() => void refetch()} />
    );
  const shown = data.saved.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()));
  return (
    <>
      {data.saved.length > FEW && (
        <div className={classes.search}>
          <SearchField label={t('search')} value={q} onChange={setQ} maxLength={MAX_SAVED_NAME} />
        </div>
      )}
      {shown.length === 0 && <p className={classes.none}>{data.saved.length === 0 ? t('empty') : t('none')}</p>}
      {shown.length > 0 && (
        <ul className={classes.list} aria-label={t('list')}>
          {shown.map((saved) => (
            <SavedCard
              key={saved.id}
              saved={saved}
              tooMany={saved.blocks.length > room ? t('tooMany', { max: BLOCK_LIMITS.blocks }) : null}
              onChoose={() => onChoose(saved.blocks)}
            />
          ))}
        </ul>
      )}
    </>
  );
}
