/** What is told of funnels and of who goes through them (docs/contract/funnels.md#who-hears-of-it). */
import * as z from 'zod';
import type { FunnelEnrolment } from '@/prisma/generated/client';
import { defineEvents, type DomainEvent } from '@/server/events/declaration';
import { presentEnrolment, type EnrolmentRow } from '@/server/resources/funnels/enrolments';
import type { FunnelRow } from '@/server/resources/funnels/rows';
import { toldEnrolment, toldFunnel } from '@/server/resources/funnels/schema';

const toldOfFunnel = z.object({ funnel: toldFunnel });
const toldOfEnrolment = z.object({ enrolment: toldEnrolment });

/** Resuming is activating again. */
export const funnelEvents = defineEvents<FunnelRow>({
  table: 'Funnel',
  on: ['update'],
  subject: 'id',
  leftOut: ['definition', 'draft'],
  payloads: {
    'svc.funnel.activated.v1': toldOfFunnel,
    'svc.funnel.paused.v1': toldOfFunnel,
    'svc.funnel.archived.v1': toldOfFunnel,
  },
  eventsOf({ before, after }) {
    if (after === null || after.status === before?.status) return [];
    const data = () => toldOfFunnel.parse({ funnel: after });
    if (after.status === 'live') return [{ type: 'svc.funnel.activated.v1', data }];
    if (after.status === 'paused') return [{ type: 'svc.funnel.paused.v1', data }];
    return after.status === 'archived' ? [{ type: 'svc.funnel.archived.v1', data }] : [];
  },
});

/** Who came to the end has left as well: its status tells how. */
export const enrolmentEvents = defineEvents<FunnelEnrolment & EnrolmentRow>({
  table: 'FunnelEnrolment',
  on: ['insert', 'update'],
  subject: 'id',
  leftOut: ['stepId', 'stepSince', 'waitingFor', 'dueAt', 'passed', 'heard', 'lastSentStepId', 'attempts', 'error'],
  payloads: {
    'svc.funnel.contact_entered.v1': toldOfEnrolment,
    'svc.funnel.contact_exited.v1': toldOfEnrolment,
    'svc.funnel.goal_reached.v1': toldOfEnrolment,
  },
  eventsOf({ before, after }) {
    if (after === null) return [];
    const data = () => toldOfEnrolment.parse({ enrolment: presentEnrolment(after) });
    const events: DomainEvent[] = [];
    if (before === null) events.push({ type: 'svc.funnel.contact_entered.v1', data });
    if (after.goalAt !== null && (before?.goalAt ?? null) === null)
      events.push({ type: 'svc.funnel.goal_reached.v1', data });
    if (after.endedAt !== null && (before?.endedAt ?? null) === null)
      events.push({ type: 'svc.funnel.contact_exited.v1', data });
    return events;
  },
});
