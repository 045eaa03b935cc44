/** What is told of integrations, their runs, orders and checkouts (docs/contract/integrations.md). */
import * as z from 'zod';
import type { IntegrationRun } from '@/prisma/generated/client';
import { defineEvents } from '@/server/events/declaration';
import { tellIntegration, type IntegrationRow } from '@/server/resources/integrations/integration-rows';
import { run, toldIntegration } from '@/server/resources/integrations/integration-schema';
import { presentCheckout, presentOrder, type CheckoutRow, type OrderRow } from '@/server/resources/integrations/rows';
import { checkout, order } from '@/server/resources/integrations/schema';

/** Which rows were refused is in the run's file, and may be much. What has ended has no pace any more. */
const toldRun = run.omit({ errors: true });

const toldOfOrder = z.object({ order });
const toldOfCheckout = z.object({ checkout });
const toldOfIntegration = z.object({ integration: toldIntegration });
const toldOfRun = z.object({ run: toldRun });

/** Only what people see is a change: the shop's own time alone is none. */
export const orderEvents = defineEvents<OrderRow>({
  table: 'Order',
  on: ['insert', 'update'],
  subject: 'id',
  payloads: { 'svc.order.created.v1': toldOfOrder, 'svc.order.updated.v1': toldOfOrder },
  eventsOf({ before, after }) {
    if (after === null) return [];
    const data = () => toldOfOrder.parse({ order: presentOrder(after) });
    if (before === null) return [{ type: 'svc.order.created.v1', data }];
    return before.updatedAt.getTime() === after.updatedAt.getTime() ? [] : [{ type: 'svc.order.updated.v1', data }];
  },
});

export const checkoutEvents = defineEvents<CheckoutRow>({
  table: 'Checkout',
  on: ['insert', 'update'],
  subject: 'id',
  payloads: { 'svc.checkout.abandoned.v1': toldOfCheckout, 'svc.checkout.completed.v1': toldOfCheckout },
  eventsOf({ before, after }) {
    if (after === null || before?.status === after.status) return [];
    const data = () => toldOfCheckout.parse({ checkout: presentCheckout(after) });
    if (after.status === 'abandoned') return [{ type: 'svc.checkout.abandoned.v1', data }];
    return after.status === 'completed' ? [{ type: 'svc.checkout.completed.v1', data }] : [];
  },
});

export const integrationEvents = defineEvents<IntegrationRow>({
  table: 'Integration',
  on: ['insert', 'update'],
  subject: 'id',
  leftOut: ['credentials'],
  payloads: {
    'svc.integration.connected.v1': toldOfIntegration,
    'svc.integration.errored.v1': toldOfIntegration,
    'svc.integration.revoked.v1': toldOfIntegration,
  },
  eventsOf({ before, after }) {
    if (after === null || after.status === before?.status) return [];
    const data = () => toldOfIntegration.parse({ integration: tellIntegration(after) });
    if (after.status === 'active') return [{ type: 'svc.integration.connected.v1', data }];
    if (after.status === 'error') return [{ type: 'svc.integration.errored.v1', data }];
    return after.status === 'revoked' ? [{ type: 'svc.integration.revoked.v1', data }] : [];
  },
});

/** Its end, whatever it was; once more where it went on after it had failed. */
export const runEvents = defineEvents<IntegrationRun>({
  table: 'IntegrationRun',
  on: ['update'],
  subject: 'id',
  leftOut: ['position'],
  payloads: { 'svc.integration.sync_finished.v1': toldOfRun },
  eventsOf({ before, after }) {
    if (after === null || after.finishedAt === null || (before !== null && before.finishedAt !== null)) return [];
    const data = () => toldOfRun.parse({ run: { ...after, ratePerMinute: null, etaSeconds: null } });
    return [{ type: 'svc.integration.sync_finished.v1', data }];
  },
});
