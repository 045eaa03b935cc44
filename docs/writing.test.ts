/** The rules of docs/writing.md that a program can count. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
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
