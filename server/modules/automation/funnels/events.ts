/** The events of funnels and enrolments (docs/contract/funnels.md#who-hears-of-it). */
import * as z from 'zod';
import type { FunnelEnrolment } from '@/prisma/generated/client';
import { defineEvents, type DomainEvent } from '@/server/platform/outbox/declaration';
import { presentEnrolment, type EnrolmentRow } from '@/server/modules/automation/funnels/enrolments';
import type { FunnelRow } from '@/server/modules/automation/funnels/rows';
import { enrolmentForEvents, funnelForEvents } from '@/server/modules/automation/funnels/schema';

const funnelEventData = z.object({ funnel: funnelForEvents });
const enrolmentEventData = z.object({ enrolment: enrolmentForEvents });

/** Resuming is activating again. */
export const funnelEvents = defineEvents<FunnelRow>({
  table: 'Funnel',
  on: ['update'],
  subject: 'id',
  leftOut: ['definition', 'draft'],
  payloads: {
    'svc.funnel.activated.v1': funnelEventData,
    'svc.funnel.paused.v1': funnelEventData,
    'svc.funnel.archived.v1': funnelEventData,
  },
  eventsOf({ before, after }) {
    if (after === null || after.status === before?.status) return [];
    const data = () => funnelEventData.parse({ funnel: after });
    if (after.status === 'live') return [{ type: 'svc.funnel.activated.v1', data }];
    if (after.status === 'paused') return [{ type: 'svc.funnel.paused.v1', data }];
    return after.status === 'archived' ? [{ type: 'svc.funnel.archived.v1', data }] : [];
  },
});

/**
 * The events of an enrolment. A person who completes the funnel leaves it as well: the status says which of the two
 * happened.
 */
export const enrolmentEvents = defineEvents<FunnelEnrolment & EnrolmentRow>({
  table: 'FunnelEnrolment',
  on: ['insert', 'update'],
  subject: 'id',
  leftOut: ['stepId', 'stepSince', 'waitingFor', 'dueAt', 'passed', 'heard', 'lastSentStepId', 'attempts', 'error'],
  payloads: {
    'svc.funnel.contact_entered.v1': enrolmentEventData,
    'svc.funnel.contact_exited.v1': enrolmentEventData,
    'svc.funnel.goal_reached.v1': enrolmentEventData,
  },
  eventsOf({ before, after }) {
    if (after === null) return [];
    const data = () => enrolmentEventData.parse({ enrolment: presentEnrolment(after) });
    const events: DomainEvent[] = [];
    if (before === null) events.push({ type: 'svc.funnel.contact_entered.v1', data });
    if (after.goalAt !== null && (before?.goalAt ?? null) === null)
      events.push({ type: 'svc.funnel.goal_reached.v1', data });
    if (after.endedAt !== null && (before?.endedAt ?? null) === null)
      events.push({ type: 'svc.funnel.contact_exited.v1', data });
    return events;
  },
});
