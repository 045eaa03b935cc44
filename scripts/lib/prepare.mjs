/** The first steps of every command: packages, generated code, builds; as little of this as is needed. */
import path from 'node:path';
import { buildDir, buildPages, bundleServer, generateClient } from './build.mjs';
import { install } from './install.mjs';
import { waitForLock } from './process-lock.mjs';
import { checkNode, fail, TaskError } from './tasks.mjs';

/**
 * Prepares the checkout, one process at a time. Ends this process when it cannot be done.
 * @param {{ server?: boolean, pages?: boolean }} [wanted] which builds, beside the packages and the database client
 */
export async function prepare({ server = true, pages = true } = {}) {
  checkNode();
  const lock = await waitForLock(path.join(buildDir, 'prepare.lock'), (pid) =>
    console.error(`Waiting for another command that prepares this folder (process ${pid})…`),
  );
  try {
    await install();
    await generateClient();
    if (server) await bundleServer();
    if (pages) await buildPages();
  } catch (error) {
    // A program that failed says why; anything else is a fault of ours, whose place is wanted.
    fail(error instanceof TaskError ? error.message : (error.stack ?? error.message));
  } finally {
    lock.release();
  }
}

/** Under npm, ends with it: killed outright, it would leave us behind on our port. (package.json says `exec node`, so npm is our parent.) */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, 1000).unref();
}
