'use client';
import { Checkbox, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import type { ReactNode } from 'react';
import classes from './data-table.module.css';

export interface Column<Row, Sort extends string = never> {
  key: string;
  /** The head; on a phone the label in the card. */
  head: string;
  cell: (row: Row) => ReactNode;
  /** Figures stand at the right. */
  align?: 'end';
  /** Values of `sort` that this column stands for; the first is chosen by the first click on the head. */
  sort?: { ascending?: Sort; descending?: Sort; first?: 'ascending' | 'descending' };
  /** In a card: without a label, as its heading (`title`) or in its upper corner (`corner`, a menu); or not at all. */
  card?: 'title' | 'corner' | 'hidden';
  /** The head is for screen readers only. */
  hideHead?: boolean;
}

/** Rows that can be chosen, for something to be done with all of them. */
export interface Selection<Row> {
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
  /** “Choose all on this page”. */
  all: string;
  /** “Choose Sari Dewi”. */
  one: (row: Row) => string;
}

interface Props<Row, Sort extends string> {
  /** What the table lists, for screen readers. */
  label: string;
  columns: readonly Column<Row, Sort>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Where a row opens; the first column becomes the link and the whole row takes the click. */
  rowHref?: (row: Row) => string;
  /** Rows that no longer count, such as archived ones. */
  isDimmed?: (row: Row) => boolean;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  selection?: Selection<Row>;
}

/** A table that becomes one card a row under 48em. The roles keep it a table for screen readers all the while. */
export function DataTable<Row, Sort extends string = never>({
  label,
  columns,
  rows,
  rowKey,
  rowHref,
  isDimmed,
  sort,
  onSort,
  selection,
}: Props<Row, Sort>) {
  return (
    <div className={classes.frame}>
      <table className={classes.table} role="table" aria-label={label}>
        <thead className={classes.head} role="rowgroup">
          <tr role="row">
            {selection && (
              <th scope="col" role="columnheader" className={classes.choice}>
                <AllChoice selection={selection} keys={rows.map(rowKey)} />
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              role="row"
              className={classes.row}
              data-dimmed={isDimmed?.(row) || undefined}
              data-opens={rowHref !== undefined || undefined}
              data-chosen={selection?.chosen.has(rowKey(row)) || undefined}
            >
              {selection && (
                <td role="cell" className={classes.choice}>
                  <Choice selection={selection} row={row} rowKey={rowKey(row)} />
                </td>
              )}
              {columns.map((column, at) => (
                <td
                  key={column.key}
                  role="cell"
                  className={classes.cell}
                  data-align={column.align}
                  data-card={column.card}
                  data-label={column.hideHead ? undefined : column.head}
                >
                  {at === 0 && rowHref ? (
                    <Link href={rowHref(row)} className={classes.link}>
                      {column.cell(row)}
                    </Link>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function AllChoice<Row>({
  selection: { chosen, onChange, all },
  keys,
}: {
  selection: Selection<Row>;
  keys: readonly string[];
}) {
  const here = keys.filter((key) => chosen.has(key)).length;
  const every = here === keys.length && keys.length > 0;
  const toggle = () => {
    const next = new Set(chosen);
    for (const key of keys) {
      if (every) next.delete(key);
      else next.add(key);
    }
    onChange(next);
  };
  return <Checkbox size="xs" aria-label={all} checked={every} indeterminate={here > 0 && !every} onChange={toggle} />;
}

function Choice<Row>({
  selection: { chosen, onChange, one },
  row,
  rowKey,
}: {
  selection: Selection<Row>;
  row: Row;
  rowKey: string;
}) {
  const toggle = () => {
    const next = new Set(chosen);
    if (!next.delete(rowKey)) next.add(rowKey);
    onChange(next);
  };
  return <Checkbox size="xs" aria-label={one(row)} checked={chosen.has(rowKey)} onChange={toggle} />;
}

/** A head; where the column sorts, a button that turns the order round. */
function Head<Row, Sort extends string>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row, Sort>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}) {
  const t = useTranslations('ui');
  const order = column.sort;
  if (order === undefined || onSort === undefined) {
    return (
      <th scope="col" role="columnheader" data-align={column.align}>
        {column.hideHead ? <VisuallyHidden>{column.head}</VisuallyHidden> : column.head}
      </th>
    );
  }
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
    <th scope="col" role="columnheader" data-align={column.align} aria-sort={state ?? 'none'}>
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
