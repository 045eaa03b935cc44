import type { ChannelMessage } from '@/server/modules/messaging/adapters/channel-message';
import { LONGEST_PREVIEW } from '@/server/modules/messaging/inbox/vocabulary';
import { clipped } from '@/server/platform/lib/text';

const NOTHING = { kind: 'text', attachments: [] } as const;

/** A message in one line, for lists. A message without text shows its first file's name or its kind, in brackets. */
export function previewOf(
  text: string,
  { kind, attachments = [] }: Pick<ChannelMessage, 'kind' | 'attachments'> = NOTHING,
): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const shown = line !== '' || kind === 'text' || kind === 'unsupported' ? line : `[${attachments[0]?.name ?? kind}]`;
  return clipped(shown, LONGEST_PREVIEW);
}
