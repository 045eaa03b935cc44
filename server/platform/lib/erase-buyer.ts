/**
 * The values that are taken from an order and from a checkout when its person has to be forgotten, as the SET of an
 * UPDATE. Amounts and references stay: the shop's books and ours must still agree.
 */
export const FORGET_BUYER_OF_ORDER = `email = NULL, phone = NULL, "phoneE164" = NULL, "customerRef" = NULL, "contactId" = NULL, "landingUrl" = NULL`;

/** An open checkout is over: nobody is left to remind. @param alias of the checkout */
export const forgetBuyerOfCheckout = (alias: string): string =>
  `email = NULL, phone = NULL, "phoneE164" = NULL, "contactId" = NULL, url = NULL, status = CASE
    WHEN ${alias}.status = 'open' THEN 'expired' ELSE ${alias}.status END, "dueAt" = NULL`;
