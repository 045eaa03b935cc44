/** A document with references says what it said without them. */
import { expect, it } from 'vitest';
import { hoisted } from '@/server/doors/openapi/hoisting';
import { jsonAt, jsonOf, type Json } from '@/server/doors/openapi/json';
import { resolved } from '@/server/doors/openapi/operations';

const reward = (): Json => ({
  type: 'object',
  properties: {
    kind: { type: 'string', enum: ['percent', 'fixed'], description: 'What the buyer gets off the total of a cart.' },
    until: { anyOf: [{ $ref: '#/components/schemas/InstantAsItIsSent' }, { type: 'null' }] },
  },
  required: ['kind'],
});
const answer = (data: Json): Json => ({ description: 'OK', content: { 'application/json': { schema: { data } } } });
const body = (schema: Json): Json => ({ content: { 'application/json': { schema, example: { reward: reward() } } } });
/** Three operations with the same reward, whose keywords stand in another order in one of them. */
const document = (): Json => ({
  paths: {
    '/programs': {
      post: {
        operationId: 'programs_create',
        parameters: [{ name: 'kind', in: 'query', schema: reward() }],
        requestBody: body({ type: 'object', properties: { reward: reward() } }),
        responses: {
          200: answer({ type: 'object', properties: { first: { type: 'array', items: reward() } } }),
          404: { description: 'There is none.' },
        },
      },
      get: {
        operationId: 'programs_get',
        responses: {
          200: answer({ type: 'object', properties: { first: { type: 'array', items: reward() } } }),
          404: { description: 'There is none.' },
        },
      },
    },
    '/coupons': {
      post: {
        operationId: 'coupons_create',
        requestBody: body({
          type: 'object',
          properties: { reward: Object.fromEntries(Object.entries(reward()).reverse()) },
        }),
        responses: { 204: { description: 'Nothing.' } },
      },
    },
  },
  components: { schemas: { InstantAsItIsSent: { type: 'string', format: 'date-time' } } },
});

/** Every reference replaced by the words that it stands for. */
function spelledOut(whole: Json, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => spelledOut(whole, each));
  if (typeof value !== 'object' || value === null) return value;
  const object = resolved(whole, value as Json);
  return Object.fromEntries(Object.entries(object).map(([key, inner]) => [key, spelledOut(whole, inner)]));
}

it('says the same in fewer bytes, with names that follow from the places', () => {
  const after = hoisted(document());
  expect(spelledOut(after, after.paths)).toEqual(spelledOut(document(), document().paths));
  expect(JSON.stringify(after).length).toBeLessThan(JSON.stringify(document()).length);
  expect(Object.keys(jsonAt(after, 'components', 'schemas') ?? {})).toEqual(['InstantAsItIsSent', 'CouponReward']);
  expect(Object.keys(jsonAt(after, 'components', 'responses') ?? {})).toEqual(['ProgramsGet200', 'ProgramsGet404']);
});

it('leaves parameters, samples and whole bodies as they are, and gives the same document each time', () => {
  const after = hoisted(document());
  const shown = jsonOf(jsonAt(after, 'paths', '/programs', 'post'));
  expect(shown.parameters).toEqual([{ name: 'kind', in: 'query', schema: reward() }]);
  const sent = jsonAt(shown, 'requestBody', 'content', 'application/json');
  expect(sent).toEqual({
    schema: { type: 'object', properties: { reward: { $ref: '#/components/schemas/CouponReward' } } },
    example: { reward: reward() },
  });
  expect(JSON.stringify(hoisted(document()))).toBe(JSON.stringify(after));
});

it('gives an answer no name that one operation alone gives', () => {
  const named = { ...document(), components: { schemas: {}, responses: { Coupon: answer({ type: 'object' }) } } };
  const coupons = {
    get: { operationId: 'coupons_get', responses: { 200: { $ref: '#/components/responses/Coupon' } } },
  };
  const after = hoisted({ ...named, paths: { ...jsonOf(document().paths), '/coupons/{id}': coupons } });
  expect(jsonAt(after, 'paths', '/coupons/{id}', 'get', 'responses', '200')).toEqual(answer({ type: 'object' }));
  expect(Object.keys(jsonAt(after, 'components', 'responses') ?? {})).not.toContain('Coupon');
});
