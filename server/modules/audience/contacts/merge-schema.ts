/** Duplicates, and merging contacts into one (docs/contract/contacts.md#duplicates). */
import * as z from 'zod';
import { list } from '@/server/platform/lib/bounded';
import { clampedInteger, cursor, id, idIn, instantOut } from '@/server/platform/lib/fields';
import { contact } from '@/server/modules/audience/contacts/schema';
import { MOST_MERGED } from '@/server/modules/audience/contacts/vocabulary';

export const duplicatesInput = z.object({ limit: clampedInteger({ fallback: 50, min: 1, max: 100 }), cursor });
const group = z
  .object({
    by: z.enum(['phone', 'email', 'externalRef']),
    value: z.string().meta({
      description:
        'Shared value: a phone in E.164, an e-mail (of Gmail without dots and the part after a plus), or an `externalRef`.',
    }),
    total: z.number(),
    contacts: z.array(contact).meta({ description: `Oldest first, up to ${MOST_MERGED + 1}.` }),
  })
  .meta({ id: 'DuplicateGroup' });
export type DuplicateGroup = z.output<typeof group>;
export const duplicatesOutput = z
  .object({ data: z.array(group), cursor: z.string().nullable(), hasMore: z.boolean() })
  .meta({ id: 'DuplicatePage' });

export const mergeInput = z.object({
  keepId: idIn.meta({ description: 'Contact that stays.' }),
  mergeIds: list(idIn, MOST_MERGED).min(1).meta({ description: 'Contacts that are merged into it and removed.' }),
});
export type MergeInput = z.output<typeof mergeInput>;
export const mergeOutput = z
  .object({
    id: id.meta({ description: 'Id of the merge, for its undo.' }),
    contact,
    mergedIds: z.array(id),
    undoUntil: instantOut,
  })
  .meta({ id: 'ContactMerge' });
export type MergeResult = z.output<typeof mergeOutput>;

export const byMerge = z.object({ id: idIn });
export const unmergeOutput = z.object({
  id,
  contact: contact.meta({ description: 'Contact that stayed.' }),
  contactIds: z.array(id).meta({ description: 'Contacts that were restored.' }),
});
export type Unmerged = z.output<typeof unmergeOutput>;

/** The merges that can still be undone, for the dashboard. */
export const mergesOutput = z.object({
  merges: z.array(
    z.object({
      id,
      name: z.string(),
      keepId: id,
      count: z.number(),
      createdAt: instantOut,
      undoUntil: instantOut,
    }),
  ),
});
