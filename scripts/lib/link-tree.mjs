/** A folder a second time, without the space that a copy of it takes. */
import fs from 'node:fs';
import path from 'node:path';

/**
 * Links each file to its place in another folder; copies it where that is another disk.
 * @param {string} from
 * @param {string} to
 */
export function linkTree(from, to) {
  fs.mkdirSync(to, { recursive: true });
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target);
    else if (entry.isSymbolicLink()) fs.symlinkSync(fs.readlinkSync(source), target);
    else {
      try {
        fs.linkSync(source, target);
      } catch {
        fs.copyFileSync(source, target);
      }
    }
  }
}
