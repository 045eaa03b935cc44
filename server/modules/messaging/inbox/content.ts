/** The content of an answer, in the format of the channel's family (docs/contract/channels.md#providers). */
import type { Family } from '@/server/platform/vendors/provider-ids';

export interface Words {
  text?: string | undefined;
  imageUrl?: string | undefined;
  template?: Readonly<Record<string, unknown>> | undefined;
  contentSid?: string | undefined;
  contentVariables?: Readonly<Record<string, unknown>> | undefined;
  /** The vendor's id of the message that this answer replies to. */
  answers?: string | undefined;
}

/** The person that a webhook's receiver is to answer. */
interface To {
  id: string;
  family: Family;
  externalThreadId: string;
}

/** Leaves out what was not given. */
const given = (words: Words): Record<string, unknown> =>
  Object.fromEntries(Object.entries(words).filter(([, value]) => value !== undefined));

export function contentOf({ id, family, externalThreadId }: To, words: Words): Record<string, unknown> {
  switch (family) {
    case 'sms':
      return { body: words.text ?? '' };
    case 'webhook':
      return { type: 'inbox.reply', conversationId: id, to: externalThreadId, ...given(words) };
    default:
      return given(words);
  }
}
