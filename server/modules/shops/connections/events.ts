/** Events of integrations and of their runs (docs/contract/integrations.md#who-hears-of-it). */
import * as z from 'zod';
import type { IntegrationRun } from '@/prisma/generated/client';
import { defineEvents } from '@/server/platform/outbox/declaration';
import { integrationEventOf, type IntegrationRow } from '@/server/modules/shops/connections/rows';
import { run, integrationForEvents } from '@/server/modules/shops/connections/schema';

/**
 * A run as events contain it, without its refused rows, which may be many and are in its file, and without its pace.
 */
const runForEvents = run.omit({ errors: true });

const integrationEventData = z.object({ integration: integrationForEvents });
const runEventData = z.object({ run: runForEvents });

export const integrationEvents = defineEvents<IntegrationRow>({
  table: 'Integration',
  on: ['insert', 'update'],
  subject: 'id',
  leftOut: ['credentials'],
  payloads: {
    'svc.integration.connected.v1': integrationEventData,
    'svc.integration.errored.v1': integrationEventData,
    'svc.integration.revoked.v1': integrationEventData,
  },
  eventsOf({ before, after }) {
    if (after === null || after.status === before?.status) return [];
    const data = () => integrationEventData.parse({ integration: integrationEventOf(after) });
    if (after.status === 'active') return [{ type: 'svc.integration.connected.v1', data }];
    if (after.status === 'error') return [{ type: 'svc.integration.errored.v1', data }];
    return after.status === 'revoked' ? [{ type: 'svc.integration.revoked.v1', data }] : [];
  },
});

/** A run's end, whatever the result; a failed run that is resumed ends, and reports, once more. */
export const runEvents = defineEvents<IntegrationRun>({
  table: 'IntegrationRun',
  on: ['update'],
  subject: 'id',
  leftOut: ['position'],
  payloads: { 'svc.integration.sync_finished.v1': runEventData },
  eventsOf({ before, after }) {
    if (after === null || after.finishedAt === null || (before !== null && before.finishedAt !== null)) return [];
    const data = () => runEventData.parse({ run: { ...after, ratePerMinute: null, etaSeconds: null } });
    return [{ type: 'svc.integration.sync_finished.v1', data }];
  },
});
