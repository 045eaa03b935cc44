/** The body of a shop's webhook, which has up to 5 MiB. */
import { isUtf8 } from 'node:buffer';
import { AppError } from '@/server/platform/errors';
import { parseInPortions, PORTION } from '@/server/platform/lib/json-in-portions';
import { parseJson } from '@/server/platform/vendors/json';

const BOM = Buffer.from('\ufeff');

/**
 * Parses a webhook's or answer's body; a large body in portions, so that neither the worker nor the server stands
 * still.
 * @param parse reads each portion; undefined: the portion is no JSON
 * @returns undefined for a body that is no JSON in UTF-8, is nested too deep or holds too much
 */
export async function parseBody(body: Buffer, parse: (text: string) => unknown = parseJson): Promise<unknown> {
  if (!isUtf8(body)) return undefined;
  const json = body.subarray(0, BOM.length).equals(BOM) ? body.subarray(BOM.length) : body;
  if (json.length <= PORTION) return parse(json.toString('utf8'));
  try {
    return await parseInPortions(json, parse);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
