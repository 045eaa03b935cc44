export { CodeDetailSkeleton as default } from './code-detail-skeleton';
