/** /api/v1/blog (3 §4.4). */
import { router } from '@/server/trpc';

export const blogRouter = router({});
