/**
 * The tests that a change can reach, for `npm test -- changed`. Two ways lead from a file to a test:
 * - imports: the tests in the file's own folder, and the tests of files that import it directly or over one other file;
 * - doors: a file of `server/modules/<area>/<noun>` reaches what the tests of all procedures say of that noun.
 * A page or a component reaches the browser tests that are named after its folder, or else those that open its address.
 * A file that names every resource, such as the router, is no way to anywhere: all tests import it.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from './tasks.mjs';

/** Tests that walk over all procedures or statements and name them in their titles. */
const WALKS = [
  'server/testing/whole/contract.test.ts',
  'server/testing/whole/roles.test.ts',
  'server/doors/call.test.ts',
  'server/doors/fuzz.test.ts',
  'server/doors/stall.test.ts',
  'server/platform/db/tenancy.test.ts',
];

/** Changes of these can reach any test. */
const EVERYTHING = [
  /^prisma\//,
  /^package(-lock)?\.json$/,
  /^server\/testing\/(server|database|factories\/[a-z]+)\.ts$/,
  /config\.(ts|js)$/,
];

const MOST_STEPS = 2;
/** A file that imports from more resources than this names all of them. */
const MOST_RESOURCES = 5;

const isTest = (file) => file.endsWith('.test.ts');
const isSpec = (file) => file.endsWith('.spec.ts');
const resourceOf = (file) => /^server\/modules\/[^/]+\/([^/]+)\//.exec(file)?.[1];
const camelCase = (noun) => noun.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

/** @returns {string[]} files that differ from the place where the branch left main; on main those of the last commit as well */
export function changedFiles() {
  const head = git('rev-parse', 'HEAD')[0];
  const main = ['origin/main', 'main'].find((name) => {
    try {
      return git('rev-parse', '--verify', '--quiet', name).length > 0;
    } catch {
      return false;
    }
  });
  const left = main === undefined ? head : git('merge-base', 'HEAD', main)[0];
  const base = left === head ? 'HEAD~1' : left;
  const files = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
  return [...new Set(files)].filter((file) => fs.existsSync(path.join(root, file)));
}

/** @returns {Map<string, Set<string>>} for each file of Laris the files that it imports */
function readImports(files) {
  const known = new Set(files);
  const resolve = (from, name) => {
    const base = name.startsWith('@/') ? name.slice(2) : path.join(path.dirname(from), name);
    return [base, `${base}.ts`, `${base}.tsx`].find((file) => known.has(file));
  };
  return new Map(
    files.map((file) => {
      const text = fs.readFileSync(path.join(root, file), 'utf8');
      const names = [...text.matchAll(/(?:from|import\()\s*'((?:@\/|\.)[^']+)'/g)].map(([, name]) => name);
      return [file, new Set(names.map((name) => resolve(file, name)).filter((found) => found !== undefined))];
    }),
  );
}

/** @returns {Set<string>} the files themselves, and those that import them over a few steps */
function importersOf(changed, imports) {
  const found = new Set(changed);
  const namesAll = (file) =>
    !isTest(file) && new Set([...imports.get(file)].map(resourceOf).filter(Boolean)).size > MOST_RESOURCES;
  let last = [...changed];
  for (let step = 0; step < MOST_STEPS; step++) {
    const next = [...imports].filter(
      ([file, imported]) => !found.has(file) && !namesAll(file) && last.some((each) => imported.has(each)),
    );
    last = next.map(([file]) => file);
    for (const file of last) found.add(file);
  }
  return found;
}

/**
 * @param {readonly string[]} changed from the root of the package
 * @returns {{ everything: string } | { unit: string[], pages: boolean, walks: { files: string[], pattern: string } | undefined, e2e: string[] }}
 *   everything: a file whose change can reach any test; pages: a unit test asks for pages as Next draws them
 */
export function testsOf(changed) {
  const everything = changed.find((file) => EVERYTHING.some((pattern) => pattern.test(file)));
  if (everything !== undefined) return { everything };
  const files = git('ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs').filter((file) =>
    fs.existsSync(path.join(root, file)),
  );
  const code = changed.filter((file) => files.includes(file));
  const reached = importersOf(code, readImports(files));
  const folders = new Set(code.map((file) => path.dirname(file)));
  const beside = new Set([...reached].map((file) => file.replace(/\.tsx?$/, '.test.ts')));
  const unit = files.filter(
    (file) =>
      isTest(file) &&
      !file.startsWith('deep/') &&
      !WALKS.includes(file) &&
      (reached.has(file) || beside.has(file) || folders.has(path.dirname(file))),
  );
  const nouns = [...new Set(changed.map(resourceOf).filter(Boolean))];
  const read = (file) => fs.readFileSync(path.join(root, file), 'utf8');
  return {
    unit: [...new Set([...unit, ...WALKS.filter((file) => changed.includes(file))])],
    pages: unit.some((file) => read(file).includes('pages: true')),
    walks:
      nouns.length === 0
        ? undefined
        : { files: WALKS, pattern: [...new Set(nouns.flatMap((noun) => [noun, camelCase(noun)]))].join('|') },
    e2e: specsOf(changed, files.filter(isSpec)),
  };
}

/** @returns {string[]} the browser tests of the pages that changed, and those that changed themselves */
function specsOf(changed, specs) {
  const pages = changed.map((file) => /^(?:app\/\(dashboard\)|components)\/([^/]+)\//.exec(file)?.[1]).filter(Boolean);
  const found = pages.flatMap((page) => {
    const named = specs.filter((file) => path.basename(file).startsWith(`${page}.`));
    const opening = () => specs.filter((file) => fs.readFileSync(path.join(root, file), 'utf8').includes(`'/${page}`));
    return named.length > 0 ? named : opening();
  });
  return [...new Set([...found, ...changed.filter(isSpec)])];
}
