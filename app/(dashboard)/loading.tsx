import { Skeleton } from '@mantine/core';
import { PageHead } from '@/components/ui/page-head';
import { HomeSkeleton } from './home/home-skeleton';

export default function HomeLoading() {
  return (
    <>
      <PageHead title={<Skeleton component="span" display="block" height={24} width={240} my={4} />} />
      <HomeSkeleton />
    </>
  );
}
