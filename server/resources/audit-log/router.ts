/** /api/v1/audit-log: who changed what (4 §C). */
import { router } from '@/server/trpc';

export const auditLogRouter = router({});
