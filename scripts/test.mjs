/**
 * npm test: prepares the checkout, then checks types and style, then runs the tests, the browser's last.
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

/** In the order in which they run. */
const STEPS = {
  types: {
    title: 'Types',
    run: (args) => runNode(['node_modules/typescript/bin/tsc', '--noEmit', ...args], { show: true }),
  },
  lint: {
    title: 'Style',
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
// Types and style keep one core busy each; the tests use all there are.
for (const names of [['types', 'lint'], ['unit'], ['e2e']]) {
  const failures = await Promise.all(
    names
      .filter((name) => wanted.includes(name))
      .map(async (name) => {
        const step = STEPS[name];
        console.log(`\n${step.title}`);
        const begun = performance.now();
        const failed = await runStep(step);
        console.log(`${step.title}: ${failed ? 'failed' : 'passed'} in ${seconds(begun)}`);
        return failed;
      }),
  );
  if (failures.includes(true)) break;
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);

/**
 * Runs a step and adds up its tests.
 * @param {{ run(args: string[]): Promise<void>, count?(): { passed: number, failed: number } }} step
 */
async function runStep(step) {
  let failed = false;
  try {
    await step.run(positionals);
  } catch (error) {
    if (!(error instanceof TaskError)) throw error;
    failed = true;
  }
  let counted = { passed: 0, failed: 0 };
  try {
    counted = step.count?.() ?? counted;
  } catch {
    // The runner wrote no results, so it never came to its tests.
    failed = true;
  }
  total.passed += counted.passed;
  total.failed += failed ? Math.max(counted.failed, 1) : counted.failed;
  return failed || counted.failed > 0;
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
