/** Reads the JSON of a request without making other requests wait (docs/contract/shared.md#bodies). */
import { isUtf8 } from 'node:buffer';
import { AppError } from '@/server/platform/errors';
import { parseInPortions, PORTION, requireReadable } from '@/server/platform/lib/json-in-portions';
import { isRecord } from '@/server/platform/lib/narrow';
import { parseJson } from '@/server/platform/vendors/json';

const refuse = (message: string): AppError => new AppError('VALIDATION', { message });

function requireObject(parsed: unknown): Record<string, unknown> {
  if (!isRecord(parsed)) throw refuse('The body must be a JSON object.');
  return parsed;
}

/**
 * @param limit bytes of the largest body that the route's schema accepts
 * @returns the object; a promise for a large body, which is parsed in turns with other requests
 * @throws AppError VALIDATION
 */
export function readJson(body: Buffer, limit: number): Record<string, unknown> | Promise<Record<string, unknown>> {
  if (body.length > limit) throw refuse(`The body has ${body.length} bytes. This route takes at most ${limit}.`);
  if (!isUtf8(body)) throw refuse('The body must be UTF-8.');
  if (body.length > PORTION) return parseInPortions(body, parseJson).then(requireObject);
  requireReadable(body);
  const parsed = parseJson(body.toString('utf8'));
  if (parsed === undefined) throw refuse('The body must be valid JSON.');
  return requireObject(parsed);
}
