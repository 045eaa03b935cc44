/** /api/v1/referrals (3 §4.2). */
import { router } from '@/server/trpc';

export const referralsRouter = router({});
