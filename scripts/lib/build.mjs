/** Builds what has changed: Prisma's client, the server's bundle, the dashboard. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { root, runNode, task } from './tasks.mjs';

export const buildDir = path.join(root, '.build');
const stampFile = path.join(buildDir, 'stamp.json');

/** The programs of .build, each from its source. */
export const PROGRAMS = {
  start: 'server/start.ts',
  main: 'server/main.ts',
  worker: 'server/worker.ts',
  cli: 'server/operator/cli.ts',
  migrate: 'server/migrations/command.ts',
  // A thread of main, which looks for it beside itself.
  'markdown-thread': 'server/platform/pages/markdown-thread.ts',
};

/** The sources of the server's programs; scripts/lib has code that they share. */
const SERVER_SOURCES = [
  'server',
  'prisma',
  'components',
  'scripts/lib',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
];
const PAGE_SOURCES = [
  'app',
  'components',
  'server',
  'prisma',
  'public',
  'next.config.js',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
];
/** The paths among the sources that no build reads, so that a change in them builds nothing. */
const NOT_BUILT = new Set(['prisma/generated', 'prisma/migrations', 'server/testing']);

/** @param {string} program of .build */
export const builtFile = (program) => path.join(buildDir, `${program}.js`);

/** Writes Prisma's client when the schema has changed. */
export async function generateClient() {
  const inputs = hash(['prisma/schema', 'prisma.config.ts', 'package-lock.json']);
  if (readStamp().client === inputs && fs.existsSync(path.join(root, 'prisma', 'generated', 'client.ts'))) return;
  await task('Generating the database client', () =>
    runNode(['node_modules/prisma/build/index.js', 'generate'], {
      env: {
        // The generator asks for the native engine, which would be downloaded, and never runs it.
        PRISMA_SCHEMA_ENGINE_BINARY: ['/bin/true', '/usr/bin/true'].find((file) => fs.existsSync(file)),
        CHECKPOINT_DISABLE: '1',
        PRISMA_HIDE_UPDATE_MESSAGE: '1',
      },
    }),
  );
  writeStamp({ client: inputs });
}

/** Bundles the server's programs when their sources have changed. */
export async function bundleServer() {
  const inputs = hash(SERVER_SOURCES);
  if (readStamp().server === inputs && Object.keys(PROGRAMS).every((program) => fs.existsSync(builtFile(program))))
    return;
  await task('Building the server', async () => {
    writeStamp({ server: undefined });
    const { build } = await import('esbuild');
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: PROGRAMS,
      outdir: buildDir,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      packages: 'external',
      sourcemap: true,
      metafile: true,
      tsconfig: 'tsconfig.json',
      logLevel: 'error',
    });
    const made = new Set(Object.keys(metafile.outputs).map((file) => path.basename(file)));
    for (const name of fs.readdirSync(buildDir)) {
      if (/\.js(\.map)?$/.test(name) && !made.has(name)) fs.rmSync(path.join(buildDir, name));
    }
  });
  writeStamp({ server: inputs });
}

/** Builds the dashboard and the public pages when anything that they are made from has changed. */
export async function buildPages() {
  const inputs = hash(PAGE_SOURCES);
  if (readStamp().pages === inputs && fs.existsSync(path.join(root, '.next', 'BUILD_ID'))) return;
  await task('Building', async () => {
    writeStamp({ pages: undefined });
    await runNode(['node_modules/next/dist/bin/next', 'build'], {
      env: { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    });
  });
  writeStamp({ pages: inputs });
}

/**
 * One hash over the content of files and of all files in folders; paths are relative to the package.
 * @param {string[]} paths
 */
function hash(paths) {
  const digest = createHash('sha256').update(process.version);
  /** @param {string} relative */
  const add = (relative) => {
    if (NOT_BUILT.has(relative) || /\.(test\.tsx?|md|log|tsbuildinfo)$/.test(relative)) return;
    const file = path.join(root, relative);
    const found = fs.statSync(file, { throwIfNoEntry: false });
    if (found === undefined) return;
    if (found.isDirectory()) {
      for (const name of fs.readdirSync(file).sort()) add(`${relative}/${name}`);
    } else {
      digest.update(`\0${relative}\0`).update(fs.readFileSync(file));
    }
  };
  for (const relative of [...paths].sort()) add(relative);
  return digest.digest('hex');
}

function readStamp() {
  try {
    return JSON.parse(fs.readFileSync(stampFile, 'utf8'));
  } catch {
    return {};
  }
}

/**
 * @param {{ client?: string, server?: string, pages?: string }} change
 */
function writeStamp(change) {
  fs.mkdirSync(buildDir, { recursive: true });
  const temporary = `${stampFile}.${process.pid}`;
  fs.writeFileSync(temporary, `${JSON.stringify({ ...readStamp(), ...change }, null, 2)}\n`);
  fs.renameSync(temporary, stampFile);
}
