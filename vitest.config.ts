import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '');
const FOLDERS = ['server', 'app', 'prisma', 'components', 'docs', 'scripts', 'deploy', 'sdk'];
const include = FOLDERS.map((folder) => `${folder}/**/*.test.ts`);

/** Files that put something else in a module's place: they need modules that nobody has loaded before them. */
const mocking = FOLDERS.flatMap((folder) =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => path.join(folder, name))
    .filter((file) => fs.readFileSync(path.join(root, file), 'utf8').includes('vi.mock(')),
);

export default defineConfig({
  resolve: { alias: { '@': root } },
  test: {
    globalSetup: 'server/testing/database.ts',
    setupFiles: 'server/testing/each-file.ts',
    pool: 'forks',
    // Of two, each leaves a third of a core idle: they wait for PostgreSQL and for times to come.
    maxWorkers: 3,
    // They end what hangs, and say nothing of speed: a busy machine takes ten times as long.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      // Loading the server's modules anew for each file would take half of the processor's time.
      { extends: true, test: { name: 'shared', include, exclude: mocking, isolate: false } },
      { extends: true, test: { name: 'mocking', include: mocking } },
    ],
  },
});
