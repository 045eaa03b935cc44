/** Search over records, for the dashboard's palette. */
import * as z from 'zod';
import { id, text } from '@/server/lib/fields';

/** In the order in which they are shown. */
export const KINDS = [
  'contact',
  'contactList',
  'audienceSegment',
  'broadcast',
  'template',
  'discountCode',
  'referralLink',
  'blogPost',
  'marketingCampaign',
] as const;

/** What has fewer characters finds nothing: it would find everything. */
export const SHORTEST_WORD = 2;

export const LONGEST_QUERY = 200;

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
