import { router } from '@/server/trpc';

export const audienceSegmentsRouter = router({});
