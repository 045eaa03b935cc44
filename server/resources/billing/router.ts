/** /api/v1/billing (1 §4.3, 4 §J). */
import { router } from '@/server/trpc';

export const billingRouter = router({});
