/**
 * SQL of Gmail's mailboxes (docs/contract/contacts.md#duplicates): addresses with and without dots, with any text after
 * a plus, and at both domains share one mailbox. server/platform/lib/email-address.ts has the same rule in TypeScript.
 */

/** SQL: whether a contact's address is of Gmail. The condition of the index Contact_gmail_idx, word by word. */
export const isGmail = (contact: string): string =>
  `split_part(${contact}.email, '@', 2) IN ('gmail.com', 'googlemail.com')`;

/**
 * SQL: the mailbox of a Gmail address, without its domain. Must be the same text as the expression of the index
 * Contact_gmail_idx.
 */
export const gmailBox = (contact: string): string =>
  `regexp_replace(split_part(${contact}.email, '@', 1), '[+].*$|[.]', '', 'g')`;
