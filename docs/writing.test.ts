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

const SEARCHED = [
  'app',
  'bench',
  'components',
  'docs',
  'e2e',
  'lint',
  'prisma/demo',
  'prisma/schema',
  'scripts',
  'sdk/src',
  'server',
];
const CODE = /\.(?:tsx?|m?js)$/;
/** Shows retired words itself. */
const TABLE = 'docs/writing.md';
const texts = [
  ...SEARCHED.flatMap((folder) =>
    fs
      .readdirSync(path.join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => path.posix.join(folder, file.replaceAll(path.sep, '/'))),
  ),
  'CONTRIBUTING.md',
  'README.md',
]
  .filter(
    (file) => /\.(?:tsx?|m?js|md|json|prisma|css)$/.test(file) && file !== TABLE && !file.startsWith('docs/writing.'),
  )
  .map((file) => ({ file, text: fs.readFileSync(path.join(packageRoot, file), 'utf8') }));

/** Names that stay, each for a reason that lies outside the code. */
const KEPT = [
  {
    name: 'told',
    in: /audience\/events\/|\(dashboard\)\/events\//,
    because: 'a field of the events that the API lists',
  },
  { name: 'untold', in: /\/programs\//, because: 'a field of a program’s stats in the API' },
  { name: 'IconDoorExit', in: /^app\//, because: 'an icon of the library' },
  { name: 'toldBy', in: /^(?:server|prisma\/demo)\//, because: 'a column of Purchase' },
];

/** A reason that the API gives for a code that a shop has already. */
const KEPT_CODE = 'TAKEN_IN_SHOP';

/** `toldOrder`, `told_order` and `TOLD_ORDER` are the words "told order". */
const wordsOf = (text: string): string =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();

/** Comments and strings, which are skipped, or a name. */
const TOKEN =
  /\/\*[^]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[^])*`|(?<name>[A-Za-z_$][\w$]*)/g;
const namesIn = (text: string): Set<string> =>
  new Set([...text.matchAll(TOKEN)].flatMap(({ groups }) => groups?.['name'] ?? []));

/** The table of docs/writing.md: words by where they are looked for. */
function retired(where: string): RegExp {
  const [, table = ''] = /^## Retired words$([^]*)/m.exec(fs.readFileSync(path.join(packageRoot, TABLE), 'utf8')) ?? [];
  const words = [...table.matchAll(/^\| (.+?) \| .+? \| (\w+) \|$/gm)]
    .filter(([, , place]) => place === where)
    .flatMap(([, list = '']) => list.split(', '));
  expect(words.length).toBeGreaterThan(5);
  return new RegExp(
    `\\b(?:${words.map((word) => wordsOf(word).replaceAll(' ', '\\s(?:[*/]+\\s)?\\s*')).join('|')})\\b`,
  );
}

it('retired words are nowhere', () => {
  const word = retired('everywhere');
  const found = texts.flatMap(({ file, text }) => {
    const [hit] = word.exec(wordsOf(text.replaceAll(KEPT_CODE, ''))) ?? [];
    return hit === undefined ? [] : [`${file}: ${hit}`];
  });
  expect(found).toEqual([]);
});

it('names have no retired words', () => {
  const word = retired('names');
  const code = texts.filter(({ file }) => CODE.test(file) && !file.startsWith('docs/site/'));
  const found = code.flatMap(({ file, text }) =>
    [...namesIn(text)]
      .filter((name) => word.test(wordsOf(name)) && !KEPT.some((kept) => kept.name === name && kept.in.test(file)))
      .map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
  // The names that are kept are still there, or their line here can go.
  for (const kept of KEPT)
    expect(
      code.some(({ file, text }) => kept.in.test(file) && namesIn(text).has(kept.name)),
      kept.because,
    ).toBe(true);
});

/** Backquoted paths that are no file of ours: a vendor's, a topic, a call, or a file that is told not to be there. */
const NO_FILES = new Set(['app/uninstalled', 'db.prisma', 'docs/Invoice.md', 'loading.tsx']);

it('files that documents and comments name are there', () => {
  const files = fs
    .readdirSync(packageRoot, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && !name.startsWith('.'))
    .flatMap((entry) =>
      entry.isDirectory()
        ? fs
            .readdirSync(path.join(packageRoot, entry.name), { recursive: true, encoding: 'utf8' })
            .map((file) => path.join(entry.name, file))
        : [entry.name],
    );
  const ends = new Set(
    files.flatMap((file) => {
      const parts = file.split(path.sep);
      return parts.map((_, from) => parts.slice(from).join('/'));
    }),
  );
  const gone = texts.flatMap(({ file, text }) => {
    const quoted = text.matchAll(/`((?:[\w()[\].-]+\/)*[\w()[\].-]+\.(?:tsx?|mjs|md|prisma))(?:#[\w-]+)?`/g);
    const inComments = CODE.test(file)
      ? text.matchAll(/[ (]((?:server|app|components|docs|scripts|resources)\/[\w()[\]./-]+\.(?:tsx?|mjs|md))/g)
      : [];
    return [...quoted, ...inComments].flatMap(([, named = '']) =>
      NO_FILES.has(named) || ends.has(named) ? [] : [`${file}: ${named}`],
    );
  });
  expect(gone).toEqual([]);
});
