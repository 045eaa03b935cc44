/** /api/v1/feeds (3 §4.6). */
import { router } from '@/server/trpc';

export const feedsRouter = router({});
