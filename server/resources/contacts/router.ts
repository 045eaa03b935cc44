import { router } from '@/server/trpc';

export const contactsRouter = router({});
