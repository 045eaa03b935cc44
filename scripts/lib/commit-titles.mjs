/** Titles of commits have at most 72 characters (docs/writing.md): more are cut off in lists, which is where they are read. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root, TaskError } from './tasks.mjs';

const LONGEST = 72;
/** The commits that are read. Older ones are everybody's by now, and can be changed by nobody. */
const COMMITS = 50;

/**
 * @param {readonly string[]} titles
 * @returns {string[]} those that are too long, by characters and not by bytes. A program writes the titles of merges: in
 *   a shallow clone of a pull request such a title, with two long ids, is all that there is.
 */
export const tooLong = (titles) => titles.filter((title) => [...title].length > LONGEST && !title.startsWith('Merge '));

/**
 * @param {string} folder a checkout. A shallow one has fewer commits; a tarball has none
 * @returns {string[]} the titles of its last commits, without merges
 */
export function lastTitles(folder) {
  if (!fs.existsSync(path.join(folder, '.git'))) return [];
  try {
    const log = execFileSync('git', ['log', '--no-merges', `--max-count=${COMMITS}`, '--format=%s'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return log.split('\n').filter(Boolean);
  } catch {
    // Without git, without a commit, or in a folder that git distrusts: nothing to be read is nothing wrong.
    return [];
  }
}

/** @throws TaskError with the titles that are too long */
export function checkCommitTitles() {
  const wrong = tooLong(lastTitles(root));
  if (wrong.length === 0) return;
  console.error(
    `Titles of commits have at most ${LONGEST} characters:\n${wrong.map((title) => `  ${title}`).join('\n')}`,
  );
  throw new TaskError('commit titles');
}
