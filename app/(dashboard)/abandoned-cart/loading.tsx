export { CartsSkeleton as default } from './carts-skeleton';
