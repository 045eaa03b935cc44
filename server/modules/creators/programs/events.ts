/** The events about programs, commissions and statements (docs/contract/programs.md#who-hears-of-it). */
import * as z from 'zod';
import { defineEvents, type DomainEvent } from '@/server/platform/outbox/declaration';
import { presentCommission, type CommissionRow } from '@/server/modules/creators/programs/commission-rows';
import { commission, statementSummary } from '@/server/modules/creators/programs/commissions-schema';
import { presentProgram, type ProgramRow } from '@/server/modules/creators/programs/rows';
import { programForEvents } from '@/server/modules/creators/programs/schema';
import { presentStatement, type StatementRow } from '@/server/modules/creators/programs/statements';

const programEventData = z.object({ program: programForEvents });
const commissionEventData = z.object({ commission });
const statementEventData = z.object({ statement: statementSummary });

export const programEvents = defineEvents<ProgramRow>({
  table: 'Program',
  on: ['update'],
  subject: 'id',
  leftOut: ['terms'],
  payloads: { 'svc.program.activated.v1': programEventData, 'svc.program.paused.v1': programEventData },
  eventsOf({ before, after }) {
    if (after === null || after.status === before?.status) return [];
    const data = () => programEventData.parse({ program: presentProgram({ ...after, terms: null }) });
    if (after.status === 'live') return [{ type: 'svc.program.activated.v1', data }];
    return after.status === 'paused' ? [{ type: 'svc.program.paused.v1', data }] : [];
  },
});

const MOVED = {
  held: 'svc.commission.held.v1',
  approved: 'svc.commission.approved.v1',
  declined: 'svc.commission.declined.v1',
  voided: 'svc.commission.voided.v1',
  paid: 'svc.commission.paid.v1',
} as const;

/** A clawback's event has the amount that is taken back, and the time when its statement is paid. */
export const commissionEvents = defineEvents<CommissionRow>({
  table: 'Commission',
  on: ['insert', 'update'],
  subject: 'id',
  leftOut: ['terms', 'before', 'networkHash'],
  payloads: {
    'svc.commission.created.v1': commissionEventData,
    'svc.commission.held.v1': commissionEventData,
    'svc.commission.approved.v1': commissionEventData,
    'svc.commission.declined.v1': commissionEventData,
    'svc.commission.voided.v1': commissionEventData,
    'svc.commission.clawed_back.v1': commissionEventData,
    'svc.commission.paid.v1': commissionEventData,
  },
  eventsOf({ before, after }) {
    if (after === null) return [];
    const data = () => commissionEventData.parse({ commission: presentCommission(after) });
    if (before === null) {
      if (after.kind === 'clawback') return [{ type: 'svc.commission.clawed_back.v1', data }];
      const events: DomainEvent[] = [{ type: 'svc.commission.created.v1', data }];
      if (after.status === 'held') events.push({ type: MOVED.held, data });
      return events;
    }
    return after.status === before.status || after.status === 'pending' ? [] : [{ type: MOVED[after.status], data }];
  },
});

export const statementEvents = defineEvents<StatementRow>({
  table: 'Statement',
  on: ['insert', 'update'],
  subject: 'id',
  payloads: { 'svc.statement.issued.v1': statementEventData, 'svc.statement.paid.v1': statementEventData },
  eventsOf({ before, after }) {
    if (after === null) return [];
    const data = () => statementEventData.parse({ statement: presentStatement(after) });
    if (before === null) return [{ type: 'svc.statement.issued.v1', data }];
    return after.status === 'paid' && before.status !== 'paid' ? [{ type: 'svc.statement.paid.v1', data }] : [];
  },
});
