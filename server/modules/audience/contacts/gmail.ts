/**
 * SQL of Gmail's mailboxes (docs/contract/contacts.md#duplicates): an address has them with and without dots, whatever
 * stands behind a plus, at both domains. server/platform/lib/email-address.ts says the same of an address in hand.
 */

/** SQL: whether a contact's address is of Gmail. The condition of the index Contact_gmail_idx, word by word. */
export const isGmail = (contact: string): string =>
  `split_part(${contact}.email, '@', 2) IN ('gmail.com', 'googlemail.com')`;

/**
 * SQL of the mailbox that a Gmail address leads to, without its domain. The expression of Contact_gmail_idx, word by
 * word.
 */
export const gmailBox = (contact: string): string =>
  `regexp_replace(split_part(${contact}.email, '@', 1), '[+].*$|[.]', '', 'g')`;
