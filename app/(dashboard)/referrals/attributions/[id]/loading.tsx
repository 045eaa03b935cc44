export { DetailSkeleton as default } from '@/app/(dashboard)/referrals/detail-skeleton';
