export { ReferralsSkeleton as default } from './referrals-skeleton';
