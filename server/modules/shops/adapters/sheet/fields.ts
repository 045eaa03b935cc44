/**
 * The fields that a sheet's column can hold (docs/contract/integrations.md#sheets): the keys of config.mapping. The
 * dashboard imports this file too, so it must not import Node.
 */
import { ATTRIBUTE_TYPES, type AttributeType } from '@/components/csv/contact-targets';
import { PRODUCT_FIELDS as FILED_FIELDS } from '@/components/csv/product-columns';
import type { SheetKind } from '@/server/modules/shops/connections/vocabulary';
import { SHOP_ATTRIBUTE } from '@/server/platform/lib/shared-vocabulary';

/** The fields of a file of products, and the product's page in its shop. */
export const PRODUCT_FIELDS = [...FILED_FIELDS, 'url'] as const;
export type SheetProductField = (typeof PRODUCT_FIELDS)[number];

/**
 * The fields of a customer's row. `subscription` is one yes or no for all addresses of the row. Beside these, a column
 * can be `attributes.<key>`.
 */
export const CUSTOMER_FIELDS = [
  'email',
  'phone',
  'fullName',
  'firstName',
  'lastName',
  'externalRef',
  'subscription',
] as const;
export type SheetCustomerField = (typeof CUSTOMER_FIELDS)[number];

export const SHEET_FIELDS = { products: PRODUCT_FIELDS, customers: CUSTOMER_FIELDS } as const satisfies Record<
  SheetKind,
  readonly string[]
>;

/** Groups of fields. A sheet needs one field of each group, because a row without it cannot be imported. */
export const NEEDED_FIELDS = {
  products: [['externalRef'], ['name'], ['price']],
  customers: [['email', 'phone']],
} as const satisfies Record<SheetKind, readonly (readonly string[])[]>;

/**
 * Parses a field that names an attribute, in the form of our own files: `attributes.city`, `attributes.points:number`.
 * Returns null for `attributes.shop`, which only a shop's own customers may set.
 */
export function attributeOf(field: string): { key: string; type: AttributeType } | null {
  const [, key, named = 'text'] = /^attributes\.([^.:]+)(?::([a-z]+))?$/.exec(field) ?? [];
  const type = ATTRIBUTE_TYPES.find((known) => known === named);
  return key === undefined || key === SHOP_ATTRIBUTE || type === undefined ? null : { key, type };
}

export const isSheetField = (kind: SheetKind, field: string): boolean =>
  SHEET_FIELDS[kind].some((known) => known === field) || (kind === 'customers' && attributeOf(field) !== null);

/** Returns the fields of each group that is needed and not there. */
export const missingFields = (kind: SheetKind, mapping: Readonly<Record<string, string>>): (readonly string[])[] =>
  NEEDED_FIELDS[kind].filter((group) => !group.some((field) => Object.hasOwn(mapping, field)));
