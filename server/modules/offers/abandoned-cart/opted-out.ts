/** SQL that tells whether a buyer opted out of cart reminders (docs/contract/abandoned-cart.md). */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import { aliasOf } from '@/server/modules/audience/contacts/find';

/** An opt-out at this very address. @param email SQL of an address in lower case, or of null */
export const optOutAt = (email: string): string =>
  `SELECT FROM "BuyerEmailPreference" p WHERE p."accountId" = ${THIS_WORKSPACE} AND p.email = ${email}
    AND p."abandonedCartOptOut"`;

const emailsBefore = (contactId: string): string =>
  `SELECT a.value AS email FROM "ContactAlias" a
    WHERE a."accountId" = ${THIS_WORKSPACE} AND a."contactId" = ${contactId} AND a.kind = 'email'`;

/**
 * SQL: true when the person opted out at any of their addresses, also at one that a merge removed. The opt-out counts
 * even if another person has that address now, because one reminder too few is the smaller mistake.
 * @param email SQL of an address in lower case, or of null
 */
export const wantsNoReminders = (email: string): string => `(EXISTS (${optOutAt(email)})
  OR EXISTS (SELECT FROM (SELECT k.id FROM "Contact" k
    WHERE k."accountId" = ${THIS_WORKSPACE} AND k.email = ${email} OFFSET 0) c
    CROSS JOIN LATERAL (${emailsBefore('c.id')} OFFSET 0) o CROSS JOIN LATERAL (${optOutAt('o.email')} OFFSET 0) p)
  OR EXISTS (SELECT FROM (SELECT k.id, k.email FROM "Contact" k
    WHERE k."accountId" = ${THIS_WORKSPACE} AND k.id = ${aliasOf('email', email)}
      AND NOT EXISTS (SELECT FROM "Contact" x
        WHERE x."accountId" = ${THIS_WORKSPACE} AND x.email = ${email}) OFFSET 0) c
    CROSS JOIN LATERAL (SELECT c.email UNION ALL ${emailsBefore('c.id')} OFFSET 0) o
      CROSS JOIN LATERAL (${optOutAt('o.email')} OFFSET 0) p))`;

const findOptOut = workspaceStatement<{ isOptedOut: boolean }, [email: string]>(
  'abandoned-cart.opted-out',
  `SELECT ${wantsNoReminders('$2::text')} AS "isOptedOut" WHERE $1 <> ''`,
);

/** Tells whether a buyer opted out of cart reminders. @param email in lower case */
export const isOptedOut = async (tx: StatementTx, email: string): Promise<boolean> =>
  (await tx.rows(findOptOut, email))[0]?.isOptedOut === true;
