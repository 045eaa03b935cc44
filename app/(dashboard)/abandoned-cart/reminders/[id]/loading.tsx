export { ReminderSkeleton as default } from './reminder-skeleton';
