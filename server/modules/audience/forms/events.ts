/** The events of forms (docs/contract/forms.md#who-hears-of-it). */
import * as z from 'zod';
import { defineEvents, type DomainEvent } from '@/server/platform/outbox/declaration';
import { presentSubmission, type SubmissionRow } from '@/server/modules/audience/forms/rows';
import { submission } from '@/server/modules/audience/forms/schema';

const payload = z.object({ submission });

/** Events about submissions. Without double opt-in, both events are published at once. */
export const submissionEvents = defineEvents<
  SubmissionRow & { entered: unknown; nonce: unknown; ip: unknown; userAgent: unknown; networkHash: unknown }
>({
  table: 'FormSubmission',
  on: ['insert', 'update'],
  subject: 'id',
  leftOut: ['entered', 'nonce', 'ip', 'userAgent', 'networkHash'],
  payloads: { 'svc.form.submitted.v1': payload, 'svc.form.confirmed.v1': payload },
  eventsOf({ before, after }) {
    if (after === null) return [];
    const data = () => payload.parse({ submission: presentSubmission(after) });
    const events: DomainEvent[] = before === null ? [{ type: 'svc.form.submitted.v1', data }] : [];
    if (after.confirmedAt !== null && (before?.confirmedAt ?? null) === null)
      events.push({ type: 'svc.form.confirmed.v1', data });
    return events;
  },
});
