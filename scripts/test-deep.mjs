/**
 * npm run test:deep: Laris beside vendors' SDKs, outside tools and Debian's servers (deep/README.md), then all other
 * tests in their long form (docs/testing.md). It installs the packages of deep/ and checks types and style there.
 *   npm run test:deep -- [what goes to vitest, for example: vendors/resend; then nothing comes after it]
 */
import path from 'node:path';
import { install } from './lib/install.mjs';
import { prepare } from './lib/prepare.mjs';
import { fail, root, runNode, task, TaskError } from './lib/tasks.mjs';

const folder = path.join(root, 'deep');

// The tests set it as they need it.
delete process.env.NODE_ENV;
await prepare({ server: false, pages: false });
try {
  await install(folder);
  await task('Types and style', () =>
    runNode([path.join(root, 'node_modules/oxlint/bin/oxlint'), '--config=oxlint.json'], { cwd: folder }),
  );
  await runNode(['node_modules/vitest/vitest.mjs', 'run', '--config=deep/vitest.config.ts', ...process.argv.slice(2)], {
    show: true,
  });
  if (process.argv.length === 2)
    await runNode([path.join(root, 'scripts/test.mjs'), '--only=unit,e2e'], { show: true, env: { LANE: 'deep' } });
} catch (error) {
  if (!(error instanceof TaskError)) throw error;
  fail(error.message);
}
