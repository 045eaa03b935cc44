'use client';
import { ListPage, type ListPageProps } from '@/components/ui/resource-list';
import { TableList, type TableListProps } from '@/components/ui/table-list';

type Props<Row extends { id: string }, Sort extends string> = ListPageProps &
  Omit<TableListProps<Row, Sort>, 'none' | 'label'>;

/** A page that lists records in a table, which has the name of the page. */
export function ResourceTable<Row extends { id: string }, Sort extends string = never>(props: Props<Row, Sort>) {
  const { title, lead, back, action, others, empty, notices, toolbar, ...table } = props;
  const { list, onClear } = table;
  return (
    <ListPage {...{ title, lead, back, action, others, empty, notices, toolbar, list, onClear }}>
      <TableList label={title} {...table} />
    </ListPage>
  );
}
