/**
 * Parses JSON whose long integers are ids. JSON.parse rounds integers beyond 2^53, so two customers could become one.
 * Here every integer of 16 digits or more becomes text, with its digits untouched.
 */
import { parseJson } from '@/server/platform/vendors/json';

/** Matches integers of 16 digits or more. 2^53 − 1 has 16 digits, so shorter integers are exact as numbers. */
const LONG_INTEGER = /(?<![\d.eE+-])(-?\d{16,400})(?![\d.eE])/g;

const quoted = (between: string): string => between.replace(LONG_INTEGER, '"$1"');

/** Returns the index after the closing quote of a text, given the index after its opening quote. */
function endOfText(json: string, from: number): number {
  for (let quote = json.indexOf('"', from); quote !== -1; quote = json.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (json[quote - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return json.length;
}

/** Parses JSON with long integers as text; undefined for a text that is no JSON. */
export function parseExactly(json: string): unknown {
  const parts: string[] = [];
  for (let at = 0; at < json.length;) {
    const quote = json.indexOf('"', at);
    if (quote === -1) {
      parts.push(quoted(json.slice(at)));
      break;
    }
    const end = endOfText(json, quote + 1);
    parts.push(quoted(json.slice(at, quote)), json.slice(quote, end));
    at = end;
  }
  return parseJson(parts.join(''));
}
