/**
 * Makes discount codes of a file's rows, by the mapping that the person chose. What cannot be read of a row is said of
 * it.
 */
import { splitAmount } from '@/components/csv/amount';
import type { CodeField, CodeMapping } from '@/components/csv/code-columns';
import { readBoolean } from '@/components/csv/contact-columns';
import { isTooWide } from '@/components/csv/inspect';
import { readMoment, type Calendar } from '@/components/csv/dates';
import { readPrice } from '@/components/csv/price';
import type { RowRead } from '@/components/csv/row';
import { isNothing, isScientific, withoutApostrophe } from '@/components/csv/values';
import { currencyDigits } from '@/server/platform/lib/currency';
import { importedCode, type DiscountType, type ImportedCode } from '@/server/modules/offers/discount-codes/schema';

/** The way the workspace writes amounts and dates. */
export interface CodeFormat extends Calendar {
  currency: string;
}

/**
 * SCIENTIFIC: a spreadsheet turned the code into 6.28E+11, its digits are lost.
 * TYPE: whether it is a share or an amount cannot be told, and must not be guessed.
 * PERCENT: no whole percent from 1 to 100.
 * CAP: a limit that is no whole number over zero.
 * USED_UP: it was used as often as it may be.
 * TOO_MANY_CELLS: more cells than the head has; the values may stand in the wrong columns.
 * VALUE: of a field that the server does not take, such as one that is too long.
 */
export const CODE_PROBLEMS = [
  'NO_CODE',
  'SCIENTIFIC',
  'TYPE',
  'PERCENT',
  'AMOUNT',
  'CURRENCY',
  'CAP',
  'USED_UP',
  'DATE',
  'ORDER',
  'ACTIVE',
  'TOO_MANY_CELLS',
  'VALUE',
] as const;
export type CodeProblem = (typeof CODE_PROBLEMS)[number];

type CodeRead = RowRead<ImportedCode, CodeField, CodeProblem>;

/** Thrown while a row is read: its first fault. */
class Refused extends Error {
  constructor(
    readonly problem: CodeProblem,
    readonly field: CodeField | null = null,
  ) {
    super(problem);
  }
}

const wordOf = (value: string): string =>
  value
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');

/**
 * The names that shops use for the kinds. Kinds that take something off single products are not among them: a code here
 * takes it off the cart.
 */
const TYPES: ReadonlyMap<string, DiscountType> = new Map(
  (
    [
      ['percent', ['percent', 'percentage', 'percent off', 'persen', 'persentase', '%', 'percent discount']],
      [
        'fixed',
        [
          'fixed',
          'amount',
          'fixed amount',
          'fixed cart',
          'amount off',
          'nominal',
          'potongan',
          'potongan harga',
          'rupiah',
        ],
      ],
      ['shipping_percent', ['shipping percent', 'free shipping', 'gratis ongkir', 'bebas ongkir', 'ongkir persen']],
      ['shipping_fixed', ['shipping fixed', 'shipping amount', 'potongan ongkir', 'ongkir nominal']],
    ] as const
  ).flatMap(([type, words]) => words.map((word) => [word, type] as const)),
);

/** By its word, or without one by how the value is written: 25%, Rp 10.000, 10000. */
function typeOf(word: string, value: string): DiscountType {
  const named = TYPES.get(wordOf(word));
  if (named !== undefined) return named;
  if (word !== '') throw new Refused('TYPE', 'type');
  if (value.endsWith('%')) return 'percent';
  if (splitAmount(value).written !== null || value.includes('$')) return 'fixed';
  // More than a hundred can be no share.
  if (/^\d{4,}$/.test(value.replace(/[.,]/g, ''))) return 'fixed';
  throw new Refused('TYPE', 'type');
}

function percentOf(text: string): number {
  const percent = Number(/^(\d{1,3})(?:[.,]0+)?\s*%?$/.exec(text)?.[1] ?? 0);
  if (percent < 1 || percent > 100) throw new Refused('PERCENT', 'value');
  return percent;
}

/** In the smallest unit of its currency. */
function amountOf(field: CodeField, text: string, format: CodeFormat): { amount: number; currency: string } {
  const price = readPrice(text, format);
  if (price === null) throw new Refused('AMOUNT', field);
  const { priceCents, currency } = price;
  // readPrice counts in hundredths, whatever the currency has.
  const amount = currency === 'IDR' ? priceCents : (priceCents * 10 ** currencyDigits(currency)) / 100;
  if (!Number.isSafeInteger(amount)) throw new Refused('AMOUNT', field);
  return { amount, currency };
}

const NO_CAP = new Set(['unlimited', 'no limit', 'tidak terbatas', 'tanpa batas', 'tak terbatas', '∞']);

function capOf(field: CodeField, text: string): number | null {
  if (text === '' || NO_CAP.has(wordOf(text))) return null;
  const cap = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (cap < 1) throw new Refused('CAP', field);
  return cap;
}

/** Returns the remaining part of a limit: the uses elsewhere count. */
function leftOf(total: number | null, used: string): number | null {
  if (total === null || used === '') return total;
  if (!/^\d{1,10}$/.test(used)) throw new Refused('CAP', 'used');
  if (Number(used) >= total) throw new Refused('USED_UP', 'used');
  return total - Number(used);
}

/** Words of shops. What is scheduled or has expired is on: its dates say the rest. */
const ON = new Set(['active', 'aktif', 'enabled', 'publish', 'published', 'scheduled', 'terjadwal', 'expired']);
const OFF = new Set(['inactive', 'nonaktif', 'tidak aktif', 'disabled', 'draft', 'archived', 'diarsipkan', 'trash']);

function switchOf(field: 'active' | 'public', text: string, otherwise: boolean): boolean {
  if (text === '') return otherwise;
  const word = wordOf(text);
  const is = ON.has(word) ? true : OFF.has(word) ? false : readBoolean(word);
  if (is === null) throw new Refused('ACTIVE', field);
  return is;
}

function momentOf(field: 'startsAt' | 'expiresAt', text: string, format: CodeFormat): string | null {
  if (text === '') return null;
  const moment = readMoment(text, field === 'startsAt' ? 'start' : 'end', format);
  if (moment === null) throw new Refused('DATE', field);
  return moment;
}

/** @throws Refused */
function read(value: (field: CodeField) => string, mapping: CodeMapping, format: CodeFormat): ImportedCode {
  const code = value('code');
  if (code === '') throw new Refused('NO_CODE', 'code');
  if (code.includes('+') && isScientific(code)) throw new Refused('SCIENTIFIC', 'code');
  const own = value('currency').toUpperCase() || format.currency;
  if (!/^[A-Z]{3}$/.test(own)) throw new Refused('CURRENCY', 'currency');
  const type = typeOf(value('type'), value('value'));
  const isFree = type === 'shipping_percent' && /^0*(?:[.,]0+)?$/.test(value('value'));
  const { amount, currency } =
    type === 'percent' || type === 'shipping_percent'
      ? { amount: isFree ? 100 : percentOf(value('value')), currency: own }
      : amountOf('value', value('value'), { ...format, currency: own });
  const minimum =
    value('minPurchaseAmount') === ''
      ? null
      : amountOf('minPurchaseAmount', value('minPurchaseAmount'), { ...format, currency });
  if (minimum !== null && minimum.currency !== currency) throw new Refused('CURRENCY', 'minPurchaseAmount');
  if (amount < 1) throw new Refused('AMOUNT', 'value');
  const startsAt = momentOf('startsAt', value('startsAt'), format);
  const expiresAt = momentOf('expiresAt', value('expiresAt'), format);
  if (startsAt !== null && expiresAt !== null && startsAt >= expiresAt) throw new Refused('ORDER', 'expiresAt');
  const item: ImportedCode = {
    code,
    type,
    value: amount,
    currency,
    description: value('description') || null,
    minPurchaseAmount: minimum?.amount ?? null,
    maxUsesTotal: leftOf(capOf('maxUsesTotal', value('maxUsesTotal')), value('used')),
    maxUsesPerCustomer: capOf('maxUsesPerCustomer', value('maxUsesPerCustomer')),
    startsAt,
    expiresAt,
    active: switchOf('active', value('active'), true),
    public: switchOf('public', value('public'), false),
  };
  const parsed = importedCode.safeParse(item);
  if (parsed.success) return item;
  const name = String(parsed.error.issues[0]?.path[0]);
  throw new Refused('VALUE', mapping.find((field) => field === name) ?? null);
}

/** @param cells as they stand in the file */
export function codeOf(cells: readonly string[], mapping: CodeMapping, format: CodeFormat): CodeRead {
  if (isTooWide(cells, mapping.length)) return { item: null, problem: 'TOO_MANY_CELLS', field: null };
  const value = (field: CodeField): string => {
    const at = mapping.indexOf(field);
    const cell = at === -1 ? '' : withoutApostrophe((cells[at] ?? '').trim());
    return isNothing(cell) ? '' : cell;
  };
  try {
    return { item: read(value, mapping, format), problem: null };
  } catch (error) {
    if (error instanceof Refused) return { item: null, problem: error.problem, field: error.field };
    throw error;
  }
}

/** Checks whether the mapping says what each code is and what it takes off; without it every row would be refused. */
export const isUsableForCodes = (mapping: CodeMapping): boolean =>
  mapping.includes('code') && mapping.includes('value');
