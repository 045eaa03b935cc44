/**
 * A placeholder that the sending platform fills in; a convention between it and the merchant, in which Laris takes no
 * part (docs/contract/abandoned-cart.md#config).
 */
export const FIRST_NAME = '{{ first_name }}';

/** The text with an example's first name in it; placeholders that we do not know stay as they are. */
export const filledIn = (text: string, firstName: string): string =>
  text.replaceAll(/\{\{\s*first_?name\s*\}\}/gi, () => firstName);
