/**
 * npm run test:faults: puts faults of this project's history back, one at a time, and tells which tests catch them
 * (docs/testing.md#power). scripts/faults/faults.json lists them; each is a patch beside it. All happens in a worktree of
 * HEAD in the system's folder for temporary files.
 *   npm run test:faults -- [NAME…] [--kind=money,races]
 * Prints a table in Markdown; exits with 1 when a fault is missed, or its patch does not apply.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { linkTree } from './lib/link-tree.mjs';
import { prepare } from './lib/prepare.mjs';
import { fail, root, runNode, seconds, task, TaskError } from './lib/tasks.mjs';

/**
 * @typedef {{ name: string, kind: string, fix: string, says: string, tests: string[] }} Fault tests: `FILE`, or `FILE -t TITLE`
 *   of vitest and `FILE -g TITLE` of Playwright
 * @typedef {{ file: string, title: string }} Failure
 */

const folder = path.join(root, 'scripts', 'faults');
const key = ({ file, title }) => `${file} ${title}`;
const isBrowserTest = (test) => test.startsWith('e2e/');
const isInBrowser = ({ tests }) => tests.some(isBrowserTest);

const faults = chosen();
await prepare({ server: false, pages: false });
const place = fs.mkdtempSync(path.join(os.tmpdir(), 'laris-faults-'));
// PostgreSQL may run as another user, out of this folder.
fs.chmodSync(place, 0o711);
const tree = path.join(place, 'tree');
const results = path.join(place, 'results.json');
process.once('exit', () => {
  if (fs.existsSync(tree)) git(root, 'worktree', 'remove', '--force', tree);
  fs.rmSync(place, { recursive: true, force: true });
});
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

// The tests set it as they need it.
delete process.env.NODE_ENV;
await task('Making a worktree', async () => {
  git(root, 'worktree', 'add', '--quiet', '--detach', tree, 'HEAD');
  linkTree(path.join(root, 'node_modules'), path.join(tree, 'node_modules'));
});
// Documents are tested through Next as it is in production.
await task('Building', build);

const expected = new Set();
await task('Tests without a fault', async () => {
  for (const failure of await failuresOf([...new Set(faults.flatMap(({ tests }) => tests))]))
    expected.add(key(failure));
});
for (const failure of expected) console.error(`Fails without a fault, so catches none: ${failure}`);

const rows = [];
for (const fault of faults) {
  const begun = performance.now();
  const outcome = await task(fault.name, () => outcomeOf(fault));
  console.error(`  ${outcome.by}`);
  rows.push({ fault, ...outcome, took: seconds(begun) });
}

console.log('| Fault | Kind | Caught by | Took |\n|---|---|---|---|');
for (const { fault, by, took } of rows)
  console.log(`| ${fault.name}: ${fault.says} | ${fault.kind} | ${by} | ${took} |`);
const count = (kept) => `${kept.filter(({ isCaught }) => isCaught).length} of ${kept.length} caught`;
console.log('');
for (const kind of new Set(faults.map((fault) => fault.kind)))
  console.log(`${kind}: ${count(rows.filter(({ fault }) => fault.kind === kind))}`);
console.log(count(rows));
process.exit(rows.every(({ isCaught }) => isCaught) ? 0 : 1);

/** @returns {Fault[]} those that the command line names */
function chosen() {
  /** @type {Fault[]} */
  const all = JSON.parse(fs.readFileSync(path.join(folder, 'faults.json'), 'utf8'));
  const { values, positionals } = parseArgs({ options: { kind: { type: 'string' } }, allowPositionals: true });
  const kinds = values.kind?.split(',');
  const kept = all.filter(
    ({ name, kind }) =>
      (positionals.length === 0 || positionals.includes(name)) && (kinds === undefined || kinds.includes(kind)),
  );
  const unknown = positionals.find((name) => !all.some((fault) => fault.name === name));
  if (unknown !== undefined) fail(`scripts/faults/faults.json has no ${unknown}`);
  if (kept.length === 0) fail('There is no such fault');
  // Browser tests come last: they leave a build behind that has their fault in it.
  return kept.sort((one, other) => Number(isInBrowser(one)) - Number(isInBrowser(other)));
}

/**
 * Runs a fault's tests with the fault in place.
 * @param {Fault} fault
 * @returns {Promise<{ isCaught: boolean, by: string }>} by: the first test that fails by it, in Markdown
 */
async function outcomeOf({ name, tests }) {
  const patch = path.join(folder, `${name}.patch`);
  try {
    git(tree, 'apply', patch);
  } catch {
    return { isCaught: false, by: '**does not apply**' };
  }
  try {
    const failure = (await failuresOf(tests)).find((each) => !expected.has(key(each)));
    if (failure === undefined) return { isCaught: false, by: '**missed**' };
    return { isCaught: true, by: `\`${failure.file}\`: ${failure.title.replaceAll('|', '\\|')}` };
  } finally {
    git(tree, 'apply', '-R', patch);
    const left = git(tree, 'status', '--porcelain');
    if (left !== '') fail(`${name} left behind:\n${left}`);
  }
}

/**
 * @param {string[]} tests
 * @returns {Promise<Failure[]>}
 */
async function failuresOf(tests) {
  const browser = tests.filter(isBrowserTest);
  const unit = tests.filter((test) => !isBrowserTest(test));
  return [
    ...(unit.length > 0 ? await unitFailures(unit) : []),
    ...(browser.length > 0 ? await browserFailures(browser) : []),
  ];
}

/**
 * Arguments that choose tests: by their titles only if all of them have one.
 * @param {string} option before the titles' expression
 * @param {string[]} tests
 */
function choice(option, tests) {
  const parts = tests.map((test) => test.split(` ${option} `));
  const titles = parts.flatMap(([, title]) => title?.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&') ?? []);
  const files = [...new Set(parts.map(([file]) => file))];
  return titles.length === parts.length ? [option, [...new Set(titles)].join('|'), ...files] : files;
}

/**
 * A file that does not load, or whose server does not start, catches nothing: the patch is broken then, and no fault.
 * @param {string[]} tests
 */
async function unitFailures(tests) {
  const output = ['--reporter=json', `--outputFile=${results}`];
  const report = await reportOf(['node_modules/vitest/vitest.mjs', 'run', ...output, ...choice('-t', tests)]);
  return report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => ({ file: path.relative(fs.realpathSync(tree), name), title: fullName })),
  );
}

/** @param {string[]} tests */
async function browserFailures(tests) {
  await build();
  const report = await reportOf([
    'node_modules/@playwright/test/cli.js',
    'test',
    '--reporter=json',
    ...choice('-g', tests),
  ]);
  const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)];
  const failed = report.suites.flatMap(specs).filter(({ ok }) => !ok);
  return failed.map(({ file, title }) => ({ file: `e2e/${file}`, title }));
}

/** Builds what has changed since the last build. */
function build() {
  return runNode(['scripts/build.mjs'], { cwd: tree });
}

/** Runs tests and reads the report that they write; the runner ends with an error when a test fails. */
async function reportOf(args) {
  fs.rmSync(results, { force: true });
  let said = '';
  try {
    await runNode(args, { cwd: tree, env: { PLAYWRIGHT_JSON_OUTPUT_NAME: results } });
  } catch (error) {
    if (!(error instanceof TaskError)) throw error;
    said = error.message;
  }
  if (!fs.existsSync(results)) fail(`The tests did not run:\n${said}`);
  const report = JSON.parse(fs.readFileSync(results, 'utf8'));
  const { expected: passed, unexpected: failed } = report.stats ?? {
    expected: report.numPassedTests,
    unexpected: report.numFailedTests,
  };
  if (passed + failed === 0) console.error(`No test ran: ${args.join(' ')}\n${said}`);
  return report;
}

/**
 * @param {string} cwd
 * @param {...string} args
 */
function git(cwd, ...args) {
  return execFileSync('git', args, { cwd, encoding: 'utf8' });
}
