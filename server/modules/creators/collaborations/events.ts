/** The events about collaborations (docs/contract/collaborations.md#who-hears-of-it). */
import * as z from 'zod';
import { defineEvents, type DomainEvent } from '@/server/platform/outbox/declaration';
import { id } from '@/server/platform/lib/fields';
import {
  presentSubmission,
  collaborationEventOf,
  type CollaborationRow,
  type SubmissionRow,
} from '@/server/modules/creators/collaborations/rows';
import { submission, collaborationForEvents } from '@/server/modules/creators/collaborations/schema';

const collaborationEventData = z.object({ collaboration: collaborationForEvents });
const submissionEventData = z.object({ collaborationId: id, submission });

export const collaborationEvents = defineEvents<CollaborationRow>({
  table: 'Collaboration',
  on: ['insert', 'update'],
  subject: 'id',
  leftOut: ['terms', 'clicks', 'internalNote', 'mailed', 'address', 'bankDetails', 'portalHash', 'portalSeenAt'],
  payloads: {
    'svc.collaboration.applied.v1': collaborationEventData,
    'svc.collaboration.invited.v1': collaborationEventData,
    'svc.collaboration.accepted.v1': collaborationEventData,
    'svc.collaboration.approved.v1': collaborationEventData,
    'svc.collaboration.completed.v1': collaborationEventData,
    'svc.collaboration.ended.v1': collaborationEventData,
  },
  eventsOf({ before, after }) {
    if (after === null) return [];
    const data = () => collaborationEventData.parse({ collaboration: collaborationEventOf(after) });
    if (before === null) {
      if (after.status === 'invited') return [{ type: 'svc.collaboration.invited.v1', data }];
      const events: DomainEvent[] = [];
      // Who is in a program by way of a brief has not applied: they are accepted with the brief.
      if (after.ofId === null) events.push({ type: 'svc.collaboration.applied.v1', data });
      if (after.acceptedAt !== null) events.push({ type: 'svc.collaboration.accepted.v1', data });
      return events;
    }
    if (after.acceptedAt !== null && before.acceptedAt === null)
      return [{ type: 'svc.collaboration.accepted.v1', data }];
    if (after.status === before.status) return [];
    if (after.status === 'approved') return [{ type: 'svc.collaboration.approved.v1', data }];
    if (after.status === 'completed') return [{ type: 'svc.collaboration.completed.v1', data }];
    return after.status === 'ended' ? [{ type: 'svc.collaboration.ended.v1', data }] : [];
  },
});

export const submissionEvents = defineEvents<SubmissionRow>({
  table: 'Submission',
  on: ['insert'],
  subject: 'id',
  payloads: { 'svc.collaboration.submitted.v1': submissionEventData },
  eventsOf({ before, after }) {
    if (after === null || before !== null) return [];
    const data = () =>
      submissionEventData.parse({ collaborationId: after.collaborationId, submission: presentSubmission(after) });
    return [{ type: 'svc.collaboration.submitted.v1', data }];
  },
});
