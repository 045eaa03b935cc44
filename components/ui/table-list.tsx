'use client';
import { DataTable, type TableProps } from '@/components/ui/data-table';
import { ListBody, type ListBodyProps } from '@/components/ui/list-body';
import { TableSkeleton } from '@/components/ui/table-skeleton';

export type TableListProps<Row extends { id: string }, Sort extends string> = Omit<
  ListBodyProps<Row>,
  'skeleton' | 'children'
> &
  Omit<TableProps<Row, Sort>, 'rows' | 'rowKey'> & {
    /** The number of rows of the skeleton. */
    rowsBefore?: number;
  };

/** A list whose rows are records, as a table. */
export function TableList<Row extends { id: string }, Sort extends string = never>(props: TableListProps<Row, Sort>) {
  const { list, onClear, none, foot, rowsBefore, ...table } = props;
  const inTable = table.columns.filter(({ card }) => card !== 'only');
  return (
    <ListBody
      list={list}
      onClear={onClear}
      none={none}
      foot={foot}
      skeleton={<TableSkeleton columns={inTable.length} {...(rowsBefore !== undefined && { rows: rowsBefore })} />}
    >
      {(rows) => <DataTable {...table} rows={rows} rowKey={({ id }) => id} />}
    </ListBody>
  );
}
