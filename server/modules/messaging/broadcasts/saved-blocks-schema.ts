/** Blocks that a merchant saves for other e-mails (docs/contract/broadcasts.md#saved-blocks). */
import * as z from 'zod';
import { BLOCK_LIMITS, emailBlock } from '@/server/platform/email/blocks-schema';
import { list } from '@/server/platform/lib/bounded';
import { id, idIn, instantOut, text } from '@/server/platform/lib/fields';
import { MAX_SAVED_NAME } from '@/server/modules/messaging/broadcasts/vocabulary';

const name = text(1, MAX_SAVED_NAME).refine((value) => value.trim() !== '', { error: 'must not be blank' });

export const createInput = z.object({
  name,
  blocks: list(emailBlock, BLOCK_LIMITS.savedBlocks).min(1),
  /** True: replaces saved blocks that already have this name. */
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
