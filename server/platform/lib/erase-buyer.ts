/**
 * The SET of an UPDATE that erases a person from an order or checkout. Amounts and references stay, because the shop's
 * books and ours must still agree.
 */
export const FORGET_BUYER_OF_ORDER = `email = NULL, phone = NULL, "phoneE164" = NULL, "customerRef" = NULL, "contactId" = NULL, "landingUrl" = NULL`;

/** Also ends an open checkout, because nobody is left to remind. @param alias of the checkout */
export const forgetBuyerOfCheckout = (alias: string): string =>
  `email = NULL, phone = NULL, "phoneE164" = NULL, "contactId" = NULL, url = NULL, status = CASE
    WHEN ${alias}.status = 'open' THEN 'expired' ELSE ${alias}.status END, "dueAt" = NULL`;
