'use client';
import Link from 'next/link';
import { useLayoutEffect, useRef, type ReactNode, type RefObject, lazy, Suspense, useState } from 'react';
import { cellStyle } from './table-cell-style';
import { placed, type Column, type Placed } from './table-column';
import { TableWindow, WINDOW, windowsOf } from './table-window';
import { useColumnChoice } from './use-column-choice';
import classes from './data-table.module.css';
import { ColumnButton } from './column-button';
import type { ColumnChoicesProps } from './column-choices';
import { Checkbox, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';

interface Props<Row, Sort extends string> {
  column: Placed<Row, Sort>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}

/** A head; where the column sorts, a button that turns the order round. */
function TableHead<Row, Sort extends string>({ column, sort, onSort }: Props<Row, Sort>) {
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

/** Rows that can be chosen, for something to be done with all of them. */
interface Selection<Row> {
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
  /** “Choose all on this page”. */
  all: string;
  /** “Choose Sari Dewi”. */
  one: (row: Row) => string;
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

const ColumnChoices = lazy(async () => ({ default: (await import('./column-choices')).ColumnChoices }));

/** The choice of a table's columns. What opens comes with the first click. */
function ColumnMenu(props: ColumnChoicesProps) {
  const [asked, setAsked] = useState(false);
  const isActive = props.without.length > 0;
  if (!asked) return <ColumnButton isActive={isActive} onClick={() => setAsked(true)} />;
  return (
    <Suspense fallback={<ColumnButton isActive={isActive} />}>
      <ColumnChoices {...props} />
    </Suspense>
  );
}

export type { Column, Selection };

export interface TableProps<Row, Sort extends string> {
  /** The name of the table's contents, for screen readers. */
  label: string;
  /** Under which the person's choice of columns is remembered; without it there is none. */
  name?: string;
  columns: readonly Column<Row, Sort>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Returns the address that a row opens; the first column becomes the link and the whole row takes the click. */
  rowHref?: (row: Row) => string;
  /** Rows that no longer count, such as archived ones. */
  isDimmed?: (row: Row) => boolean;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  selection?: Selection<Row>;
}

/** The width of the box of a choice and of the menu of columns, in rem. */
const CHOICE = 2;
const MENU = 2.5;

/** As screen readers count: the row of heads is the first. */
const HEADS = 1;
const FIRST_ROW = HEADS + 1;

const canLeave = ({ card }: { card?: string }): boolean => card === undefined || card === 'hidden';

/**
 * A table whose columns drop as its frame gets narrow, and that becomes cards of two lines in the narrowest. The roles
 * keep it a table for screen readers all the while. Rows out of sight cost nothing to draw, and those far away are not
 * in the page.
 */
export function DataTable<Row, Sort extends string = never>({
  label,
  name,
  columns,
  rows,
  rowKey,
  rowHref,
  isDimmed,
  sort,
  onSort,
  selection,
}: TableProps<Row, Sort>) {
  const [without, choose] = useColumnChoice(name);
  const table = useRowHeight(rows);
  const windows = windowsOf(rows);
  const isLong = windows.length > 1;
  const shown = placed(
    columns.filter((column) => !canLeave(column) || !without.includes(column.key)),
    (selection ? CHOICE : 0) + (name === undefined ? 0 : MENU),
  );
  return (
    <div
      className={classes.frame}
      data-menu={name !== undefined || undefined}
      data-plain={!shown.some(({ fact }) => fact !== undefined) || undefined}
    >
      <table
        ref={table}
        className={classes.table}
        role="table"
        aria-label={label}
        {...(isLong && { 'aria-rowcount': HEADS + rows.length })}
      >
        <thead className={classes.head} role="rowgroup">
          <tr role="row" className={classes.heads}>
            {selection && (
              <th scope="col" role="columnheader" className={classes.choice}>
                <AllChoice selection={selection} keys={rows.map(rowKey)} />
              </th>
            )}
            {shown.map(
              (column) =>
                column.card !== 'only' && <TableHead key={column.key} column={column} sort={sort} onSort={onSort} />,
            )}
          </tr>
        </thead>
        {windows.map((inside, at) => (
          <TableWindow key={at} rows={inside.length} isAtEnd={at === 0 || at === windows.length - 1} isAlone={!isLong}>
            {() =>
              inside.map((row, place) => (
                <tr
                  key={rowKey(row)}
                  role="row"
                  {...(isLong && { 'aria-rowindex': FIRST_ROW + at * WINDOW + place })}
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
                  {shown.map((column, nth) => (
                    <Cell key={column.key} column={column} href={nth === 0 ? rowHref?.(row) : undefined}>
                      {column.cell(row)}
                    </Cell>
                  ))}
                </tr>
              ))
            }
          </TableWindow>
        ))}
      </table>
      {name !== undefined && <ColumnMenu columns={columns.filter(canLeave)} without={without} onChange={choose} />}
    </div>
  );
}

/**
 * Tells the style sheet how high a row is, within its borders and with them, so that those out of sight keep the place
 * that they have when drawn.
 */
function useRowHeight(rows: readonly unknown[]): RefObject<HTMLTableElement | null> {
  const table = useRef<HTMLTableElement>(null);
  useLayoutEffect(() => {
    const first = table.current?.tBodies[0]?.rows[0];
    if (!table.current || !first) return;
    // Out of sight it would say what is supposed, not what is.
    first.style.contentVisibility = 'visible';
    const { height, paddingTop, paddingBottom, borderBottomWidth } = getComputedStyle(first);
    const around = [paddingTop, paddingBottom, borderBottomWidth].reduce((sum, part) => sum + parseFloat(part), 0);
    table.current.style.setProperty('--row-height', `${parseFloat(height) - around}px`);
    table.current.style.setProperty('--row-box', height);
    first.style.contentVisibility = '';
  }, [rows]);
  return table;
}

interface CellProps<Row, Sort extends string> {
  column: Placed<Row, Sort>;
  href: string | undefined;
  children: ReactNode;
}

function Cell<Row, Sort extends string>({ column, href, children }: CellProps<Row, Sort>) {
  return (
    <td
      role="cell"
      className={classes.cell}
      style={cellStyle(column)}
      data-align={column.align}
      data-card={column.card}
      data-from={column.from}
      data-fact={column.fact}
      data-last={column.isLastFact || undefined}
      data-wraps={column.wraps || undefined}
      data-label={column.align === 'end' && !column.hideHead ? column.head : undefined}
    >
      {href === undefined ? (
        children
      ) : (
        <Link href={href} className={classes.link}>
          {children}
        </Link>
      )}
    </td>
  );
}
