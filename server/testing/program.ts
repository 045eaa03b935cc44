/** A process of its own that a test starts, talks to, and ends by kill -9. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { packageRoot } from '@/server/platform/lib/package-root';
import { bundle } from '@/server/testing/bundle';

export interface Program {
  /** Resolves when it has sent its first message. @param env in place of ours @param options.stdout pipe: the test reads it */
  start(env: Record<string, string>, options?: { stdout?: 'pipe' }): Promise<ChildProcess>;
}

/** Bundles it before the file's tests. @param entry of the program, from the root of the package */
export function useProgram(entry: string): Program {
  const outfile = path.join('.test', `${path.basename(entry, '.ts')}-${process.pid}.mjs`);
  const program = path.join(packageRoot, outfile);
  beforeAll(() => bundle(entry, outfile, { whole: true }));
  afterAll(() => fs.rmSync(program, { force: true }));
  return {
    async start(env, { stdout = 'ignore' }: { stdout?: 'pipe' | 'ignore' } = {}) {
      const child = fork(program, {
        cwd: packageRoot,
        env: { PATH: process.env.PATH ?? '', NODE_ENV: 'test', LARIS_EMBEDDED: '1', LOG_LEVEL: 'silent', ...env },
        stdio: ['ignore', stdout, 'inherit', 'ipc'],
      });
      await once(child, 'message');
      return child;
    },
  };
}

/** Resolves when it is gone. */
export async function kill9(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
