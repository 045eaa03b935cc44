/** What is told of collaborations (docs/contract/collaborations.md#who-hears-of-it). */
import * as z from 'zod';
import { defineEvents, type DomainEvent } from '@/server/events/declaration';
import { id } from '@/server/lib/fields';
import {
  presentSubmission,
  tellCollaboration,
  type CollaborationRow,
  type SubmissionRow,
} from '@/server/resources/collaborations/rows';
import { submission, toldCollaboration } from '@/server/resources/collaborations/schema';

const toldOfCollaboration = z.object({ collaboration: toldCollaboration });
const toldOfSubmission = z.object({ collaborationId: id, submission });

export const collaborationEvents = defineEvents<CollaborationRow>({
  table: 'Collaboration',
  on: ['insert', 'update'],
  subject: 'id',
  leftOut: ['terms', 'clicks', 'internalNote', 'mailed', 'address', 'bankDetails', 'portalHash', 'portalSeenAt'],
  payloads: {
    'svc.collaboration.applied.v1': toldOfCollaboration,
    'svc.collaboration.invited.v1': toldOfCollaboration,
    'svc.collaboration.accepted.v1': toldOfCollaboration,
    'svc.collaboration.approved.v1': toldOfCollaboration,
    'svc.collaboration.completed.v1': toldOfCollaboration,
    'svc.collaboration.ended.v1': toldOfCollaboration,
  },
  eventsOf({ before, after }) {
    if (after === null) return [];
    const data = () => toldOfCollaboration.parse({ collaboration: tellCollaboration(after) });
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
  payloads: { 'svc.collaboration.submitted.v1': toldOfSubmission },
  eventsOf({ before, after }) {
    if (after === null || before !== null) return [];
    const data = () =>
      toldOfSubmission.parse({ collaborationId: after.collaborationId, submission: presentSubmission(after) });
    return [{ type: 'svc.collaboration.submitted.v1', data }];
  },
});
