/** What changed, told to webhook endpoints now: tests do not wait for a worker. */
import type { Services } from '@/server/context';
import { consumeAll } from '@/server/events/consumer';
import { webhooks } from '@/server/worker/webhooks/enqueue';

export const tellWebhooks = (services: Pick<Services, 'database' | 'log'>): Promise<void> =>
  consumeAll(services, webhooks);
