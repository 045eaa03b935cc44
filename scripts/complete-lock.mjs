/**
 * node scripts/complete-lock.mjs [package-lock.json]: run after every change of dependencies. Without an argument it
 * completes the root's lock; the deep tests have one of their own (deep/README.md).
 *
 * A registry mirror may lack packages for other systems than its own. npm then leaves them out of the lock, and
 * `npm ci`, which compares the lock with what the packages ask for, refuses it everywhere. This enters what is missing:
 * optional, with the version asked for, and for its own system only, so that it is inert on any other.
 */
import fs from 'node:fs';
import path from 'node:path';
import { isInstalled, markInstalled } from './lib/install.mjs';
import { root } from './lib/tasks.mjs';

const SYSTEMS = ['darwin', 'win32', 'android', 'freebsd', 'netbsd', 'openbsd', 'sunos', 'aix', 'openharmony'];
/** Before those whose name they contain. */
const PROCESSORS = ['wasm32', 'x64', 'ia32', 'arm64', 'arm', 'riscv64', 'ppc64', 's390x', 'loong64', 'mips64el'];

const folder = path.dirname(path.resolve(process.argv[2] ?? path.join(root, 'package-lock.json')));
const lockFile = path.join(folder, 'package-lock.json');
const lock = JSON.parse(fs.readFileSync(lockFile, 'utf8'));
// The packages themselves do not change, so an installation that was up to date still is.
const wasInstalled = isInstalled(folder);
const added = [];

for (const [where, entry] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isLocked(where, name)) continue;
    lock.packages[`node_modules/${name}`] = {
      version: lowestVersion(name, range),
      cpu: [PROCESSORS.find((processor) => name.includes(processor)) ?? 'none'],
      optional: true,
      os: [SYSTEMS.find((system) => name.includes(system)) ?? 'linux'],
    };
    added.push(name);
  }
}

if (added.length > 0) {
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
  fs.writeFileSync(lockFile, `${JSON.stringify(lock, null, 2)}\n`);
  if (wasInstalled) markInstalled(folder);
}
console.log(added.length === 0 ? 'The lock is complete.' : `Added: ${added.join(', ')}`);

/**
 * Checks whether the lock has the package in a place where Node would look for it from another.
 * @param {string} from the other's place in the lock
 * @param {string} name
 */
function isLocked(from, name) {
  for (let place = from; ; place = place.slice(0, Math.max(place.lastIndexOf('/node_modules/'), 0))) {
    if (lock.packages[`${place}${place && '/'}node_modules/${name}`]) return true;
    if (place === '') return false;
  }
}

/**
 * @param {string} name
 * @param {string} range
 */
function lowestVersion(name, range) {
  const version = /^[\^~]?(\d+\.\d+\.\d\S*)$/.exec(range)?.[1];
  if (version === undefined) throw new Error(`${name} is asked for as ${range}; enter it by hand`);
  return version;
}
