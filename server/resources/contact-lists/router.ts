import { router } from '@/server/trpc';

export const contactListsRouter = router({});
