'use client';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { RelativeTime } from '@/components/ui/date-time';
import type { Column } from '@/components/ui/data-table';
import type { Sort } from '@/server/resources/discount-codes/schema';
import type { Code } from './code';
import { CodeStatus } from './code-status';
import { CopyCode } from './copy-code';
import { useCodeWords } from './use-code-words';
import classes from './code-list.module.css';

export function useCodeColumns(): Column<Code, Sort>[] {
  const t = useTranslations('discountCodes');
  const words = useCodeWords();
  return useMemo(
    () => [
      {
        key: 'code',
        head: t('columns.code'),
        sort: { ascending: 'code' },
        card: 'title',
        width: 12,
        cell: (code) => (
          <span className={classes.name}>
            <span className={classes.code}>{code.code}</span>
            {code.description && (
              <span data-note className={`${classes.detail} ${classes.note}`} title={code.description}>
                {code.description}
              </span>
            )}
          </span>
        ),
      },
      {
        key: 'gives',
        width: 11,
        priority: 2,
        head: t('columns.gives'),
        cell: (code) => (
          <span className={classes.gives}>
            {/* Beside the code, but not in its link. */}
            <CopyCode code={code.code} quiet />
            <span>{words.gives(code)}</span>
            <span data-note className={classes.detail}>
              {words.terms(code)}
            </span>
          </span>
        ),
      },
      { key: 'status', head: t('columns.status'), card: 'state', width: 8, cell: (code) => <CodeStatus code={code} /> },
      {
        key: 'uses',
        width: 8,
        priority: 1,
        head: t('columns.uses'),
        align: 'end',
        sort: { descending: 'most_redeemed', first: 'descending' },
        cell: ({ redemptionCount: used, maxUsesTotal: limit }) => (
          <span>{limit === null ? t('uses.open', { used }) : t('uses.of', { used, limit })}</span>
        ),
      },
      {
        key: 'window',
        width: 11,
        head: t('columns.window'),
        cell: (code) => <span className={classes.window}>{words.window(code)}</span>,
      },
      {
        key: 'created',
        card: 'hidden',
        priority: -1,
        width: 10,
        head: t('columns.created'),
        sort: { ascending: 'oldest', descending: 'newest', first: 'descending' },
        cell: (code) => (
          <span className={classes.created}>
            <RelativeTime value={code.createdAt} />
          </span>
        ),
      },
    ],
    [t, words],
  );
}
