/**
 * Free-form JSON (docs/contract/shared.md#free-form-json): attributes, content, config. One walk checks bytes, levels
 * and characters, and stops at the first fault. The dashboard's forms import this too, so this file must not import
 * Node.
 */
import * as z from 'zod';
import { $constructor } from 'zod/v4/core';
import { isStorable } from '@/server/platform/lib/text';

/** Levels of free-form JSON. */
const MAX_DEPTH = 32;

/**
 * Returns the bytes of a text inside its quotes, as JSON.stringify writes it in UTF-8. A lone surrogate counts as the
 * U+FFFD that it becomes.
 */
function bytesOf(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit >= 0x80)
      bytes += unit < 0x800 ? 2 : unit >= 0xd800 && unit <= 0xdfff && isPaired(text, index, unit) ? 2 : 3;
    else if (unit === 0x22 || unit === 0x5c) bytes += 2;
    else bytes += unit >= 0x20 ? 1 : '\b\t\n\f\r'.includes(text[index] ?? '') ? 2 : 6;
  }
  return bytes;
}

const isPaired = (text: string, index: number, unit: number): boolean => {
  const other = text.charCodeAt(unit < 0xdc00 ? index + 1 : index - 1);
  return unit < 0xdc00 ? other >= 0xdc00 && other <= 0xdfff : other >= 0xd800 && other <= 0xdbff;
};

/** Measures a JSON value as it would be written, and stops at the first fault. */
class Measure {
  private bytes = 0;
  fault: string | undefined;
  /** True while the value can be stored unchanged, see kept(). */
  isClean = true;
  constructor(private readonly maxBytes: number) {}

  /** @returns whether to go on */
  value(value: unknown, depth: number): boolean {
    if (typeof value === 'string') return this.text(value);
    if (typeof value !== 'object' || value === null) return this.add(String(value).length);
    if (depth >= MAX_DEPTH) return this.refuse(`must not nest deeper than ${MAX_DEPTH} levels`);
    if (Array.isArray(value)) {
      // Brackets, and a comma between two.
      if (!this.add(Math.max(2, value.length + 1))) return false;
      return value.every((each) => this.value(each, depth + 1));
    }
    const keys = Object.keys(value);
    this.isClean &&= !Object.hasOwn(value, '__proto__');
    // Braces, colons, and a comma between two.
    if (!this.add(Math.max(2, 2 * keys.length + 1))) return false;
    return keys.every((key) => this.text(key) && this.value((value as Record<string, unknown>)[key], depth + 1));
  }

  private text(text: string): boolean {
    if (!this.add(text.length + 2)) return false;
    if (!isStorable(text)) return this.refuse('must not contain NUL');
    this.isClean &&= text.isWellFormed();
    return this.add(bytesOf(text) - text.length);
  }

  private add(bytes: number): boolean {
    this.bytes += bytes;
    return this.bytes <= this.maxBytes || this.refuse(`must not be larger than ${kilobytes(this.maxBytes)} of JSON`);
  }

  private refuse(fault: string): false {
    this.fault = fault;
    return false;
  }
}

const kilobytes = (bytes: number): string => `${bytes / 1024} KB`;

/**
 * Returns the value as it is stored: lone surrogates become U+FFFD, in keys too. Keys named `__proto__` are dropped at
 * every level, because Prisma 7.10 sets them as prototypes and then throws. Call it only with a measured value.
 */
function kept(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(kept);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => key !== '__proto__');
  return Object.fromEntries(entries.map(([key, inner]) => [key.toWellFormed(), kept(inner)]));
}

export interface FreeFormDef extends z.core.$ZodRecordDef {
  maxBytes: number;
}

const FreeForm = $constructor('FreeForm', (inst: z.ZodRecord & { _zod: { def: FreeFormDef } }, def: FreeFormDef) => {
  z.ZodRecord.init(inst, def);
  inst._zod.parse = (payload) => {
    const input: unknown = payload.value;
    if (typeof input !== 'object' || input === null || Array.isArray(input)) {
      payload.issues.push({ code: 'invalid_type', expected: 'record', input, inst });
      return payload;
    }
    const measure = new Measure(def.maxBytes);
    if (!measure.value(input, 0)) payload.issues.push({ code: 'custom', message: measure.fault ?? '', input, inst });
    else if (!measure.isClean) payload.value = kept(input) as Record<string, unknown>;
    return payload;
  };
});

/** A free-form JSON object with a limit on its bytes as JSON text: attributes, content, config. */
export const freeForm = (maxBytes: number) =>
  (
    new FreeForm({
      type: 'record',
      keyType: z.string(),
      valueType: z.unknown(),
      maxBytes,
    } as never) as unknown as z.ZodRecord<z.ZodString, z.ZodUnknown>
  ).meta({ jsonSchema: { type: 'object', additionalProperties: true } });
