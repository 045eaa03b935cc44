export { CampaignSkeleton as default } from './campaign-skeleton';
