/** All that a workspace holds of a person, as one document (privacy laws, issue 5 §5): to be handed to them as it is. */
import { workspaceStatement } from '@/server/db/statement';
import { found, type WorkspaceDb } from '@/server/db/workspace';
import { toNumber, toNumberOrNull } from '@/server/lib/money';
import type { Addresses } from '@/server/resources/contacts/identity';
import { contactColumns, presentContact, type ContactRow } from '@/server/resources/contacts/rows';
import type { ContactExport } from '@/server/resources/contacts/schema';
import { standing } from '@/server/resources/contacts/timeline';

type Part<Name extends keyof ContactExport> = ContactExport[Name] extends (infer Each)[] ? Each : never;

const findContact = workspaceStatement<ContactRow & Addresses, [id: string]>(
  'contacts.export',
  `SELECT ${contactColumns('c')}, c."phoneE164" FROM "Contact" c WHERE c."accountId" = $1 AND c.id = $2`,
);

const findMessages = workspaceStatement<Part<'messages'>, [id: string]>(
  'contacts.export.messages',
  `SELECT m.id, m.provider, m.recipient, m.status, k.content, m."campaignId" AS "broadcastId", m."lastError", m."createdAt", m."sentAt", m."deliveredAt", m."openedAt", m."clickedAt", m."bouncedAt", m."failedAt"
   FROM "MarketingMessage" m LEFT JOIN "MessageContent" k ON k."accountId" = $1 AND k.id = m."contentId"
   WHERE m."accountId" = $1 AND m."contactId" = $2 ORDER BY m."createdAt" DESC, m.id DESC`,
);

type ReminderRow = Omit<Part<'reminders'>, 'valueAtSend'> & { valueAtSend: bigint };
const findReminders = workspaceStatement<ReminderRow, [email: string | null]>(
  'contacts.export.reminders',
  `SELECT r.id, r."customerId", r."cartId", r.email, r."cartSnapshot", r."valueAtSend", r."currencyAtSend", r."discountCodeId", r."sentAt", r."recoveredAt"
   FROM "AbandonedCartReminder" r WHERE r."accountId" = $1 AND r.email = $2::text ORDER BY r."sentAt" DESC, r.id DESC`,
);

const findPreferences = workspaceStatement<Part<'cartPreferences'>, [email: string | null]>(
  'contacts.export.preferences',
  `SELECT p.email, p."abandonedCartOptOut", p."optedOutAt" FROM "BuyerEmailPreference" p WHERE p."accountId" = $1 AND p.email = $2::text`,
);

type AttributionRow = Omit<Part<'attributions'>, 'amount'> & { amount: bigint | null };
const findAttributions = workspaceStatement<AttributionRow, [customerId: string | null]>(
  'contacts.export.attributions',
  `SELECT a.id, CASE WHEN a."refereeCustomerId" = $2 THEN 'referee' ELSE 'referrer' END AS role, a.status, a.amount, a.currency, a."createdAt", a."expiresAt", a."rewardedAt", d.code AS "rewardCode"
   FROM "ReferralAttribution" a LEFT JOIN "DiscountCode" d ON d."accountId" = $1 AND d.id = CASE WHEN a."refereeCustomerId" = $2 THEN a."refereeCodeId" ELSE a."referrerCodeId" END
   WHERE a."accountId" = $1 AND (a."referrerCustomerId" = $2::text OR a."refereeCustomerId" = $2::text) ORDER BY a."createdAt" DESC, a.id DESC`,
);

type RedemptionRow = Omit<Part<'redemptions'>, 'appliedAmount' | 'appliedShipping'> & { appliedAmount: bigint; appliedShipping: bigint };
const findRedemptions = workspaceStatement<RedemptionRow, [customerId: string | null]>(
  'contacts.export.redemptions',
  `SELECT r.id, d.code, r."checkoutSessionId", r."appliedAmount", r."appliedShipping", r.currency, r."redeemedAt"
   FROM "DiscountRedemption" r JOIN "DiscountCode" d ON d."accountId" = $1 AND d.id = r."discountCodeId"
   WHERE r."accountId" = $1 AND r."customerId" = $2::text ORDER BY r."redeemedAt" DESC, r.id DESC`,
);

type ConversionRow = Omit<Part<'conversions'>, 'value'> & { value: bigint | null };
const findConversions = workspaceStatement<ConversionRow, [customerId: string | null]>(
  'contacts.export.conversions',
  `SELECT p."eventId", p.value, p.currency, p."occurredAt", p.status, p."sentAt" FROM "PixelConversion" p WHERE p."accountId" = $1 AND p."customerId" = $2::text AND NOT p."isTest" ORDER BY p."occurredAt" DESC, p.id DESC`,
);

/** What hangs on the shop's customer id is found by `externalRef`. @throws AppError NOT_FOUND */
export async function exportContact(db: WorkspaceDb, id: string): Promise<ContactExport> {
  const { phoneE164: _, ...row } = found((await db.rows(findContact, id))[0]);
  const { email, externalRef } = row;
  const [{ lists, suppressions }, messages, reminders, cartPreferences, attributions, redemptions, conversions] = await Promise.all([
    standing(db, id),
    db.rows(findMessages, id),
    db.rows(findReminders, email),
    db.rows(findPreferences, email),
    db.rows(findAttributions, externalRef),
    db.rows(findRedemptions, externalRef),
    db.rows(findConversions, externalRef),
  ]);
  return {
    exportedAt: db.now,
    contact: presentContact(row),
    lists,
    suppressions,
    cartPreferences,
    messages,
    reminders: reminders.map((reminder) => ({ ...reminder, valueAtSend: toNumber(reminder.valueAtSend) })),
    attributions: attributions.map((attribution) => ({ ...attribution, amount: toNumberOrNull(attribution.amount) })),
    redemptions: redemptions.map((redemption) => ({ ...redemption, appliedAmount: toNumber(redemption.appliedAmount), appliedShipping: toNumber(redemption.appliedShipping) })),
    conversions: conversions.map((conversion) => ({ ...conversion, value: toNumberOrNull(conversion.value) })),
  };
}
