/**
 * npm test: prepares the checkout, then checks types and style, then runs the tests, the browser's last. Once something
 * has failed nothing more begins.
 *   npm test -- --only=style|unit|e2e (several with commas) [what goes to the runner]
 *   npm test -- changed: types, style, and the tests of what the change can reach (scripts/lib/changed.mjs)
 * The last line is `N passed, N failed`; a step without tests of its own that fails counts as one failed.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { changedFiles, testsOf } from './lib/changed.mjs';
import { checkCommitTitles } from './lib/commit-titles.mjs';
import { prepare } from './lib/prepare.mjs';
import { checkNode, fail, root, runNode, seconds, TaskError } from './lib/tasks.mjs';

const resultsDir = path.join(root, '.test');
const unitResults = path.join(resultsDir, 'vitest.json');
const walkResults = path.join(resultsDir, 'walks.json');
const browserResults = path.join(resultsDir, 'playwright.json');

/** Each step begins once those in `after` have passed. */
const STEPS = {
  style: {
    title: 'Types and style',
    after: [],
    // All files are checked, also after a change of a few: what it breaks stands in others.
    async run() {
      checkCommitTitles();
      await runNode(['node_modules/oxfmt/bin/oxfmt', '--check'], { show: true });
      await runNode(['node_modules/oxlint/bin/oxlint'], { show: true });
    },
  },
  unit: {
    title: 'Tests',
    after: ['style'],
    run: (args) => runVitest(args, unitResults),
    count: () => countVitest(unitResults),
  },
  walks: {
    title: 'Tests of all procedures',
    after: ['style', 'unit'],
    run: (args) => runVitest(args, walkResults),
    count: () => countVitest(walkResults),
  },
  e2e: {
    title: 'Browser tests',
    after: ['style', 'unit', 'walks'],
    run: (args) =>
      runNode(['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json', ...args], {
        show: true,
        env: { PLAYWRIGHT_JSON_OUTPUT_NAME: browserResults },
      }),
    count() {
      const { expected, flaky, unexpected } = readResults(browserResults).stats;
      return { passed: expected + flaky, failed: unexpected };
    },
  },
};

/**
 * @param {string[]} args
 * @param {string} results where they are written
 */
const runVitest = (args, results) =>
  runNode(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${results}`,
      ...args,
    ],
    { show: true },
  );

/** @param {string} results */
function countVitest(results) {
  const { numPassedTests, numFailedTests } = readResults(results);
  return { passed: numPassedTests, failed: numFailedTests };
}

/** @param {string} file */
function readResults(file) {
  return JSON.parse(fs.readFileSync(file, 'utf8'));
}

checkNode();
const { values, positionals } = readArguments();
const { plan, pages } = planOf();
const wanted = Object.keys(plan);

// The tests set it as they need it.
delete process.env.NODE_ENV;
// Documents are tested through Next as it is in production.
await prepare({ server: wanted.includes('e2e'), pages });
if (!fs.existsSync(path.join(root, 'next-env.d.ts')) && wanted.includes('style')) {
  // Next's own types, which its build writes as well.
  await runNode(['node_modules/next/dist/bin/next', 'typegen'], { env: { NEXT_TELEMETRY_DISABLED: '1' } }).catch(
    () => {},
  );
}

fs.mkdirSync(resultsDir, { recursive: true });
for (const file of [unitResults, walkResults, browserResults]) fs.rmSync(file, { force: true });
const total = { passed: 0, failed: 0 };
const ends = {};
for (const [name, { after }] of Object.entries(STEPS)) {
  if (wanted.includes(name)) ends[name] = Promise.all(after.map((before) => ends[before])).then(() => runStep(name));
}
await Promise.all(Object.values(ends));
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);

/**
 * Runs a step and adds up its tests, unless another has failed.
 * @param {keyof typeof STEPS} name
 */
async function runStep(name) {
  if (total.failed > 0) return;
  const { title, run, count } = STEPS[name];
  console.log(`\n${title}`);
  const begun = performance.now();
  let failed = false;
  try {
    await run(plan[name]);
  } catch (error) {
    if (!(error instanceof TaskError)) throw error;
    failed = true;
  }
  let counted = { passed: 0, failed: 0 };
  try {
    counted = count?.() ?? counted;
  } catch {
    // The runner wrote no results, so it never came to its tests.
    failed = true;
  }
  total.passed += counted.passed;
  total.failed += failed ? Math.max(counted.failed, 1) : counted.failed;
  console.log(`${title}: ${failed || counted.failed > 0 ? 'failed' : 'passed'} in ${seconds(begun)}`);
}

/** @returns {{ plan: Partial<Record<keyof typeof STEPS, string[]>>, pages: boolean }} the steps to run, each with what goes to its runner */
function planOf() {
  const whole = Object.keys(STEPS).filter((name) => name !== 'walks');
  if (values.only === undefined && positionals.length === 1 && positionals[0] === 'changed') {
    const reached = testsOf(changedFiles());
    if (!('everything' in reached)) return planOfChange(reached);
    console.log(`A change of ${reached.everything} can reach every test: all of them run.`);
    positionals.pop();
  }
  const names = values.only?.split(',') ?? whole;
  const unknown = names.find((name) => !whole.includes(name));
  if (unknown !== undefined) fail(`--only takes ${whole.join(', ')}; not ${unknown}`);
  const plan = Object.fromEntries(names.map((name) => [name, positionals]));
  return { plan, pages: names.includes('e2e') || names.includes('unit') };
}

/** Steps without anything to run are left out. */
function planOfChange({ unit, pages, walks, e2e }) {
  const plan = {
    style: [],
    ...(unit.length > 0 && { unit }),
    ...(walks && { walks: [...walks.files, '-t', walks.pattern] }),
    ...(e2e.length > 0 && { e2e }),
  };
  return { plan, pages: pages || e2e.length > 0 };
}

function readArguments() {
  try {
    return parseArgs({ options: { only: { type: 'string' } }, allowPositionals: true });
  } catch (error) {
    return fail(`${error.message}\nUsage: npm test -- [changed] [--only=style|unit|e2e] [what goes to the runner]`);
  }
}
