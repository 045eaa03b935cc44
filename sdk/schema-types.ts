/** JSON schemas of the OpenAPI document as TypeScript. */
import { isRecord } from '@/server/platform/lib/narrow';
import { listOf, type Json } from '@/server/doors/openapi/json';
import { isRule } from '@/server/doors/openapi/sharing';

const PRIMITIVES: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** A name as it may stand in code. */
export const typeName = (name: string): string => name.replaceAll(/\W/g, '_');

const literal = (value: unknown): string => JSON.stringify(value);

const keyOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name));

const united = (types: readonly string[]): string => [...new Set(types)].join(' | ');

/** In parentheses where it stands in a list or an intersection. */
function grouped(type: string): string {
  let depth = 0;
  for (const character of type) {
    if (character === '{') depth++;
    else if (character === '}') depth--;
    else if (depth === 0 && (character === '|' || character === '&')) return `(${type})`;
  }
  return type;
}

/** A comment before a member, of what the schema says and types do not. */
export function comment(schema: Json, indent = ''): string {
  const lines = [
    ...(typeof schema.description === 'string' ? [schema.description] : []),
    ...(schema.default !== undefined ? [`Default: ${literal(schema.default)}.`] : []),
  ];
  if (lines.length === 0) return '';
  return `${indent}/** ${lines.join(' ').replaceAll('*/', '*​/')} */\n`;
}

/** @returns the type; objects over several lines, indented as deep as they stand */
export function typeOf(schema: unknown, indent = ''): string {
  if (!isRecord(schema)) return 'unknown';
  if (typeof schema.$ref === 'string') return typeName(schema.$ref.split('/').at(-1) ?? '');
  if ('const' in schema) return literal(schema.const);
  if (Array.isArray(schema.enum)) return united(schema.enum.map(literal));
  const choices = [...listOf(schema.anyOf), ...listOf(schema.oneOf)];
  if (choices.length > 0) {
    const { anyOf: _any, oneOf: _one, description: _words, default: _default, ...own } = schema;
    const union = united(choices.map((each) => typeOf(each, indent)));
    return 'properties' in own ? `${grouped(union)} & ${typeOf(own, indent)}` : union;
  }
  const parts = listOf(schema.allOf).filter((part) => !isRule(part));
  if (parts.length > 0) {
    const { allOf: _all, ...own } = schema;
    const types = [...parts.map((each) => typeOf(each, indent)), ...('properties' in own ? [typeOf(own, indent)] : [])];
    return types.map(grouped).join(' & ');
  }
  if (Array.isArray(schema.type))
    return united(schema.type.map((type: unknown) => typeOf({ ...schema, type }, indent)));
  switch (schema.type) {
    case 'array':
      return `${grouped(typeOf(schema.items, indent))}[]`;
    case 'object':
      return objectType(schema, indent);
    default:
      return PRIMITIVES[String(schema.type)] ?? 'unknown';
  }
}

function objectType(schema: Json, indent: string): string {
  const properties = Object.entries(isRecord(schema.properties) ? schema.properties : {});
  const { additionalProperties: more } = schema;
  if (properties.length === 0) return `Record<string, ${isRecord(more) ? typeOf(more, indent) : 'unknown'}>`;
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const inner = `${indent}  `;
  const members = properties.map(([name, value]) => {
    const own = isRecord(value) ? value : {};
    return `${comment(own, inner)}${inner}${keyOf(name)}${required.has(name) ? '' : '?'}: ${typeOf(own, inner)};\n`;
  });
  const object = `{\n${members.join('')}${indent}}`;
  return more === true || isRecord(more) ? `${object} & Record<string, unknown>` : object;
}
