/** A discount code as it is to stand in shops (docs/contract/integrations.md#codes). */
import { createHash } from 'node:crypto';
import { presentCode, type DiscountCodeRow } from '@/server/modules/offers/discount-codes/rows';
import type { CodeToPush } from '@/server/modules/shops/adapters/store';

export function codeToPush(row: DiscountCodeRow): CodeToPush {
  const { id, code, type, value, currency, scope, productIds, minPurchaseAmount, ...rest } = presentCode(row);
  const { maxUsesTotal, maxUsesPerCustomer, startsAt, expiresAt, active, eligibility } = rest;
  const window = { startsAt, expiresAt };
  const caps = { maxUsesTotal, maxUsesPerCustomer };
  const printed = { id, code, type, value, currency, scope, productIds, minPurchaseAmount, ...caps, ...window, active };
  return eligibility === undefined ? printed : { ...printed, isForSome: true };
}

/** Returns a hash of all that a shop gets of a code; for a deactivated code, only of that fact. */
export function printOf(code: CodeToPush): string {
  const said = code.active ? code : { id: code.id, active: false };
  return createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 32);
}
