import { defineModule } from '@/server/platform/access/module';
import { uploadsRouter } from '@/server/modules/account/uploads/router';

export const uploadsModule = defineModule({
  tags: {
    Uploads: 'Images for messages and pages.',
  },
  router: uploadsRouter,
});
