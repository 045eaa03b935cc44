/** E-mail addresses as vendors take them in an envelope or a header. */

/** One address and nothing else: no list, no display name, no comment, no white space. */
export const isAddress = (text: string): boolean =>
  /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[^\s@<>()[\]\\,;:"\p{Cc}]{1,255}$/u.test(text);
