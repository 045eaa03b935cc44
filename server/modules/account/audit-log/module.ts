import { defineModule } from '@/server/platform/access/module';
import { auditLogRouter } from '@/server/modules/account/audit-log/router';
import { auditLogRoutes } from '@/server/modules/account/audit-log/routes';

export const auditLogModule = defineModule({
  tags: {
    'Audit log': 'Record of changes: who changed what, and when.',
  },
  router: auditLogRouter,
  routes: auditLogRoutes,
});
