/** The record that the server keeps of how a file is read, so that another browser can continue the upload. */
import * as z from 'zod';
import {
  ATTRIBUTE_TYPES,
  CONTACT_FIELDS,
  HANDLE_FAMILIES,
  MAPS_IN_A_CELL,
  OPT_OUT_FAMILIES,
  SUBSCRIPTION_FAMILIES,
} from '@/components/csv/contact-targets';
import { DAY_ORDERS } from '@/components/csv/days';
import { DELIMITERS, ENCODINGS } from '@/components/csv/format';
import { LANGUAGES } from '@/server/platform/lib/language';

const target = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ignore') }),
  z.object({ kind: z.literal('field'), field: z.enum(CONTACT_FIELDS) }),
  z.object({ kind: z.literal('subscription'), family: z.enum(SUBSCRIPTION_FAMILIES) }),
  z.object({ kind: z.literal('optOut'), family: z.enum(OPT_OUT_FAMILIES) }),
  z.object({ kind: z.literal('handle'), family: z.enum(HANDLE_FAMILIES) }),
  z.object({
    kind: z.literal('attribute'),
    key: z.string(),
    type: z.enum(ATTRIBUTE_TYPES),
    order: z.enum(DAY_ORDERS).optional(),
  }),
  z.object({ kind: z.enum(MAPS_IN_A_CELL) }),
  z.object({ kind: z.literal('since') }),
]);

const plan = z.object({
  format: z.object({ encoding: z.enum(ENCODINGS), delimiter: z.enum(DELIMITERS) }),
  hasHeader: z.boolean(),
  mapping: z.array(target),
  /** By which its numbers are read; an import that began before files had one was read as English. */
  language: z.enum(LANGUAGES).default('en'),
  /** The size of the file, to recognise it again. */
  size: z.number(),
});
export type ImportPlan = z.output<typeof plan>;

/** Null: it was written by another version of this page. */
export const planOf = (kept: Record<string, unknown>): ImportPlan | null => plan.safeParse(kept).data ?? null;
