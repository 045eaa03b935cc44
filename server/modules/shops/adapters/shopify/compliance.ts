/** Shopify's requests to apps about people (https://shopify.dev/docs/apps/build/compliance/privacy-law-compliance). */
import { isRecord } from '@/server/platform/lib/narrow';
import { listAt, at, textAt } from '@/server/platform/vendors/json';
import { parseBody } from '@/server/modules/shops/adapters/body';
import { parseExactly } from '@/server/modules/shops/adapters/shopify/exact-json';
import { emailOf, phoneOf } from '@/server/modules/shops/adapters/shopify/fields';
import { digitsOf } from '@/server/modules/shops/adapters/shopify/ids';
import { readShopDomain } from '@/server/modules/shops/adapters/shopify/oauth';

export type ComplianceKind = 'data_request' | 'customer_redact' | 'shop_redact';

const KINDS: ReadonlyMap<string, ComplianceKind> = new Map([
  ['customers/data_request', 'data_request'],
  ['customers/redact', 'customer_redact'],
  ['shop/redact', 'shop_redact'],
]);

/** Returns the kind of a compliance topic; null for any other. */
export const complianceKindOf = (topic: string): ComplianceKind | null => KINDS.get(topic) ?? null;

export interface ComplianceRequest {
  kind: ComplianceKind;
  /** The shop's address, in the form of Integration.externalId. */
  shop: string;
  /** The shop's id of its customer; null for a person whom Shopify names by e-mail alone. */
  customerRef: string | null;
  email: string | null;
  /** The phone number as Shopify sent it. */
  phone: string | null;
  orderRefs: string[];
}

/**
 * The keys that only payloads of other kinds have. Shopify signs only the body, so a changed topic header must not turn
 * one kind into another.
 */
const FOREIGN: Record<ComplianceKind, readonly string[]> = {
  data_request: ['orders_to_redact'],
  customer_redact: ['orders_requested', 'data_request'],
  shop_redact: ['customer', 'orders_requested', 'orders_to_redact', 'data_request'],
};

const ORDERS: Record<ComplianceKind, string> = {
  data_request: 'orders_requested',
  customer_redact: 'orders_to_redact',
  shop_redact: '',
};

/** Parses a privacy request. @returns null for a body of another kind, or one that names no shop or person */
export async function readComplianceRequest(kind: ComplianceKind, body: Buffer): Promise<ComplianceRequest | null> {
  const payload = await parseBody(body, parseExactly);
  if (!isRecord(payload) || FOREIGN[kind].some((key) => Object.hasOwn(payload, key))) return null;
  const shop = readShopDomain(textAt(payload, 'shop_domain') ?? '');
  if (shop === null) return null;
  const request: ComplianceRequest = {
    kind,
    shop,
    customerRef: digitsOf(textAt(payload, 'customer', 'id')),
    email: emailOf(at(payload, 'customer', 'email')),
    phone: phoneOf(at(payload, 'customer', 'phone')),
    orderRefs: [...new Set(listAt(payload, ORDERS[kind]).flatMap((id) => digitsOf(id) ?? []))],
  };
  const { customerRef, email, phone, orderRefs } = request;
  const isOfNobody = customerRef === null && email === null && phone === null && orderRefs.length === 0;
  return kind !== 'shop_redact' && isOfNobody ? null : request;
}
