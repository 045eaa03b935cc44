/**
 * The 24 hours after a person's last message in which Meta's channels accept free text
 * (docs/contract/channels.md#providers).
 */
import type { OutgoingMessage } from '@/server/platform/vendors/provider';

const WINDOW_MS = 24 * 60 * 60 * 1000;

/**
 * Checks the 24-hour window. `unknown`: no message of the person is known, which also happens when no callbacks arrive.
 */
export function customerWindow({ lastInboundAt, now }: OutgoingMessage): 'open' | 'closed' | 'unknown' {
  if (lastInboundAt === undefined || lastInboundAt === null) return 'unknown';
  return now.getTime() - lastInboundAt.getTime() < WINDOW_MS ? 'open' : 'closed';
}

export const WINDOW_CLOSED = 'The recipient last wrote more than 24 hours ago: the vendor takes no free text then.';
