import type { Outputs } from '@/app/trpc';
import { EVENT_TYPES } from '@/server/modules/account/webhooks/event-types-schema';
import { STOPPED_BY, type StoppedBy } from '@/server/modules/account/webhooks/vocabulary';

export type Endpoint = Outputs['webhooks']['overview']['endpoints'][number];
export type Delivery = Outputs['webhooks']['deliveries']['deliveries'][number];

/** Why the service switched it off. Null: it did not. */
export const stopOf = ({ stoppedBy }: Pick<Endpoint, 'stoppedBy'>): StoppedBy | null =>
  STOPPED_BY.find((each) => each === stoppedBy) ?? null;

/** Returns the name of an event without its ends: contact.created. */
export const shortOf = (type: string): string => type.replace(/^svc\./, '').replace(/\.v\d+$/, '');

export interface Choice {
  everything: boolean;
  /** The chosen events of the catalogue, by their whole names. */
  types: string[];
  /** Names that no event of the catalogue has. Kept: it was written by somebody. */
  others: string[];
}

/** Returns the events that an endpoint subscribes to, as the form shows them. */
export function choiceOf(events: readonly string[]): Choice {
  const named = (type: string): boolean => events.includes(type) || events.includes(shortOf(type));
  const types = EVENT_TYPES.map(({ type }) => type).filter(named);
  const known = new Set(['*', ...types, ...types.map(shortOf)]);
  return { everything: events.includes('*'), types, others: events.filter((event) => !known.has(event)) };
}

export const eventsOf = ({ everything, types, others }: Choice): string[] =>
  everything ? ['*'] : [...types, ...others];
