/** The rules for cutting a text into the parts of an SMS (3GPP TS 23.038 and 23.040). */

const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Take the place of two. */
const EXTENDED = new Set('^{}\\[~]|€\f');

/** Room in one message, and in each part of several, which carry a header. */
const ROOM = { basic: { single: 160, part: 153 }, unicode: { single: 70, part: 67 } };

export interface SmsParts {
  /** As the network counts them. */
  characters: number;
  parts: number;
  /** A letter outside the basic alphabet makes the whole text take twice the room and more. */
  unicode: boolean;
}

export function smsParts(text: string): SmsParts {
  const letters = Array.from(text);
  const unicode = letters.some((letter) => !BASIC.has(letter) && !EXTENDED.has(letter));
  const characters = unicode ? text.length : letters.reduce((sum, letter) => sum + (EXTENDED.has(letter) ? 2 : 1), 0);
  const room = unicode ? ROOM.unicode : ROOM.basic;
  return {
    characters,
    parts: characters === 0 ? 0 : characters <= room.single ? 1 : Math.ceil(characters / room.part),
    unicode,
  };
}
