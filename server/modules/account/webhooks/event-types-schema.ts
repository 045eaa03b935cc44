/**
 * The catalogue of events (docs/contract/webhooks.md#event-types). The resources' events.ts define which change sends
 * which event.
 */

interface Catalogued {
  type: EventType;
  /** The noun of the event's REST path, for choosing among events. */
  resource:
    | 'contacts'
    | 'contact-lists'
    | 'forms'
    | 'channels'
    | 'referrals'
    | 'abandoned-cart'
    | 'integrations'
    | 'funnels'
    | 'campaigns'
    | 'programs'
    | 'collaborations'
    | 'inbox'
    | 'billing';
  /** True when some code sends the event. */
  emitted: boolean;
}

const CATALOGUE = {
  contact: { resource: 'contacts', events: ['created', 'updated', 'deleted'] },
  contact_list: { resource: 'contact-lists', events: ['created', 'member_added', 'member_removed', 'deleted'] },
  form: { resource: 'forms', events: ['submitted', 'confirmed'] },
  channel: { resource: 'channels', events: ['connected', 'errored', 'revoked'] },
  referral: { resource: 'referrals', events: ['created', 'fulfilled', 'voided', 'expired'] },
  abandoned_cart: { resource: 'abandoned-cart', events: ['reminder_sent', 'recovered', 'suppressed'] },
  integration: { resource: 'integrations', events: ['connected', 'errored', 'revoked', 'sync_finished'] },
  order: { resource: 'integrations', events: ['created', 'updated'] },
  checkout: { resource: 'integrations', events: ['abandoned', 'completed'] },
  funnel: {
    resource: 'funnels',
    events: ['activated', 'paused', 'archived', 'contact_entered', 'contact_exited', 'goal_reached'],
  },
  campaign: { resource: 'campaigns', events: ['published', 'closed', 'completed'] },
  program: { resource: 'programs', events: ['activated', 'paused'] },
  commission: {
    resource: 'programs',
    events: ['created', 'held', 'approved', 'declined', 'voided', 'clawed_back', 'paid'],
  },
  statement: { resource: 'programs', events: ['issued', 'paid'] },
  collaboration: {
    resource: 'collaborations',
    events: ['applied', 'invited', 'accepted', 'submitted', 'approved', 'completed', 'ended'],
  },
  inbox: {
    resource: 'inbox',
    events: ['message_received', 'message_sent', 'conversation_opened', 'conversation_closed', 'assigned'],
  },
  billing: {
    resource: 'billing',
    events: [
      'subscription_activated',
      'subscription_updated',
      'subscription_past_due',
      'subscription_canceled',
      'invoice_paid',
    ],
  },
} as const;

/** The event that nothing fires. */
const RESERVED = 'channel.errored';

type Catalogue = typeof CATALOGUE;
/** `svc.<noun>.<event>.v1` */
export type EventType = {
  [Noun in keyof Catalogue]: `svc.${Noun}.${Catalogue[Noun]['events'][number]}.v1`;
}[keyof Catalogue];

export const EVENT_TYPES: readonly Catalogued[] = Object.entries(CATALOGUE).flatMap(([noun, { resource, events }]) =>
  events.map((event) => ({
    type: `svc.${noun}.${event}.v1` as EventType,
    resource,
    emitted: `${noun}.${event}` !== RESERVED,
  })),
);

/**
 * Resources that the catalogue has only on servers that deliver events: without delivery, clients get the catalogue
 * from before there was any.
 */
const ONLY_DELIVERED: readonly Catalogued['resource'][] = [
  'forms',
  'integrations',
  'funnels',
  'campaigns',
  'programs',
  'collaborations',
  'inbox',
];

/** Returns the events to subscribe to. @param delivers true when this server delivers events */
export const catalogueOf = (delivers: boolean): Catalogued[] =>
  EVENT_TYPES.filter(({ resource }) => delivers || !ONLY_DELIVERED.includes(resource));

/** Sent from an endpoint's page, to that endpoint alone, whatever it subscribes to. */
export const TEST_EVENT_TYPE = 'svc.webhook.test.v1';
