/**
 * SQL that finds the contact of an address or a reference: the newest contact that has it, else the contact that its
 * former holder was merged into (docs/contract/contacts.md#duplicates). Aliases are read only when no contact has it.
 */
import { THIS_WORKSPACE } from '@/server/platform/db/statement';

/**
 * Kinds of values that identified a merged contact: `handle.<family>` for a messenger's handle, `id` for the contact's
 * own id.
 */
export type AliasKind = 'id' | 'email' | 'phone' | 'externalRef' | `handle.${string}`;

/** SQL: the id of the contact that has this value as an alias; null: none. */
export const aliasOf = (kind: AliasKind, value: string): string =>
  `(SELECT known."contactId" FROM "ContactAlias" known
    WHERE known."accountId" = ${THIS_WORKSPACE} AND known.kind = '${kind}' AND known.value = ${value})`;

const newest = (condition: string): string =>
  `(SELECT c.id FROM "Contact" c WHERE c."accountId" = ${THIS_WORKSPACE} AND ${condition}
    ORDER BY c."createdAt" DESC, c.id DESC LIMIT 1)`;

/** @param email SQL of an address in lower case */
export const contactOfEmail = (email: string): string =>
  `coalesce(${newest(`c.email = ${email}`)}, ${aliasOf('email', email)})`;

/** @param phone SQL of a number in E.164 */
export const contactOfPhone = (phone: string): string =>
  `coalesce(${newest(`c."phoneE164" = ${phone}`)}, ${aliasOf('phone', phone)})`;

/** @param externalRef SQL of the caller's own id of a person */
export const contactOfCustomer = (externalRef: string): string =>
  `coalesce(${newest(`c."externalRef" = ${externalRef}`)}, ${aliasOf('externalRef', externalRef)})`;

/** @param handle SQL of a handle of the family's messenger */
export const contactOfHandle = (family: string, handle: string): string =>
  `coalesce(${newest(`c."socialHandles"->>'${family}' = ${handle}`)}, ${aliasOf(`handle.${family}`, handle)})`;

/** Columns of contacts that have what aliases of the kind have. */
const COLUMNS = { email: 'email', phone: 'phoneE164', externalRef: 'externalRef' } as const;

/**
 * SQL of an array: the values of contacts that were merged into a contact, without values that another contact has now.
 * @param whose SQL that compares the contact's id: `= c.id`
 */
export const hadAlone = (kind: keyof typeof COLUMNS, whose: string): string =>
  `ARRAY(SELECT a.value FROM "ContactAlias" a
    WHERE a."accountId" = ${THIS_WORKSPACE} AND a."contactId" ${whose} AND a.kind = '${kind}'
       AND NOT EXISTS (SELECT FROM "Contact" x
         WHERE x."accountId" = ${THIS_WORKSPACE} AND x."${COLUMNS[kind]}" = a.value))`;

/** SQL of an array: all ids that callers use for a contact. @param contact alias of the contact's row */
export const customerIdsOf = (contact: string): string =>
  `array_remove(${contact}."externalRef" || ${hadAlone('externalRef', `= ${contact}.id`)}, NULL)`;

/**
 * SQL of a relation: every contact with that id, and the contact that a former holder was merged into. @param
 * externalRef SQL of the caller's own id of a person
 */
export const contactsOfCustomer = (externalRef: string): string =>
  `(SELECT k.* FROM "Contact" k WHERE k."accountId" = ${THIS_WORKSPACE} AND k."externalRef" = ${externalRef}
    UNION ALL SELECT k.* FROM "Contact" k
      WHERE k."accountId" = ${THIS_WORKSPACE} AND k.id = ${aliasOf('externalRef', externalRef)} OFFSET 0)`;

/**
 * SQL of columns `emails`, `phonesE164` and `customerIds`, as text[], of the contact `c`: its own values and those of
 * contacts merged into it, without values that another contact has now.
 */
export const NAMES_OF_CONTACT = `array_remove(c.email || ${hadAlone('email', '= c.id')}, NULL) AS emails, array_remove(c."phoneE164" || ${hadAlone('phone', '= c.id')}, NULL) AS "phonesE164",
     ${customerIdsOf('c')} AS "customerIds"`;

export interface Names {
  emails: string[];
  phonesE164: string[];
  customerIds: string[];
}
