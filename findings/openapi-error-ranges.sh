#!/usr/bin/env bash
# jest-openapi 0.14.2 knows neither `4XX` nor `default` of a document; @redocly/openapi-core 2.64.0 does not take `default` for `4XX`.
#
# OpenAPI lets a document declare errors by status (`404`), by range (`4XX`) or for the rest (`default`). Libraries that check
# answers against the document read these three differently. openapi-response-validator 12.1.3 and openapi-backend 5.21.2 take
# all. jest-openapi (and chai-openapi-response-validator, which has the same core) looks for the very status only: an answer
# that a range or `default` declares counts as one that the document does not have, although openapi-response-validator, on
# which that core is built, reads both. The recommended rules of redocly want `4XX` or a status of it: a document whose errors
# all stand under `default` gets a warning for each operation.
# Output seen:
#   404: redocly silent, openapi-response-validator takes it, openapi-backend takes it, jest-openapi takes it
#   4XX: redocly silent, openapi-response-validator takes it, openapi-backend takes it, jest-openapi refuses it
#   default: redocly warns, openapi-response-validator takes it, openapi-backend takes it, jest-openapi refuses it
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent --ignore-scripts --no-audit --no-fund @redocly/openapi-core@2.64.0 openapi-response-validator@12.1.3 \
  openapi-backend@5.21.2 jest-openapi@0.14.2 >/dev/null
cat >run.cjs <<'JS'
const { createConfig, lintFromString } = require('@redocly/openapi-core');
const { default: ResponseValidator } = require('openapi-response-validator');
const { OpenAPIBackend } = require('openapi-backend');
const { default: jestOpenAPI } = require('jest-openapi');

const schema = { type: 'object', required: ['error'], properties: { error: { type: 'string' } } };
const refusal = { description: 'Refused.', content: { 'application/json': { schema } } };
const good = { error: 'No such order.' };
const bad = { error: 404 };

/** Checks that an answer of 404 is declared, and that its body is compared with the declaration. */
const judge = (takesGood, takesBad) => (!takesGood ? 'refuses it' : takesBad ? 'passes it unread' : 'takes it');

let matcher;
global.expect = { extend: (matchers) => (matcher = matchers.toSatisfyApiSpec) };
const print = (text) => text;
const utils = { matcherHint: String, printReceived: print, EXPECTED_COLOR: print, RECEIVED_COLOR: print };

(async () => {
  const config = await createConfig({ extends: ['recommended'] });
  for (const status of ['404', '4XX', 'default']) {
    const document = {
      openapi: '3.0.3',
      info: { title: 'Shop', version: '1' },
      paths: { '/orders': { get: { operationId: 'orders', responses: { 200: { description: 'OK' }, [status]: refusal } } } },
    };
    const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config });
    const warns = problems.some(({ ruleId }) => ruleId === 'operation-4xx-response');

    const validator = new ResponseValidator({ responses: { 200: { description: 'OK' }, [status]: { description: '', schema } } });
    const api = new OpenAPIBackend({ definition: structuredClone(document), quick: true });
    await api.init();
    jestOpenAPI(structuredClone(document));
    const byJest = (data) =>
      matcher.call({ utils }, { status: 404, data, request: { method: 'GET', path: '/orders' }, config: {}, headers: {} }).pass;

    console.log(
      `${status}: redocly ${warns ? 'warns' : 'silent'}, ` +
        `openapi-response-validator ${judge(!validator.validateResponse(404, good), !validator.validateResponse(404, bad))}, ` +
        `openapi-backend ${judge(api.validateResponse(good, 'orders', 404).valid, api.validateResponse(bad, 'orders', 404).valid)}, ` +
        `jest-openapi ${judge(byJest(good), byJest(bad))}`,
    );
  }
})();
JS
node run.cjs | tee seen
diff - seen <<'SEEN'
404: redocly silent, openapi-response-validator takes it, openapi-backend takes it, jest-openapi takes it
4XX: redocly silent, openapi-response-validator takes it, openapi-backend takes it, jest-openapi refuses it
default: redocly warns, openapi-response-validator takes it, openapi-backend takes it, jest-openapi refuses it
SEEN
