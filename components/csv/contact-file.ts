/**
 * Contacts as a file that our own import reads back (contact-columns.ts, contact-rows.ts): a column for each field,
 * each family and each attribute that many have, and one each for all other attributes, subscriptions and handles, as
 * JSON: their keys are free. The import leaves out what nobody may write, such as the id. New columns go to the end,
 * for whoever counts them.
 */
import { OWN_ATTRIBUTES, ownHeader, readSubscription } from '@/components/csv/contact-columns';
import {
  HANDLE_FAMILIES,
  OTHER_HANDLES,
  OTHER_SUBSCRIPTIONS,
  SUBSCRIPTION_FAMILIES,
  USUAL_HANDLES,
  USUAL_SUBSCRIPTIONS,
  type AttributeType,
} from '@/components/csv/contact-targets';
import { isNothing, isNumber, withoutApostrophe } from '@/components/csv/values';

export interface AttributeColumn {
  key: string;
  type: AttributeType;
}

/** The data of a contact that stand in a file. */
export interface FiledContact {
  id: string;
  email: string | null;
  phone: string | null;
  firstName: string | null;
  lastName: string | null;
  externalRef: string | null;
  source: string | null;
  subscriptions: Record<string, string>;
  socialHandles: Record<string, string>;
  attributes: Record<string, unknown>;
  createdAt: Date;
  updatedAt: Date;
}

const FIELDS = [
  ['Email', 'email'],
  ['Phone', 'phone'],
  ['First name', 'firstName'],
  ['Last name', 'lastName'],
  ['External ref', 'externalRef'],
  ['Source', 'source'],
] as const;

const SUBSCRIPTIONS: ReadonlySet<string> = new Set(SUBSCRIPTION_FAMILIES);
const HANDLES: ReadonlySet<string> = new Set(HANDLE_FAMILIES);

const subscriptionHeader = (family: string): string => `subscriptions.${family}`;
const handleHeader = (family: string): string => `socialHandles.${family}`;

/** The first row. */
export const headOf = (attributes: readonly AttributeColumn[]): string[] => [
  ...FIELDS.map(([header]) => header),
  ...USUAL_SUBSCRIPTIONS.map(subscriptionHeader),
  ...USUAL_HANDLES.map(handleHeader),
  ...attributes.map(ownHeader),
  OWN_ATTRIBUTES,
  ...OTHER_SUBSCRIPTIONS.map(subscriptionHeader),
  ...OTHER_HANDLES.map(handleHeader),
  'id',
  'createdAt',
  'updatedAt',
  'subscriptions',
  'socialHandles',
];

/**
 * The columns among these attributes that the import can tell apart, whose names it can write in a segment's condition.
 */
export function attributeColumns(found: readonly AttributeColumn[]): AttributeColumn[] {
  const taken = new Set<string>();
  return found.filter(({ key }) => {
    const folded = key.toLowerCase();
    if (!/^[\p{L}\p{N}_-]{1,60}$/u.test(key) || taken.has(folded)) return false;
    taken.add(folded);
    return true;
  });
}

/** The value as a cell of the column; null where the import would read another value. */
function cellOf(value: unknown, type: AttributeType): string | null {
  if (type === 'boolean') return typeof value === 'boolean' ? String(value) : null;
  if (type === 'number') return typeof value === 'number' && isNumber(String(value)) ? String(value) : null;
  return typeof value === 'string' && isReadBack(value) ? value : null;
}

/** The import cuts spaces off, and takes some words for an empty cell. */
const isReadBack = (value: string): boolean =>
  value === withoutApostrophe(value.trim()) && !isNothing(value) && !value.includes('\r');

/** A contact's row; what is not there is an empty cell, which the import leaves as it is. */
export function cellsOf(contact: FiledContact, attributes: readonly AttributeColumn[]): string[] {
  const shown = new Set<string>();
  const cells = attributes.map(({ key, type }) => {
    const cell = Object.hasOwn(contact.attributes, key) ? cellOf(contact.attributes[key], type) : null;
    if (cell !== null) shown.add(key);
    return cell ?? '';
  });
  const subscription = (family: string): string => readSubscription(contact.subscriptions[family] ?? '') ?? '';
  const handle = (family: string): string => contact.socialHandles[family] ?? '';
  const others = (map: Record<string, unknown>, isShown: (key: string) => boolean): string => {
    const rest = Object.entries(map).filter(([key]) => !isShown(key));
    return rest.length === 0 ? '' : JSON.stringify(Object.fromEntries(rest));
  };
  return [
    ...FIELDS.map(([, field]) => contact[field] ?? ''),
    ...USUAL_SUBSCRIPTIONS.map(subscription),
    ...USUAL_HANDLES.map(handle),
    ...cells,
    others(contact.attributes, (key) => shown.has(key)),
    ...OTHER_SUBSCRIPTIONS.map(subscription),
    ...OTHER_HANDLES.map(handle),
    contact.id,
    contact.createdAt.toISOString(),
    contact.updatedAt.toISOString(),
    others(contact.subscriptions, (key) => SUBSCRIPTIONS.has(key) && subscription(key) !== ''),
    others(contact.socialHandles, (key) => HANDLES.has(key)),
  ];
}
