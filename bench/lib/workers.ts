/** Processes that a measurement needs beside the server: the worker's parts, stand-in vendors, bare loops. */
import { fork, type ChildProcess } from 'node:child_process';
import { packageRoot } from '@/server/platform/lib/package-root';
import { bundle } from '@/server/testing/bundle';

export interface Workers {
  /** @param mode which of its parts the program is (MODE) */
  start(mode: string, env?: Readonly<Record<string, string>>): ChildProcess;
  /** Ends all that were started. */
  stop(): void;
}

/** Bundles bench/<name>.worker.ts as our server is; its processes have the settings of production. */
export async function workersOf(
  name: string,
  { databaseUrl, appSecret }: { databaseUrl: string; appSecret: string },
): Promise<Workers> {
  const program = await bundle(`bench/${name}.worker.ts`, `.build/bench/${name}.worker.mjs`);
  const started: ChildProcess[] = [];
  return {
    start(mode, env = {}) {
      const child = fork(program, {
        // Not those of the bench itself, which runs on tsx: its loader takes tens of MiB.
        execArgv: [],
        cwd: packageRoot,
        env: {
          PATH: process.env.PATH ?? '',
          NODE_ENV: 'production',
          DATABASE_URL: databaseUrl,
          LARIS_EMBEDDED: '1',
          PROVIDERS: 'live',
          LOG_LEVEL: 'warn',
          APP_SECRET: appSecret,
          UNSUBSCRIBE_SECRET: 'u'.repeat(40),
          MODE: mode,
          ...env,
        },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      started.push(child);
      return child;
    },
    stop() {
      for (const child of started) child.kill('SIGKILL');
    },
  };
}
