/**
 * The number of body bytes that are parsed (docs/contract/shared.md#bodies). A body over 10 MiB is 413 everywhere. A
 * smaller body is read and its signature checked, but parsed only if the procedure's schema could accept a body of that
 * size; otherwise the answer is 400 whatever the body holds.
 */
import type { AnyTRPCProcedure } from '@trpc/server';
import type * as z from 'zod';
import { largestOf } from '@/server/platform/lib/largest';

export const MAX_BODY = 10 * 1024 * 1024;
/**
 * The bytes that every body may have, as room for ignored keys and white space, even if the schema itself needs few.
 */
export const USUAL_BODY = 256 * 1024;

/**
 * Returns the bytes of the largest body that a procedure accepts. @throws UnboundedError for a schema without bounds
 */
export function bodyLimitOf(procedure: AnyTRPCProcedure): number {
  const { inputs } = procedure._def as unknown as { inputs: z.ZodType[] };
  const largest = inputs.reduce((sum, schema) => sum + largestOf(schema), 0);
  return Math.min(MAX_BODY, Math.max(USUAL_BODY, largest));
}
