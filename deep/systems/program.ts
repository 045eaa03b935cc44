/** Programs of Debian that the tests of this folder run. */
import { execFileSync, spawnSync } from 'node:child_process';

/**
 * Whether a program is here. As root on Debian its package is installed first; otherwise the reason for skipping is
 * printed.
 */
export function isHere(program: string, debianPackage: string): boolean {
  const finds = (): boolean => spawnSync('sh', ['-c', 'command -v "$0"', program]).status === 0;
  if (finds()) return true;
  if (process.getuid?.() === 0 && spawnSync('sh', ['-c', 'command -v apt-get']).status === 0) {
    const apt = ['DEBIAN_FRONTEND=noninteractive', 'apt-get', '-y', '-qq', '--no-install-recommends'];
    execFileSync('env', [...apt, 'update'], { stdio: 'ignore' });
    execFileSync('env', [...apt, 'install', debianPackage], { stdio: 'ignore' });
  }
  if (finds()) return true;
  process.stderr.write(`Skipped: ${program} is not here (Debian's package ${debianPackage}).\n`);
  return false;
}

/** Whether the tests run as root, without which some programs do not start; otherwise the reason for skipping is printed. */
export function isRoot(program: string): boolean {
  if (process.getuid?.() === 0) return true;
  process.stderr.write(`Skipped: ${program} starts only as root.\n`);
  return false;
}
