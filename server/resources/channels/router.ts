import { router } from '@/server/trpc';

export const channelsRouter = router({});
