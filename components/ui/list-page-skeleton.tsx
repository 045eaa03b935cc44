import { Skeleton } from '@mantine/core';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { PageHead } from '@/components/ui/page-head';
import { TableSkeleton } from '@/components/ui/table-skeleton';

/** A list page while its code comes: head, toolbar, table. */
export function ListPageSkeleton() {
  return (
    <>
      <PageHead
        title={<Skeleton component="span" display="block" height={24} width={180} my={4} />}
        action={<Skeleton height={36} width={112} />}
      />
      <ListToolbar search={<Skeleton height={36} />} />
      <TableSkeleton columns={4} />
    </>
  );
}
