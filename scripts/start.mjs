/** npm start: does what is missing, then runs everything. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { builtFile } from './lib/build.mjs';
import { endWithNpm, prepare } from './lib/prepare.mjs';
import { lockHolder } from './lib/process-lock.mjs';
import { checkNode, fail } from './lib/tasks.mjs';

checkNode();
// Said before anything is built, which would change the files under the Laris that runs.
const dataDir = path.resolve(process.env.DATA_DIR || '.data');
const running = process.env.DATABASE_URL ? null : lockHolder(path.join(dataDir, 'running.lock'));
if (running !== null) fail(`Laris is already running in ${dataDir} (process ${running})`);

process.env.NODE_ENV = 'production';
endWithNpm();
await prepare();
// In this process rather than in another, so that every signal arrives once.
process.setSourceMapsEnabled(true);
await import(pathToFileURL(builtFile('start')).href);
