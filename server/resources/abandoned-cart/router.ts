/** /api/v1/abandoned-cart (3 §4.3). */
import { router } from '@/server/trpc';

export const abandonedCartRouter = router({});
