export { ListPageSkeleton as default } from '@/components/ui/list-page-skeleton';
