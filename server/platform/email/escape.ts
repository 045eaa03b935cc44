/** Text that goes into an e-mail. */

const SPECIAL = /[&<>"']/;
const EACH_SPECIAL = /[&<>"']/g;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes a text for HTML and for attributes in double quotes. */
export const escapeHtml = (text: string): string =>
  SPECIAL.test(text) ? text.replace(EACH_SPECIAL, (character) => ENTITIES[character] ?? '') : text;

const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]+/g;

/** Puts a text on one line: line breaks and other control characters become spaces. */
export const oneLine = (text: string): string => text.replace(CONTROL, ' ').replaceAll('\n', ' ').trim();

/** Lines with `\n`, without control characters, without spaces at the ends. */
export const lines = (text: string): string =>
  text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').replace(CONTROL, ' ').trim();

/** Splits a text into paragraphs at blank lines; each paragraph is a list of lines. */
export const paragraphs = (text: string): string[][] =>
  lines(text)
    .split(/\n[ \n]*\n/)
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => paragraph.split('\n').map((line) => line.trim()));
