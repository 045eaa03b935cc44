/** Every table whose changes are events of somebody. */
import type { AnyTableEvents } from '@/server/events/declaration';
import { reminderEvents, suppressionEvents } from '@/server/resources/abandoned-cart/events';
import { invoiceEvents, subscriptionEvents } from '@/server/resources/billing/events';
import { briefEvents } from '@/server/resources/campaigns/events';
import { channelEvents } from '@/server/resources/channels/events';
import { collaborationEvents, submissionEvents } from '@/server/resources/collaborations/events';
import { listEvents, memberEvents } from '@/server/resources/contact-lists/events';
import { contactEvents } from '@/server/resources/contacts/events';
import { submissionEvents as formSubmissionEvents } from '@/server/resources/forms/events';
import { enrolmentEvents, funnelEvents } from '@/server/resources/funnels/events';
import { conversationEvents, inboxMessageEvents } from '@/server/resources/inbox/events';
import { checkoutEvents, integrationEvents, orderEvents, runEvents } from '@/server/resources/integrations/events';
import { commissionEvents, programEvents, statementEvents } from '@/server/resources/programs/events';
import { attributionEvents } from '@/server/resources/referrals/events';

export const TABLES: readonly AnyTableEvents[] = [
  contactEvents,
  listEvents,
  memberEvents,
  formSubmissionEvents,
  channelEvents,
  attributionEvents,
  reminderEvents,
  suppressionEvents,
  integrationEvents,
  runEvents,
  orderEvents,
  checkoutEvents,
  funnelEvents,
  enrolmentEvents,
  briefEvents,
  programEvents,
  commissionEvents,
  statementEvents,
  collaborationEvents,
  submissionEvents,
  conversationEvents,
  inboxMessageEvents,
  subscriptionEvents,
  invoiceEvents,
];
