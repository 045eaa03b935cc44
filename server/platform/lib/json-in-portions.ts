/**
 * Parses JSON without making other requests wait. JSON.parse cannot pause: ten megabytes of brackets take two seconds.
 * So this code first computes the cost from the bytes. Then it parses the elements of a large array, such as the rows
 * of an import or the lines of an order, in portions, with turns for others in between.
 */
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '@/server/platform/errors';
import { isRecord } from '@/server/platform/lib/narrow';

/** Free-form JSON nests 32 levels, in rows of a body of a batch. */
const MAX_DEPTH = 64;
/** The highest cost of one call of JSON.parse: about 150 ms. */
const MAX_COST = 1_500_000;
/** The costs beside a value of an array: making an array or object, and a key that the parser has not seen. */
const CONTAINER_COST = 6;
const KEY_COST = 12;
/**
 * The most values in a whole body, because later steps cost time for each value: for example a hundred in each of 5,000
 * rows.
 */
const MAX_VALUES = 500_000;
/** The bytes up to which a body is parsed at once; a larger body is parsed in portions of this size. */
export const PORTION = 256 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Returns undefined for a text that is no JSON. */
type Parse = (text: string) => unknown;

const refuse = (message: string): AppError => new AppError('VALIDATION', { message });
const NOT_JSON = 'The body must be valid JSON.';

function parsed(text: string, parse: Parse): unknown {
  const value = parse(text);
  if (value === undefined) throw refuse(NOT_JSON);
  return value;
}

/** A range of bytes that is parsed at once. */
interface Portion {
  start: number;
  end: number;
}
/** A large array that is a direct field of the body's object, with its brackets. */
interface LargeArray extends Portion {
  portions: Portion[];
}

/**
 * Reads the bytes once and finds the portions.
 * @param split true to split large arrays, which are direct fields of the body's object, into portions with their own
 * costs
 * @throws AppError VALIDATION for a body that is nested too deep, holds too much, or is incomplete
 */
function survey(body: Uint8Array, split: boolean): LargeArray[] {
  const arrays: LargeArray[] = [];
  const end = body.length;
  let depth = 0;
  let values = 0;
  let cost = 0;
  /** The cost of the body before the array that is being read. */
  let costBefore = 0;
  let isInArray = false;
  let arrayStart = 0;
  let portionStart = 0;
  let portions: Portion[] = [];
  for (let index = 0; index < end; index++) {
    switch (body[index]) {
      case QUOTE:
        for (index++; index < end && body[index] !== QUOTE; index++) if (body[index] === BACKSLASH) index++;
        continue;
      case COLON:
        cost += KEY_COST;
        continue;
      case COMMA:
        values++;
        cost++;
        if (isInArray && depth === 2 && index - portionStart >= PORTION) {
          portions.push({ start: portionStart, end: index });
          portionStart = index + 1;
          cost = 0;
        }
        break;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        values++;
        cost += CONTAINER_COST;
        if (++depth > MAX_DEPTH) throw refuse(`The body must not nest deeper than ${MAX_DEPTH} levels.`);
        if (split && depth === 2 && body[index] === OPEN_ARRAY) {
          isInArray = true;
          arrayStart = index;
          portionStart = index + 1;
          costBefore = cost;
          cost = 0;
        }
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        if (isInArray && depth === 2) {
          if (body[index] !== CLOSE_ARRAY) throw refuse(NOT_JSON);
          isInArray = false;
          if (portions.length === 0) cost += costBefore;
          else {
            arrays.push({
              start: arrayStart,
              end: index + 1,
              portions: [...portions, { start: portionStart, end: index }],
            });
            portions = [];
            cost = costBefore;
          }
        }
        depth--;
        continue;
      default:
        continue;
    }
    if (cost > MAX_COST || values > MAX_VALUES) throw refuse('The body holds too many values. Send less at once.');
  }
  // What was counted for an array that does not end would be parsed in one go.
  if (isInArray) throw refuse(NOT_JSON);
  return arrays;
}

async function elementsOf(body: Buffer, { portions }: LargeArray, parse: Parse): Promise<unknown[]> {
  const elements: unknown[] = [];
  for (const { start, end } of portions) {
    const portion = parsed(`[${body.toString('utf8', start, end)}]`, parse) as unknown[];
    // Nothing before or after a comma.
    if (portion.length === 0) throw refuse(NOT_JSON);
    for (const element of portion) elements.push(element);
    await nextTurn();
  }
  return elements;
}

/**
 * @param body UTF-8
 * @param parse parses each portion
 * @throws AppError VALIDATION for a body that is no JSON, is nested too deep or holds too much
 */
export async function parseInPortions(body: Buffer, parse: Parse): Promise<unknown> {
  const arrays = survey(body, true);
  await nextTurn();
  // Each large array leaves a text in its place that nobody can have sent.
  const mark = randomUUID();
  let frameText = '';
  let from = 0;
  for (const [number, { start, end }] of arrays.entries()) {
    frameText += `${body.toString('utf8', from, start)}"${mark}${number}"`;
    from = end;
  }
  const frame = parsed(frameText + body.toString('utf8', from), parse);
  if (!isRecord(frame)) return frame;
  for (const [key, value] of Object.entries(frame)) {
    if (typeof value !== 'string' || !value.startsWith(mark)) continue;
    const array = arrays[Number(value.slice(mark.length))];
    if (array !== undefined) frame[key] = await elementsOf(body, array, parse);
  }
  return frame;
}

/** @throws AppError VALIDATION for a text that JSON.parse would spend too long on, or that nests too deep */
export const requireReadable = (body: Uint8Array): void => void survey(body, false);
