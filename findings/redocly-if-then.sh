#!/usr/bin/env bash
# A rule between two fields of an OpenAPI 3.1 body ("a completed order has an amount") as JSON Schema's if and then.
#
# @redocly/openapi-core 2.64.0 (the engine of @redocly/cli), recommended rules, on valid input:
#   1. `then: { required: [amount] }`, where `amount` stands in the `properties` beside `if`:
#      no-required-schema-properties-undefined warns "Required property 'amount' is not defined."
#   2. `then: { required: [amount], properties: { amount: true } }`: that warning is gone, and now an example that the schema
#      allows is refused (no-invalid-media-type-examples): "must NOT have unevaluated properties `status`". The linter adds
#      unevaluatedProperties: false to `then` as if it were the whole object.
#   3. `anyOf: [{ required: [amount] }, { properties: { status: { not: { const: completed } } } }]` says the same, and passes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent --no-audit --no-fund --ignore-scripts @redocly/openapi-core@2.64.0 >/dev/null
cat > lint.mjs <<'JS'
import { createConfig, lintFromString } from '@redocly/openapi-core';
const IF = { properties: { status: { const: 'completed' } }, required: ['status'] };
const RULES = [
  { if: IF, then: { required: ['amount'] } },
  { if: IF, then: { required: ['amount'], properties: { amount: true } } },
  { anyOf: [{ required: ['amount'], properties: { amount: true } }, { properties: { status: { not: { const: 'completed' } } } }] },
];
const EXPECTED = ['no-required-schema-properties-undefined', 'no-invalid-media-type-examples', ''];
const config = await createConfig({ extends: ['recommended'] });
for (const [index, rule] of RULES.entries()) {
  const schema = {
    type: 'object',
    required: ['status'],
    properties: { status: { type: 'string' }, amount: { type: 'integer' } },
    allOf: [rule],
  };
  const operation = {
    operationId: 'fulfill', summary: 'Fulfill', security: [], tags: ['Orders'],
    requestBody: { content: { 'application/json': { schema, example: { status: 'completed', amount: 150000 } } } },
    responses: { 200: { description: 'OK' }, '4XX': { description: 'Refused' } },
  };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Orders', version: '1', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: 'https://toko.test' }],
    tags: [{ name: 'Orders', description: 'Orders' }],
    paths: { '/orders': { post: operation } },
  };
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config });
  const found = [...new Set(problems.map(({ ruleId }) => ruleId))].join(' ');
  console.log(`${index + 1}: ${found || 'clean'}`, problems.map(({ message }) => message));
  if (found !== EXPECTED[index]) process.exitCode = 1;
}
JS
node lint.mjs
