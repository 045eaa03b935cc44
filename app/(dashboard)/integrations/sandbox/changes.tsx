'use client';
import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import classes from '@/app/(dashboard)/integrations/integrations.module.css';
import { DataTable, type Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { Panel } from '@/components/ui/panel';
import type { Shop } from './sandbox-shop';

type Change = Shop['changes'][number];

/** What happened and its webhooks tell of: each sent again as often as one likes, all of them the newest first. */
export function Changes({ shop, busy, onSend }: { shop: Shop; busy: boolean; onSend: (ids: string[]) => void }) {
  const t = useTranslations('integrations.sandbox');
  const waiting = shop.changes.filter(({ sent, dueAt }) => sent === 0 && dueAt === null);
  const columns: Column<Change>[] = [
    {
      key: 'what',
      head: t('what'),
      card: 'title',
      width: 18,
      cell: ({ verb, about, createdAt }) => (
        <span className={classes.call}>
          <span>{t(`verbs.${verb}`)}</span>
          <span className={classes.reason}>
            {about} · <RelativeTime value={createdAt} />
          </span>
        </span>
      ),
    },
    {
      key: 'sent',
      head: t('sent'),
      width: 8,
      cell: ({ sent, dueAt }) => (dueAt === null ? t('times', { sent }) : t('later')),
    },
    {
      key: 'do',
      head: t('actions'),
      card: 'corner',
      width: 12,
      cell: ({ id }) => (
        <span className={classes.actions}>
          <Button size="xs" variant="default" disabled={busy} onClick={() => onSend([id])}>
            {t('send')}
          </Button>
          <Button size="xs" variant="subtle" color="gray" disabled={busy} onClick={() => onSend([id, id])}>
            {t('sendTwice')}
          </Button>
        </span>
      ),
    },
  ];
  return (
    <Panel
      title={t('changes')}
      aside={
        waiting.length > 1 ? (
          // They stand with the newest first.
          <Button size="xs" variant="default" disabled={busy} onClick={() => onSend(waiting.map(({ id }) => id))}>
            {t('newestFirst')}
          </Button>
        ) : undefined
      }
    >
      {shop.changes.length === 0 ? (
        <p className={classes.help}>{t('noChanges')}</p>
      ) : (
        <DataTable label={t('changes')} columns={columns} rows={shop.changes} rowKey={({ id }) => id} />
      )}
    </Panel>
  );
}
