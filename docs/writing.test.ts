/** The rules of docs/writing.md that a program can count. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openApiDocument } from '@/server/doors/openapi/document';
import { jsonAt, jsonOf } from '@/server/doors/openapi/json';
import { operationsOf } from '@/server/doors/openapi/operations';
import { isRecord } from '@/server/platform/lib/narrow';
import { packageRoot } from '@/server/platform/lib/package-root';

const RELATIVE =
  /^(?:What|Whatever|Who|Whoever|Whom|Whose|Which|Those|That|Of|It|They|How|Where|Whether|When|So|These|This)\b/;
/** The largest share of doc comments that may begin with a pronoun or a relative. */
const MOST = 0.02;

const FOLDERS = ['server', 'app', 'components', 'sdk/src', 'scripts', 'lint'];
const sources = FOLDERS.flatMap((folder) =>
  fs
    .readdirSync(path.join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(folder, file))
    .filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !/\.(?:test|spec)\./.test(file)),
);

it('doc comments begin with their subject or verb', () => {
  const begins = sources.flatMap((file) =>
    [...fs.readFileSync(path.join(packageRoot, file), 'utf8').matchAll(/\/\*\*\s*(?:\*\s*)?([^\n]*)/g)].map(
      ([, text = '']) => ({ file, text }),
    ),
  );
  expect(begins.length).toBeGreaterThan(5_000);
  const wrong = begins.filter(({ text }) => RELATIVE.test(text));
  expect(wrong.length / begins.length, JSON.stringify(wrong.slice(0, 20), null, 1)).toBeLessThan(MOST);
});

/** Words that no text of the reference has as its subject. */
const NO_SUBJECT = /^(?:What|Whatever|Who|Whom|Whoever|Whose|Those|Of|Whether|How|Where|Which|When)\b/;
const LONGEST_SUMMARY = 60;
/** Samples of what travels: no texts of ours. */
const SAMPLES = new Set(['default', 'example', 'examples']);

/** Every summary and description within a value; references are not followed. */
function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (SAMPLES.has(key)) return [];
    if (typeof inner === 'string') return key === 'summary' || key === 'description' ? [inner] : [];
    return textsIn(inner);
  });
}

const dialectIn = (value: unknown): string[] => textsIn(value).filter((text) => NO_SUBJECT.test(text));

it('the API reference has a short summary and a description for each operation, and its texts begin with their subject', () => {
  const document = openApiDocument('https://laris.example', { delivers: true });
  const ofPaths = operationsOf(document).map(({ operation, parameters }) => ({
    name: String(operation.operationId),
    operation,
    texts: [operation, parameters],
  }));
  const ofWebhooks = Object.entries(jsonOf(document.webhooks)).map(([name, item]) => {
    const operation = jsonAt(item, 'post') ?? {};
    return { name, operation, texts: [operation] };
  });
  const components = Object.entries(jsonOf(document.components)).flatMap(([kind, all]) =>
    Object.entries(jsonOf(all)).map(([name, texts]) => ({ name: `${kind} ${name}`, faults: dialectIn(texts) })),
  );
  const wrong = [
    ...[...ofPaths, ...ofWebhooks].map(({ name, operation: { summary, description }, texts }) => ({
      name,
      faults: [
        ...(typeof summary === 'string' && summary !== '' && summary.length <= LONGEST_SUMMARY ? [] : ['summary']),
        ...(typeof description === 'string' && description !== '' ? [] : ['no description']),
        ...dialectIn(texts),
      ],
    })),
    ...components,
    { name: 'tags', faults: dialectIn(document.tags) },
  ].filter(({ faults }) => faults.length > 0);
  expect(wrong.map(({ name, faults }) => `${name}: ${faults.join(' | ')}`)).toEqual([]);
});
