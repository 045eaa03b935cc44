/**
 * The reading of a sheet's row, by the columns that are mapped; an unreadable value refuses the row, as in an import.
 */
import type { Mapping } from '@/components/csv/contact-columns';
import type { Target } from '@/components/csv/contact-targets';
import { contactOf, type ContactDraft } from '@/components/csv/contact-rows';
import { isTooWide } from '@/components/csv/inspect';
import type { ProductMapping } from '@/components/csv/product-columns';
import { productOf } from '@/components/csv/product-rows';
import type { CsvRecord } from '@/components/csv/read';
import { isNothing, withoutApostrophe } from '@/components/csv/values';
import { languageIn } from '@/server/platform/lib/language';
import { isOneOf } from '@/server/platform/lib/narrow';
import { toE164 } from '@/server/platform/lib/phone';
import { addressOf, phoneAddress } from '@/server/modules/audience/contacts/identity';
import { ADDRESS_FAMILIES } from '@/server/modules/audience/contacts/vocabulary';
import { NO_IDENTITY, type SheetKind } from '@/server/modules/shops/connections/vocabulary';
import {
  attributeOf,
  CUSTOMER_FIELDS,
  PRODUCT_FIELDS,
  type SheetCustomerField,
} from '@/server/modules/shops/adapters/sheet/fields';
import type { SheetHead } from '@/server/modules/shops/adapters/sheet/head';
import type { Candidate, OpenedShop, Refusal } from '@/server/modules/shops/adapters/store';

export type ReadRow = { candidate: Candidate } | { refusal: Refusal };

/** @returns the row of a record */
export type RowReader = (record: CsvRecord) => ReadRow;

interface Settings {
  kind: SheetKind;
  head: SheetHead;
  workspace: OpenedShop['workspace'];
  /** The time for rows of the sheet, which have none of their own. */
  updatedAt: Date;
}

export function rowReader(settings: Settings): RowReader {
  const { kind, head } = settings;
  const read = kind === 'products' ? productReader(settings) : customerReader(settings);
  return (record) => {
    const byRow = `row ${record.line}`;
    // A value may stand in the wrong column, the reference as well.
    if (isTooWide(record.cells, head.width)) return { refusal: { ref: byRow, reason: 'TOO_MANY_CELLS' } };
    return read((field) => cellOf(record, head, field), byRow);
  };
}

/** Returns the trimmed cell of a field; '' when the sheet has no such field, or the cell is empty. */
type Cell = (field: string) => string;

function cellOf({ cells }: CsvRecord, { columns }: SheetHead, field: string): string {
  const at = columns.get(field);
  const value = at === undefined ? '' : withoutApostrophe((cells[at] ?? '').trim());
  return isNothing(value) ? '' : value;
}

function productReader({ head, workspace, updatedAt }: Settings): (cell: Cell, byRow: string) => ReadRow {
  const mapping: ProductMapping = [...head.columns.keys()].map((field) =>
    isOneOf(PRODUCT_FIELDS, field) && field !== 'url' ? field : null,
  );
  const fields = [...head.columns.keys()];
  const prices = { language: languageIn(workspace.country), currency: workspace.currency };
  return (cell, byRow) => {
    const { item: product, problem, ...more } = productOf(fields.map(cell), mapping, prices);
    const ref = cell('externalRef') || byRow;
    if (product === null) {
      const field = 'field' in more && problem === 'VALUE' ? `: ${more.field ?? ''}` : '';
      return { refusal: { ref, reason: problem + field } };
    }
    const url = cell('url');
    return {
      candidate: {
        ref,
        row: {
          ...product,
          // Of pages that differ by their query alone the last part is the same, and a reference is one product's only.
          slug: product.slug === '' ? product.externalRef : product.slug,
          ...(url === '' ? {} : { url }),
          updatedAt: updatedAt.toISOString(),
        },
      },
    };
  };
}

/** Parses `subscription` as the value of this family; the row's addresses decide which families get the value. */
const CARRIER = 'email';

function targetOf(field: string): Target {
  const attribute = attributeOf(field);
  if (attribute !== null) return { kind: 'attribute', ...attribute };
  if (!isOneOf<SheetCustomerField>(CUSTOMER_FIELDS, field)) return { kind: 'ignore' };
  return field === 'subscription' ? { kind: 'subscription', family: CARRIER } : { kind: 'field', field };
}

/** Applies the one `subscription` value to every address of the row. */
function subscriptionsOf({ email, phone, subscriptions }: ContactDraft): Record<string, string> | undefined {
  const word = subscriptions?.[CARRIER];
  if (word === undefined) return undefined;
  const addresses = { email: email ?? null, phone: phone ?? null, phoneE164: null };
  const families = ADDRESS_FAMILIES.filter((family) => addressOf(family, addresses) !== null);
  return Object.fromEntries(families.map((family) => [family, word]));
}

function customerReader({ head, workspace, updatedAt }: Settings): (cell: Cell, byRow: string) => ReadRow {
  const fields = [...head.columns.keys()];
  const mapping: Mapping = fields.map(targetOf);
  const { country } = workspace;
  const language = languageIn(country);
  return (cell, byRow) => {
    const { contact, problem } = contactOf(fields.map(cell), mapping, language);
    const { email, phone = null } = contact;
    const number = phoneAddress({ phone, phoneE164: phone === null ? null : toE164(phone, country) });
    const externalRef = contact.externalRef ?? email?.toLowerCase() ?? number;
    const ref = externalRef ?? byRow;
    if (problem !== null) return { refusal: { ref, reason: problem } };
    if (externalRef === null || (email === undefined && number === null))
      return { refusal: { ref, reason: NO_IDENTITY } };
    const subscriptions = subscriptionsOf(contact);
    return {
      candidate: {
        ref,
        row: {
          ...contact,
          ...(subscriptions === undefined ? {} : { subscriptions }),
          externalRef,
          updatedAt: updatedAt.toISOString(),
        },
      },
    };
  };
}
