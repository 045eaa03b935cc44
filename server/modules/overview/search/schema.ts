/** Search over records, for the dashboard's palette. */
import * as z from 'zod';
import { id, text } from '@/server/platform/lib/fields';
import { KINDS, LONGEST_QUERY } from '@/server/modules/overview/search/vocabulary';

export const recordsInput = z.object({ q: text(0, LONGEST_QUERY) });

export const record = z.object({
  kind: z.enum(KINDS),
  id,
  /** The name that the merchant gave the record. */
  title: z.string(),
  /** A text that distinguishes records with the same title. */
  subtitle: z.string().nullable(),
});
export type FoundRecord = z.output<typeof record>;

export const recordsOutput = z.object({ items: z.array(record) });
export type RecordsOutput = z.output<typeof recordsOutput>;
