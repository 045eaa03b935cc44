export { CodeFormSkeleton as default } from '@/app/(dashboard)/discount-codes/code-form-skeleton';
