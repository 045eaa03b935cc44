/** A shop as whoever tells of its customers, orders and checkouts stands for it: a partner, or an integration. */
import { ABANDON_AFTER_MINUTES } from '@/server/resources/integrations/vocabulary';

export interface Shop {
  externalSource: string;
  /** Null: a partner tells. */
  integrationId: string | null;
  /** How long nothing may change until a checkout is left. */
  abandonAfterMinutes: number;
  /** What a contact has as its source that is made of a customer. */
  source: string;
  /** Of a contact that is made and of whom the shop says nothing; null: nothing is written. */
  consent: 'subscribed' | 'unsubscribed' | null;
  /** Since when an order that is first paid redeems the first of its codes that is ours; null: it does not. */
  redeemsSince: Date | null;
}

/** The defaults of http_generic, without redeeming. */
export const partnerShop = (externalSource: string): Shop => ({
  externalSource,
  integrationId: null,
  abandonAfterMinutes: ABANDON_AFTER_MINUTES,
  source: 'http',
  consent: null,
  redeemsSince: null,
});
