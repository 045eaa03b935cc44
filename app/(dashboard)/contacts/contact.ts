import type { Inputs, Outputs } from '@/app/trpc';

/** A contact as the server sends it: instants are ISO texts. */
export type Contact = Outputs['contacts']['get'];
export type ContactFilter = Inputs['contacts']['count'];
export type Standing = Outputs['contacts']['standing'];

/** Returns the person's name for a place with one line only: the name, else how to reach them. */
export function nameOf({
  firstName,
  lastName,
  email,
  phone,
}: Pick<Contact, 'firstName' | 'lastName' | 'email' | 'phone'>): string {
  const name = [firstName, lastName].filter((part) => part !== null && part !== '').join(' ');
  return name || email || phone || '–';
}

export const hasName = ({ firstName, lastName }: Pick<Contact, 'firstName' | 'lastName'>): boolean =>
  (firstName ?? '') !== '' || (lastName ?? '') !== '';

export type SubscriptionState = 'subscribed' | 'unsubscribed' | 'pending';

/**
 * Returns the subscription state; a person who said nothing is subscribed, and what a caller keeps besides the known
 * states counts as nothing said.
 */
export function stateOf(subscriptions: Contact['subscriptions'], family: string): SubscriptionState {
  const said = subscriptions[family];
  return said === 'unsubscribed' || said === 'pending' ? said : 'subscribed';
}
