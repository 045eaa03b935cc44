/** Conversions and refunds that partners report (docs/contract/programs.md#conversions). */
import type { Services } from '@/server/platform/access/context';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { addressIn } from '@/server/platform/lib/address';
import { networkHash } from '@/server/platform/lib/network-hash';
import { phoneE164Of } from '@/server/modules/creators/collaborations/phone';
import { attribute } from '@/server/modules/creators/programs/attribute';
import type {
  Conversion,
  ConversionInput,
  Voided,
  VoidInput,
} from '@/server/modules/creators/programs/commissions-schema';
import { refund } from '@/server/modules/creators/programs/refund';

const filled = (value: string | null | undefined): string | null => {
  const trimmed = value?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
};

/** Records a conversion; each outcome is an answer, not an error. */
export async function convert(
  db: WorkspaceDb,
  { settings }: Pick<Services, 'settings'>,
  input: ConversionInput,
): Promise<Conversion> {
  const phone = filled(input.customerPhone);
  const discountCode = filled(input.discountCode);
  // What is yet to come is taken as now: nothing waits longer than its days.
  const occurredAt = new Date(Math.min((input.occurredAt ?? db.now).getTime(), db.now.getTime()));
  const ip = addressIn(input.ip ?? '');
  const sale = {
    checkoutSessionId: input.checkoutSessionId,
    customerId: input.customerId,
    email: filled(input.customerEmail)?.toLowerCase() ?? null,
    phone: await phoneE164Of(db, phone),
    discountCodes: discountCode === null ? [] : [discountCode],
    clickId: filled(input.clickId),
    code: filled(input.code),
    orderAmount: input.amount,
    refundedAmount: 0,
    currency: input.currency,
    newCustomer: input.newCustomer ?? null,
    networkHash: ip === null ? null : networkHash(settings.appSecret, ip, occurredAt),
    externalSource: input.externalSource ?? null,
    externalRef: input.externalRef ?? null,
    occurredAt,
  };
  return await db.transaction((tx) => attribute(tx, sale));
}

/** Records a refund; each outcome is an answer, not an error. */
export const voidConversion = (db: WorkspaceDb, { checkoutSessionId, refundedAmount }: VoidInput): Promise<Voided> =>
  db.transaction((tx) => refund(tx, checkoutSessionId, refundedAmount ?? null));
