/** The catalogue of events (1 §6). The database writes them (the migration's "Events for webhook endpoints"). */

interface EventType {
  type: string;
  /** The noun of its REST path, for those who choose among them. */
  resource: 'contacts' | 'contact-lists' | 'channels' | 'referrals' | 'abandoned-cart' | 'billing';
  /** Whether anything fires it. */
  emitted: boolean;
}

const of = (resource: EventType['resource'], noun: string, events: readonly string[]): EventType[] =>
  events.map((event) => ({ type: `svc.${noun}.${event}.v1`, resource, emitted: event !== 'errored' }));

export const EVENT_TYPES: readonly EventType[] = [
  ...of('contacts', 'contact', ['created', 'updated', 'deleted']),
  ...of('contact-lists', 'contact_list', ['created', 'member_added', 'member_removed', 'deleted']),
  ...of('channels', 'channel', ['connected', 'errored', 'revoked']),
  ...of('referrals', 'referral', ['created', 'fulfilled', 'voided', 'expired']),
  ...of('abandoned-cart', 'abandoned_cart', ['reminder_sent', 'recovered', 'suppressed']),
  ...of('billing', 'billing', [
    'subscription_activated',
    'subscription_updated',
    'subscription_past_due',
    'subscription_canceled',
    'invoice_paid',
  ]),
];

/** Sent by hand from an endpoint's page, to that endpoint alone, whatever it subscribes to. */
export const TEST_EVENT_TYPE = 'svc.webhook.test.v1';
