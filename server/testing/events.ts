/** Tells changes to webhook endpoints now: tests do not wait for a worker. */
import type { Services } from '@/server/platform/access/context';
import { consumeAll } from '@/server/assembly/consumer';
import { webhooks } from '@/server/modules/account/webhooks/delivery/enqueue';

export const deliverWebhooks = (services: Pick<Services, 'database' | 'log'>): Promise<void> =>
  consumeAll(services, webhooks);
