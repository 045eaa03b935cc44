export { ContactSkeleton as default } from './contact-skeleton';
