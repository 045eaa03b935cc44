/**
 * The number of bytes of a body that are looked at (docs/contract/shared.md#bodies). Over 10 MiB is 413 everywhere. Up
 * to there a body is read and its signature checked, but it is parsed only when the procedure's schema could let it in:
 * a larger one is 400 whatever it holds.
 */
import type { AnyTRPCProcedure } from '@trpc/server';
import type * as z from 'zod';
import { largestOf } from '@/server/platform/lib/largest';

export const MAX_BODY = 10 * 1024 * 1024;
/** Room for keys that are ignored and for blanks, where the schema itself needs little. */
export const USUAL_BODY = 256 * 1024;

/** Bytes of the largest body that a procedure takes. @throws UnboundedError for a schema without bounds */
export function bodyLimitOf(procedure: AnyTRPCProcedure): number {
  const { inputs } = procedure._def as unknown as { inputs: z.ZodType[] };
  const largest = inputs.reduce((sum, schema) => sum + largestOf(schema), 0);
  return Math.min(MAX_BODY, Math.max(USUAL_BODY, largest));
}
