/**
 * Outside tools on the OpenAPI document: ajv 8.20.0 (the validator of most proxies), openapi-typescript 7.13.0,
 * @hey-api/openapi-ts 0.90.10, swagger-typescript-api 13.13.0 and orval 7.13.2. Clients that they generate are checked by
 * TypeScript, strictly.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { generateApi } from 'swagger-typescript-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packageRoot } from '@/server/platform/lib/package-root';
import { openApiDocument } from '@/server/doors/openapi/document';
import { jsonAt } from '@/server/doors/openapi/json';
import { operationsOf } from '@/server/doors/openapi/operations';

/** Seconds that a generator may take for the whole document. */
const LONGEST_S = 20;

const document = openApiDocument('https://laris.example', { delivers: true });
const text = JSON.stringify(document);
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'laris-deep-'));
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(path.join(folder, 'openapi.json'), text);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What TypeScript says of a file when nothing is let through; empty when all is well. */
function strictly(file: string): string {
  const options = ['--noEmit', '--strict', '--noUncheckedIndexedAccess'];
  const target = [
    '--target',
    'es2022',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--lib',
    'es2022,dom,dom.iterable',
  ];
  const tsc = path.join(packageRoot, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, ...options, ...target, file], {
    cwd: folder,
    encoding: 'utf8',
  });
  return stdout;
}

it('has samples that its schemas allow, the rules between fields included', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'https://laris.example/openapi.json', ...document });
  const pointer = (...keys: string[]): string =>
    keys.map((key) => `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');
  let checked = 0;
  for (const { method, path: at, operation } of operationsOf(document)) {
    const body = jsonAt(operation, 'requestBody', 'content', 'application/json');
    if (body === undefined) continue;
    const where = pointer('paths', at, method.toLowerCase(), 'requestBody', 'content', 'application/json', 'schema');
    const validate = ajv.compile({ $ref: `https://laris.example/openapi.json#${where}` });
    validate(body.example);
    expect(validate.errors, `${method} ${at}`).toBeNull();
    checked += 1;
  }
  expect(checked).toBeGreaterThan(100);
});

it('gives openapi-typescript types that hold', async () => {
  const begun = performance.now();
  const nodes = await openapiTypescript(text);
  expect((performance.now() - begun) / 1000).toBeLessThan(LONGEST_S);
  writeFileSync(path.join(folder, 'types.ts'), astToString(nodes));
  expect(strictly('types.ts')).toBe('');
});

it('gives @hey-api/openapi-ts a client that holds', async () => {
  const begun = performance.now();
  await createClient({
    input: path.join(folder, 'openapi.json'),
    output: path.join(folder, 'client'),
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    logs: { level: 'silent' },
  });
  expect((performance.now() - begun) / 1000).toBeLessThan(LONGEST_S);
  expect(strictly('client/index.ts')).toBe('');
});

it('gives swagger-typescript-api a client that holds', async () => {
  const begun = performance.now();
  await generateApi({ input: path.join(folder, 'openapi.json'), output: folder, fileName: 'api.ts', silent: true });
  expect((performance.now() - begun) / 1000).toBeLessThan(LONGEST_S);
  expect(strictly('api.ts')).toBe('');
});

it('gives orval a client that holds', () => {
  const output = { target: './orval.ts', client: 'fetch', mode: 'single' };
  const config = `module.exports = { laris: { input: './openapi.json', output: ${JSON.stringify(output)} } };`;
  writeFileSync(path.join(folder, 'orval.config.cjs'), config);
  const orval = fileURLToPath(new URL('../node_modules/.bin/orval', import.meta.url));
  const { status, stderr } = spawnSync(orval, ['--config', 'orval.config.cjs'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: LONGEST_S * 1000,
  });
  expect(status, stderr).toBe(0);
  expect(strictly('orval.ts')).toBe('');
});
