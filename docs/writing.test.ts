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
