/**
 * Runs one program of .build, which is built when it is missing: `node scripts/run.mjs <program> [arguments]`.
 * npm run laris, migrate, demo, start:web and start:worker.
 */
import fs from 'node:fs';
import { pathToFileURL } from 'node:url';
import { builtFile } from './lib/build.mjs';
import { endWithNpm, prepare } from './lib/prepare.mjs';
import { checkNode } from './lib/tasks.mjs';

checkNode();
const [node, , program, ...args] = process.argv;
const file = builtFile(program);
const serves = program === 'main' || program === 'worker';
if (serves) {
  process.env.NODE_ENV = 'production';
  endWithNpm();
  await prepare({ pages: program === 'main' });
} else if (!fs.existsSync(file)) {
  // Commands take the build as it is: to renew it would change files under a Laris that runs.
  await prepare({ pages: false });
}
process.setSourceMapsEnabled(true);
process.argv = [node, file, ...args];
await import(pathToFileURL(file).href);
