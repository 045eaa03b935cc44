import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

export default defineConfig({
  root,
  resolve: { alias: { '@': root } },
  test: {
    include: ['deep/**/*.test.ts'],
    globalSetup: 'server/testing/database.ts',
    setupFiles: 'server/testing/each-file.ts',
    pool: 'forks',
    maxWorkers: 2,
    // Outside programs start slowly, and some of them read the whole document.
    testTimeout: 120_000,
    hookTimeout: 300_000,
  },
});
