/** A customer, as GraphQL tells it: webhooks tell neither tags nor consent since 2025-01. */
import { at, listAt, textAt } from '@/server/providers/json';
import { SHOP_ATTRIBUTE } from '@/server/resources/integrations/vocabulary';
import { currencyDigits } from '@/server/lib/currency';
import { scaled, textOr } from '@/server/stores/amounts';
import { emailOf, instantOf, phoneOf } from '@/server/stores/shopify/fields';
import { digitsOf } from '@/server/stores/shopify/ids';
import type { Candidate } from '@/server/stores/store';

/** What a marketing state says; undefined: nothing that would have to be written. */
function subscriptionOf(state: unknown): string | undefined {
  if (typeof state !== 'string' || state === 'SUBSCRIBED') return undefined;
  return state === 'PENDING' ? 'pending' : 'unsubscribed';
}

/** @param customer its GraphQL node */
export function customerRow(customer: unknown): Candidate {
  const ref = digitsOf(at(customer, 'id')) ?? '';
  const email = emailOf(at(customer, 'defaultEmailAddress', 'emailAddress'));
  const phone = phoneOf(at(customer, 'defaultPhoneNumber', 'phoneNumber'));
  const byEmail = subscriptionOf(at(customer, 'defaultEmailAddress', 'marketingState'));
  const byWhatsApp = subscriptionOf(at(customer, 'defaultPhoneNumber', 'whatsAppMarketingConsent', 'state'));
  const bySms = subscriptionOf(at(customer, 'defaultPhoneNumber', 'smsMarketingConsent', 'state'));
  const currency = textAt(customer, 'amountSpent', 'currencyCode') ?? null;
  const orders = Number(textAt(customer, 'numberOfOrders') ?? Number.NaN);
  return {
    ref,
    row: {
      externalRef: ref,
      email,
      phone,
      firstName: textOr(at(customer, 'firstName'), 120),
      lastName: textOr(at(customer, 'lastName'), 120),
      subscriptions: {
        ...(email === null || byEmail === undefined ? {} : { email: byEmail }),
        ...(phone === null || bySms === undefined ? {} : { sms: bySms }),
        ...(phone === null || byWhatsApp === undefined ? {} : { whatsapp: byWhatsApp }),
      },
      attributes: {
        [SHOP_ATTRIBUTE]: {
          ordersCount: Number.isSafeInteger(orders) ? orders : null,
          totalSpent:
            currency === null ? null : scaled(at(customer, 'amountSpent', 'amount'), currencyDigits(currency)),
          currency,
          tags: listAt(customer, 'tags').flatMap((tag) => textOr(tag, 255) ?? []),
          city: textOr(at(customer, 'defaultAddress', 'city'), 255),
          country: textOr(at(customer, 'defaultAddress', 'country'), 255),
          lastOrderAt: instantOf(at(customer, 'lastOrder', 'processedAt')),
        },
      },
      updatedAt: instantOf(at(customer, 'updatedAt')),
    },
  };
}
