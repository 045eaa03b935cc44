/** Blocks that are kept for other e-mails (docs/contract/broadcasts.md#saved-blocks). */
import * as z from 'zod';
import { BLOCK_LIMITS, emailBlock } from '@/server/email/blocks-schema';
import { list } from '@/server/lib/bounded';
import { id, idIn, instantOut, text } from '@/server/lib/fields';
import { MAX_SAVED_NAME } from '@/server/resources/broadcasts/vocabulary';

const name = text(1, MAX_SAVED_NAME).refine((value) => value.trim() !== '', { error: 'must not be blank' });

export const createInput = z.object({
  name,
  blocks: list(emailBlock, BLOCK_LIMITS.savedBlocks).min(1),
  /** Whether those that have the name already go. */
  replace: z.boolean().default(false),
});
export type CreateInput = z.output<typeof createInput>;

export const savedBlocks = z.object({
  id,
  name: z.string(),
  blocks: z.array(emailBlock),
  createdAt: instantOut,
  updatedAt: instantOut,
});
export type SavedBlocks = z.output<typeof savedBlocks>;

export const listOutput = z.object({ saved: z.array(savedBlocks) });
export const byId = z.object({ id: idIn });
export const renameInput = byId.extend({ name });
