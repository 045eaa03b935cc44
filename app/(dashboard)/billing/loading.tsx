export { BillingSkeleton as default } from './billing-skeleton';
