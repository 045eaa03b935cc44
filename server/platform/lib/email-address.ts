/** E-mail addresses in the form that vendors accept in an envelope or a header. */

/** Checks for exactly one address: no list, display name, comment or white space. */
export const isAddress = (text: string): boolean =>
  /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[^\s@<>()[\]\\,;:"\p{Cc}]{1,255}$/u.test(text);

/**
 * Returns the mailbox of an address, as far as the spelling tells: Gmail ignores dots and everything after a plus
 * (https://support.google.com/mail/answer/7436150), and has two names for one domain.
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
 * Returns the mailbox that limits count by, so that nobody can flood it: most servers ignore the part after a plus (RFC
 * 5233), so it is removed for every domain. Two mailboxes may share a limit, but none escapes it. The database has the
 * same function as `mailbox(text)`.
 * @param email in lower case
 */
export function mailboxOf(email: string): string {
  const folded = foldedAddress(email);
  const at = folded.lastIndexOf('@');
  const [box = ''] = folded.slice(0, at).split('+');
  return box === '' ? folded : box + folded.slice(at);
}
