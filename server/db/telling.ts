/**
 * What a statement tells the triggers that write events for webhooks (the migration's "Events for webhook endpoints"),
 * where the rows that it changes do not say it themselves. Holds to the end of the transaction.
 */

/** To be selected beside something that leaves no instant in a row: a deletion. @param now the parameter that is the service's time */
export const tellNow = (now: `$${number}`): string => `set_config('laris.now', ${now}::timestamptz::text, true)`;

/** To be selected before the change of a contact that is its deletion (2 §4.1), which leaves no mark on its row (2 §2.1). */
export const tellDeletedContact = (id: `$${number}`): string => `set_config('laris.deleted_contact', ${id}, true)`;
