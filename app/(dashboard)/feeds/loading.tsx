import { FeedSkeleton } from './feed-skeleton';

export default function Loading() {
  return <FeedSkeleton />;
}
