/** The words by which people end what is sent to them, and begin it again (docs/contract/inbox.md#stop). */
import type { Family } from '@/server/providers/catalog';

const EVERYWHERE = ['stop', 'unsubscribe', 'berhenti', 'unreg'];
/** As the carriers and vendors take them: https://www.twilio.com/docs/messaging/tutorials/advanced-opt-out */
const BY_SMS = [...EVERYWHERE, 'stopall', 'end', 'quit', 'revoke', 'optout', 'cancel'];
const START = ['start', 'mulai'];

export interface OwnWords {
  stopWords: readonly string[];
  startWords: readonly string[];
}

const folded = (text: string): string => text.trim().toLowerCase();

/** What a message asks for; null: nothing of that kind. */
export function askedFor(family: Family, text: string, own: OwnWords): 'stop' | 'start' | null {
  const word = folded(text);
  if (word === '' || word.length > 40) return null;
  const isAmong = (words: readonly string[]): boolean => words.some((each) => folded(each) === word);
  if ((family === 'sms' ? BY_SMS : EVERYWHERE).includes(word) || isAmong(own.stopWords)) return 'stop';
  return START.includes(word) || isAmong(own.startWords) ? 'start' : null;
}
