/** E-mail addresses as vendors take them in an envelope or a header. */

/** One address and nothing else: no list, no display name, no comment, no white space. */
export const isAddress = (text: string): boolean =>
  /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[^\s@<>()[\]\\,;:"\p{Cc}]{1,255}$/u.test(text);

/**
 * The mailbox that an address leads to, as far as its spelling tells: Gmail has no dots and nothing after a plus
 * (https://support.google.com/mail/answer/7436150), and two names for one domain.
 * @param email in lower case
 */
export function foldedAddress(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  if (domain !== 'gmail.com' && domain !== 'googlemail.com') return email;
  const [box = ''] = email.slice(0, at).split('+');
  return `${box.replaceAll('.', '')}@gmail.com`;
}

/**
 * Returns the mailbox that limits count by, to keep it from being flooded: most servers put what stands behind a plus
 * into the same mailbox (RFC 5233), so that part goes for every domain. Two mailboxes may share a limit, but none
 * escapes it. The database has the same as `mailbox(text)`.
 * @param email in lower case
 */
export function mailboxOf(email: string): string {
  const folded = foldedAddress(email);
  const at = folded.lastIndexOf('@');
  const [box = ''] = folded.slice(0, at).split('+');
  return box === '' ? folded : box + folded.slice(at);
}
