/**
 * npm test: prepares the checkout, then checks types, then runs the tests, the browser's last. Style is looked at beside
 * them. Once something has failed nothing more begins.
 *   npm test -- --only=unit|e2e|types|lint (several with commas) [what goes to the runner]
 * The last line is `N passed, N failed`; a step without tests of its own that fails counts as one failed.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { prepare } from './lib/prepare.mjs';
import { checkNode, fail, root, runNode, seconds, TaskError } from './lib/tasks.mjs';

const resultsDir = path.join(root, '.test');
const unitResults = path.join(resultsDir, 'vitest.json');
const browserResults = path.join(resultsDir, 'playwright.json');

/** What each waits for: types and style keep one core busy each; the tests leave some of the time of two. */
const STEPS = {
  types: {
    title: 'Types',
    after: [],
    run: (args) => runNode(['node_modules/typescript/bin/tsc', '--noEmit', ...args], { show: true }),
  },
  lint: {
    title: 'Style',
    after: [],
    async run(args) {
      const paths = args.length ? args : ['.'];
      await runNode(['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level=warn', ...paths], {
        show: true,
      });
      // The types of the whole house are held at once: near Node's usual 4 GB it only collects garbage.
      await runNode(['--max-old-space-size=8192', 'node_modules/eslint/bin/eslint.js', ...paths], { show: true });
    },
  },
  unit: {
    title: 'Tests',
    after: ['types'],
    run: (args) =>
      runNode(
        [
          'node_modules/vitest/vitest.mjs',
          'run',
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${unitResults}`,
          ...args,
        ],
        { show: true },
      ),
    count() {
      const { numPassedTests, numFailedTests } = readResults(unitResults);
      return { passed: numPassedTests, failed: numFailedTests };
    },
  },
  e2e: {
    title: 'Browser tests',
    after: ['types', 'lint', 'unit'],
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

/** @param {string} file */
function readResults(file) {
  return JSON.parse(fs.readFileSync(file, 'utf8'));
}

checkNode();
const { values, positionals } = readArguments();
const wanted = values.only?.split(',') ?? Object.keys(STEPS);
const unknown = wanted.find((name) => !(name in STEPS));
if (unknown !== undefined) fail(`--only takes ${Object.keys(STEPS).join(', ')}; not ${unknown}`);

// The tests set it as they need it.
delete process.env.NODE_ENV;
// Documents are tested through Next as it is in production.
await prepare({ server: wanted.includes('e2e'), pages: wanted.includes('e2e') || wanted.includes('unit') });
if (!fs.existsSync(path.join(root, 'next-env.d.ts')) && wanted.includes('types')) {
  // Next's own types, which its build writes as well.
  await runNode(['node_modules/next/dist/bin/next', 'typegen'], { env: { NEXT_TELEMETRY_DISABLED: '1' } }).catch(
    () => {},
  );
}

fs.mkdirSync(resultsDir, { recursive: true });
for (const file of [unitResults, browserResults]) fs.rmSync(file, { force: true });
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
    await run(positionals);
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

function readArguments() {
  try {
    return parseArgs({ options: { only: { type: 'string' } }, allowPositionals: true });
  } catch (error) {
    return fail(
      `${error.message}\nUsage: npm test -- [--only=${Object.keys(STEPS).join('|')}] [what goes to the runner]`,
    );
  }
}
