/** The words that fields of broadcasts take, and their bounds. Without zod, so that pages which only show need not carry it. */
import type { MessageStatus } from '@/server/resources/broadcasts/schema';

/** Where a recipient stands, as the page counts: who clicked has opened it, and it was delivered. */
export const RECIPIENT_STATES = {
  waiting: ['queued', 'sending'],
  sent: ['sent', 'delivered', 'bounced', 'opened', 'clicked'],
  delivered: ['delivered', 'opened', 'clicked'],
  opened: ['opened', 'clicked'],
  clicked: ['clicked'],
  bounced: ['bounced'],
  failed: ['failed'],
  skipped: ['skipped'],
} as const satisfies Record<string, readonly MessageStatus[]>;

/** Of blocks that are kept under a name: the name in UTF-16 units, and how many names a workspace may have. */
export const MAX_SAVED_NAME = 120;
export const MAX_SAVED = 200;
