/** Bodies and rows that share fields say the same as without the sharing. */
import { expect, it } from 'vitest';
import type { Json } from '@/server/doors/openapi/json';
import { Extensions, fieldsInCommon } from '@/server/doors/openapi/sharing';

const text = (words: string): Json => ({ type: 'string', maxLength: 2000, description: words.repeat(30) });
const fields: Json = { title: text('Stands above. '), words: text('Stands below. '), name: { type: 'string' } };
const operation = (schema: Json): Json => ({
  requestBody: { content: { 'application/json': { schema } } },
  responses: { 200: { $ref: '#/components/responses/FormWithCounts' } },
});
const created: Json = { type: 'object', properties: fields, required: ['name'] };
const changed: Json = { type: 'object', properties: { ...fields, ifUpdatedAt: { type: 'string' } } };

it('names the optional fields that creating and changing have in common after what they answer', () => {
  expect(
    fieldsInCommon({ '/forms': { post: operation(created) }, '/forms/{id}': { patch: operation(changed) } }),
  ).toEqual({ FormFields: { type: 'object', properties: { title: fields.title, words: fields.words } } });
});

it('finds nothing in common where the fields differ, or where nothing is created', () => {
  const other = { ...changed, properties: { ...fields, title: { type: 'string' }, words: { type: 'string' } } };
  expect(
    fieldsInCommon({ '/forms': { post: operation(created) }, '/forms/{id}': { patch: operation(other) } }),
  ).toEqual({});
  expect(fieldsInCommon({ '/forms/{id}': { patch: operation(changed) } })).toEqual({});
});

it('leaves required fields, rules and samples where they were', () => {
  const rule = { not: { required: ['title', 'words'] } };
  const shared = new Extensions({
    FormFields: { type: 'object', properties: { title: fields.title, words: fields.words } },
  });
  expect(shared.in({ ...created, allOf: [rule], examples: [{ name: 'Letter' }] })).toEqual({
    allOf: [{ $ref: '#/components/schemas/FormFields' }, rule],
    type: 'object',
    properties: { name: fields.name },
    required: ['name'],
    examples: [{ name: 'Letter' }],
  });
});

it('takes a small schema for a base only where it is told to', () => {
  const page = { type: 'object', properties: { cursor: { type: 'string' } }, required: ['cursor'] };
  const list = {
    type: 'object',
    properties: { data: { type: 'array' }, cursor: { type: 'string' } },
    required: ['data', 'cursor'],
  };
  expect(new Extensions({ Page: page }).in(list)).toEqual(list);
  expect(new Extensions({ Page: page }, ['Page']).in(list)).toEqual({
    allOf: [{ $ref: '#/components/schemas/Page' }],
    type: 'object',
    properties: { data: { type: 'array' } },
    required: ['data'],
  });
});
