/** The look of a title and a description in a search result: cut where the room ends, at a word, with an ellipsis. */

/** Room of a result on a desktop, in pixels of the letters that Google draws: 20 px for titles, 14 px below. */
export const TITLE_ROOM = { width: 580, font: '20px Arial, sans-serif' } as const;
export const DESCRIPTION_ROOM = { width: 920, font: '14px Arial, sans-serif' } as const;

const ELLIPSIS = ' …';

/**
 * @param widthOf measures a text in pixels
 * @returns the text, or as many of its words as fit with the ellipsis
 */
export function cutToRoom(text: string, room: number, widthOf: (text: string) => number): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (widthOf(plain) <= room) return plain;
  const words = plain.split(' ');
  let shown = '';
  for (const word of words) {
    const next = shown === '' ? word : `${shown} ${word}`;
    if (widthOf(next + ELLIPSIS) > room) break;
    shown = next;
  }
  if (shown !== '') return shown + ELLIPSIS;
  // One word that is longer than the room.
  const letters = Array.from(plain);
  let count = letters.length;
  while (count > 1 && widthOf(letters.slice(0, count).join('') + ELLIPSIS) > room) count--;
  return letters.slice(0, count).join('') + ELLIPSIS;
}
