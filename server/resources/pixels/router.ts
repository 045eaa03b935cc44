/** /api/v1/pixels (3 §4.5). */
import { router } from '@/server/trpc';

export const pixelsRouter = router({});
