import { router } from '@/server/trpc';

export const broadcastsRouter = router({});
