/** Converts customers of WooCommerce into our rows (docs/contract/integrations.md#customers). */
import { at, textAt } from '@/server/platform/vendors/json';
import { SHOP_ATTRIBUTE } from '@/server/platform/lib/shared-vocabulary';
import { textOr } from '@/server/modules/shops/adapters/amounts';
import type { Candidate } from '@/server/modules/shops/adapters/store';
import { instantText } from '@/server/modules/shops/adapters/parsed-rows';

/** Returns a phone; null for a text that is too short or too long for one. */
export function phoneOr(value: unknown): string | null {
  const phone = textOr(value, 41);
  return phone !== null && phone.length >= 4 && phone.length <= 40 ? phone : null;
}

/**
 * True for customers. A shop's users include staff and readers; only people who registered as customers or have bought
 * count.
 */
export const isCustomer = (row: unknown): boolean =>
  textAt(row, 'role') === 'customer' || at(row, 'is_paying_customer') === true;

/** Converts a customer. REST v3 has neither the customer's orders nor their consent. */
export function customerOf(row: unknown): Candidate {
  const ref = textAt(row, 'id') ?? '';
  const place = Object.fromEntries(
    (['city', 'country'] as const).flatMap((key) => {
      const text = textOr(at(row, 'billing', key), 120);
      return text === null ? [] : [[key, text]];
    }),
  );
  return {
    ref,
    row: {
      externalRef: ref,
      email: textAt(row, 'email') ?? textAt(row, 'billing', 'email') ?? null,
      phone: phoneOr(at(row, 'billing', 'phone')),
      firstName: textOr(at(row, 'first_name'), 120) ?? textOr(at(row, 'billing', 'first_name'), 120),
      lastName: textOr(at(row, 'last_name'), 120) ?? textOr(at(row, 'billing', 'last_name'), 120),
      ...(Object.keys(place).length === 0 ? {} : { attributes: { [SHOP_ATTRIBUTE]: place } }),
      // Null until its profile is first changed.
      updatedAt: instantText(at(row, 'date_modified_gmt')) ?? instantText(at(row, 'date_created_gmt')),
    },
  };
}
