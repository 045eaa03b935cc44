/** The operator's commands on a test's server, each in a process of its own, as `npm run -s laris` runs them. */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll } from 'vitest';
import { packageRoot } from '@/server/platform/lib/package-root';
import { bundle } from '@/server/testing/bundle';
import type { TestServer } from '@/server/testing/server';

/** Rejects with `code`, `stdout` and `stderr` where the command fails. @param more settings beside the server's own */
export type Operator = (args: string[], more?: Record<string, string>) => Promise<{ stdout: string; stderr: string }>;

/** Bundles the commands before the file's tests. */
export function useOperator(server: TestServer): Operator {
  const outfile = path.join('.test', `operator-${process.pid}.mjs`);
  beforeAll(() => bundle('server/operator/cli.ts', outfile, { whole: true }));
  afterAll(() => fs.rmSync(path.join(packageRoot, outfile), { force: true }));
  return (args, more = {}) => {
    const { databaseUrl, appSecret, unsubscribeSecret } = server.services.settings;
    return promisify(execFile)(process.execPath, [outfile, ...args], {
      cwd: packageRoot,
      env: {
        PATH: process.env.PATH ?? '',
        NODE_ENV: 'test',
        DATABASE_URL: databaseUrl,
        APP_SECRET: appSecret,
        UNSUBSCRIBE_SECRET: unsubscribeSecret,
        ...more,
      },
    });
  };
}
