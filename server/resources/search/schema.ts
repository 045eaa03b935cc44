/** Search over records, for the dashboard's palette. */
import * as z from 'zod';
import { id, text } from '@/server/lib/fields';
import { KINDS, LONGEST_QUERY } from '@/server/resources/search/vocabulary';

export const recordsInput = z.object({ q: text(0, LONGEST_QUERY) });

export const record = z.object({
  kind: z.enum(KINDS),
  id,
  /** What people call it. */
  title: z.string(),
  /** What tells it from another one of the same title. */
  subtitle: z.string().nullable(),
});
export type FoundRecord = z.output<typeof record>;

export const recordsOutput = z.object({ items: z.array(record) });
export type RecordsOutput = z.output<typeof recordsOutput>;
