import { router } from '@/server/trpc';

export const uploadsRouter = router({});
