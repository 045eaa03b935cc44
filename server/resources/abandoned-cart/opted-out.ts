/** Whether a buyer wants no reminders of carts (docs/contract/abandoned-cart.md), as SQL. */
import { THIS_WORKSPACE } from '@/server/db/statement';
import { aliasOf } from '@/server/resources/contacts/find';

const at = (email: string): string =>
  `SELECT FROM "BuyerEmailPreference" p WHERE p."accountId" = ${THIS_WORKSPACE} AND p.email = ${email} AND p."abandonedCartOptOut"`;

const emailsBefore = (contactId: string): string =>
  `SELECT a.value AS email FROM "ContactAlias" a WHERE a."accountId" = ${THIS_WORKSPACE} AND a."contactId" = ${contactId} AND a.kind = 'email'`;

/**
 * What was said under another address of the person's, before a merge or since, was said by them, also where somebody else
 * has that address by now: of the two mistakes a reminder too few is the smaller.
 * @param email SQL of an address in lower case, or of null
 */
export const wantsNoReminders = (email: string): string => `(EXISTS (${at(email)})
  OR EXISTS (SELECT FROM (SELECT k.id FROM "Contact" k WHERE k."accountId" = ${THIS_WORKSPACE} AND k.email = ${email} OFFSET 0) c
    CROSS JOIN LATERAL (${emailsBefore('c.id')} OFFSET 0) o CROSS JOIN LATERAL (${at('o.email')} OFFSET 0) p)
  OR EXISTS (SELECT FROM (SELECT k.id, k.email FROM "Contact" k WHERE k."accountId" = ${THIS_WORKSPACE} AND k.id = ${aliasOf('email', email)}
      AND NOT EXISTS (SELECT FROM "Contact" x WHERE x."accountId" = ${THIS_WORKSPACE} AND x.email = ${email}) OFFSET 0) c
    CROSS JOIN LATERAL (SELECT c.email UNION ALL ${emailsBefore('c.id')} OFFSET 0) o CROSS JOIN LATERAL (${at('o.email')} OFFSET 0) p))`;
