export { PixelsSkeleton as default } from './pixels-skeleton';
