/** The words by which people end what is sent to them, and begin it again (docs/contract/inbox.md#stop). */
import type { Family } from '@/server/platform/vendors/provider-ids';

const EVERYWHERE = ['stop', 'unsubscribe', 'berhenti', 'unreg'];
/** As the carriers and vendors take them: https://www.twilio.com/docs/messaging/tutorials/advanced-opt-out */
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

/** Words that are written in two, and UNREG with the name of a service, as Indonesia's carriers have it. */
const usual = (word: string): string => (word === 'opt out' ? 'optout' : word.replace(/^unreg [^ ]+$/, 'unreg'));

/** A word of the workspace's own may be one that has no letter, such as an emoji. */
const isAmong = (text: string, words: readonly string[]): boolean => {
  const word = folded(text);
  return words.some((each) => plain(each) === plain(text) || (word !== '' && folded(each) === word));
};

const stopWordsOf = (family: Family): readonly string[] => (family === 'sms' ? BY_SMS : EVERYWHERE);

/** Returns the request in a message; null: nothing of that kind. */
export function askedFor(family: Family, text: string, own: OwnWords): 'stop' | 'start' | null {
  if (text.trim() === '' || text.length > LONGEST_TEXT) return null;
  const word = usual(folded(text));
  if (word.length > LONGEST_WORD) return null;
  if (stopWordsOf(family).includes(word) || isAmong(text, own.stopWords)) return 'stop';
  return START.includes(word) || isAmong(text, own.startWords) ? 'start' : null;
}

/** Checks whether a longer message begins with a stop word: no opt-out by itself, for a person has to read it. */
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
