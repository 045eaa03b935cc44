/** What a merchant's answer about consent makes of a row's subscriptions (docs/contract/contacts.md#importing-a-file). */
import { FAMILIES } from '@/server/providers/catalog';
import { placesOf } from '@/server/resources/contacts/opt-outs';
import type { Candidate } from '@/server/resources/contacts/plan-writes';
import type { ContactFields } from '@/server/resources/contacts/schema';
import { ADDRESS_FAMILIES, type ImportConsent } from '@/server/resources/contacts/vocabulary';

/**
 * The row's fields as they go in. `agreed` and `file` leave every word of the row. `agreed` adds `subscribed` to a new contact
 * for each channel that it has an address of and the row says nothing of. `unknown` leaves no word `subscribed`: a new
 * contact is `pending` wherever it is not unsubscribed, and one that was there keeps its own.
 * @param consent null: nobody was asked
 */
export function withConsent(
  { fields, ...addresses }: Pick<Candidate, 'fields' | 'email' | 'phone' | 'phoneE164'>,
  consent: ImportConsent | null,
  isNew: boolean,
): ContactFields {
  if (consent === null || consent === 'file' || (consent === 'agreed' && !isNew)) return fields;
  const handles = FAMILIES.filter((family) => (fields.socialHandles?.[family] ?? null) !== null);
  const said = Object.entries(fields.subscriptions ?? {}).filter(([, word]) => word !== null);
  if (consent === 'agreed') {
    const families = [...placesOf(addresses).map(({ family }) => family), ...handles];
    const agreed = families.map((family) => [family, 'subscribed'] as const);
    return { ...fields, subscriptions: Object.fromEntries([...agreed, ...said]) };
  }
  const kept = said.filter(([, word]) => word !== 'subscribed');
  if (!isNew) return { ...fields, subscriptions: Object.fromEntries(kept) };
  // All three of the addresses, so that one which is added later is not written to either.
  const families = new Set<string>([...ADDRESS_FAMILIES, ...handles, ...said.map(([family]) => family)]);
  const waiting = [...families].map((family) => [family, 'pending'] as const);
  return { ...fields, subscriptions: Object.fromEntries([...waiting, ...kept]) };
}
