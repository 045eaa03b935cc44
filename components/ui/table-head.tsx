'use client';
import { VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { Placed } from './table-column';
import { cellStyle } from './table-cell-style';
import classes from './data-table.module.css';

interface Props<Row, Sort extends string> {
  column: Placed<Row, Sort>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}

/** A head; where the column sorts, a button that turns the order round. */
export function TableHead<Row, Sort extends string>({ column, sort, onSort }: Props<Row, Sort>) {
  const t = useTranslations('ui');
  const order = column.sort;
  const place = {
    scope: 'col',
    role: 'columnheader',
    className: classes.headCell,
    style: cellStyle(column),
    'data-align': column.align,
    'data-from': column.from,
  } as const;
  if (order === undefined || onSort === undefined)
    return <th {...place}>{column.hideHead ? <VisuallyHidden>{column.head}</VisuallyHidden> : column.head}</th>;
  const state =
    sort === undefined
      ? undefined
      : sort === order.ascending
        ? 'ascending'
        : sort === order.descending
          ? 'descending'
          : undefined;
  const other =
    state === 'ascending'
      ? order.descending
      : state === 'descending'
        ? order.ascending
        : order[order.first ?? 'ascending'];
  const next = other ?? order.ascending ?? order.descending;
  const Icon = state === 'ascending' ? IconArrowUp : state === 'descending' ? IconArrowDown : IconSelector;
  return (
    <th {...place} aria-sort={state ?? 'none'}>
      <button
        type="button"
        className={classes.sort}
        data-active={state !== undefined || undefined}
        onClick={() => next !== undefined && onSort(next)}
      >
        {column.head}
        {state !== undefined && (
          <VisuallyHidden>, {t(state === 'ascending' ? 'sortAscending' : 'sortDescending')}</VisuallyHidden>
        )}
        <Icon size={14} stroke={1.8} aria-hidden />
      </button>
    </th>
  );
}
