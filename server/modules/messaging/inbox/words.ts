/** The words by which people stop and restart messages to them (docs/contract/inbox.md#stop). */
import type { Family } from '@/server/platform/vendors/provider-ids';

const EVERYWHERE = ['stop', 'unsubscribe', 'berhenti', 'unreg'];
/** The stop words that carriers and vendors accept: https://www.twilio.com/docs/messaging/tutorials/advanced-opt-out */
const BY_SMS = [...EVERYWHERE, 'stopall', 'end', 'quit', 'revoke', 'optout', 'cancel'];
const START = ['start', 'mulai'];

export interface OwnWords {
  stopWords: readonly string[];
  startWords: readonly string[];
}

/** Longer texts are sentences, whatever they are made of. */
const LONGEST_TEXT = 200;
const LONGEST_WORD = 40;

const plain = (text: string): string => text.trim().toLowerCase();

/**
 * Letters and digits alone, with one blank between: full stops, quotes, emoji, line ends and doubled blanks say
 * nothing.
 */
const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    // Of emoji: they count as marks of a letter otherwise.
    .replace(/[\uFE00-\uFE0F\u20E3]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/** Words that may be written as two, and UNREG with the name of a service, as Indonesian carriers use it. */
const usual = (word: string): string => (word === 'opt out' ? 'optout' : word.replace(/^unreg [^ ]+$/, 'unreg'));

/** A workspace's own word may have no letters, such as an emoji. */
const isAmong = (text: string, words: readonly string[]): boolean => {
  const word = folded(text);
  return words.some((each) => plain(each) === plain(text) || (word !== '' && folded(each) === word));
};

const stopWordsOf = (family: Family): readonly string[] => (family === 'sms' ? BY_SMS : EVERYWHERE);

/** Returns the request in a message; null when the message is neither a stop nor a start word. */
export function askedFor(family: Family, text: string, own: OwnWords): 'stop' | 'start' | null {
  if (text.trim() === '' || text.length > LONGEST_TEXT) return null;
  const word = usual(folded(text));
  if (word.length > LONGEST_WORD) return null;
  if (stopWordsOf(family).includes(word) || isAmong(text, own.stopWords)) return 'stop';
  return START.includes(word) || isAmong(text, own.startWords) ? 'start' : null;
}

/**
 * Checks whether a longer message begins with a stop word. This is no opt-out by itself: a person has to read the
 * message.
 */
export function mayWantToStop(family: Family, text: string, own: OwnWords): boolean {
  const beginning = text.slice(0, LONGEST_TEXT);
  const [said, words] = [plain(beginning), `${folded(beginning)} `];
  const begins = (word: string): boolean => {
    const known = folded(word);
    // A word without a letter, such as an emoji, is looked for as it is.
    return known === '' ? said.startsWith(plain(word)) : words.startsWith(`${known} `);
  };
  const usualWords = stopWordsOf(family);
  return (
    askedFor(family, text, own) === null &&
    [...usualWords, ...(usualWords.includes('optout') ? ['opt out'] : []), ...own.stopWords].some(begins)
  );
}
