/** bench/RESULTS.md: written anew by `--write`, but for the part that people write. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { packageRoot } from '@/server/platform/lib/package-root';

const FILE = path.join(packageRoot, 'bench', 'RESULTS.md');
const BY_HAND = '## Where a goal was missed, and why';

/** The commit that is checked out; with a plus when files differ from it. */
function commit(): string {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: packageRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : '+');
  } catch {
    return 'no commit';
  }
}

/** Date, commit and machine in one line. Call it before the first measurement: the load is that of others. */
export function circumstances(): string {
  const processors = os.cpus();
  const memory = Math.round(os.totalmem() / 1024 ** 3);
  return `${new Date().toISOString().slice(0, 10)}, commit ${commit()}, ${processors.length} × ${processors[0]?.model.trim() ?? 'processor'}, ${memory} GiB, ${os.type()} ${os.release()}, Node ${process.versions.node}, load before ${(os.loadavg()[0] ?? 0).toFixed(1)}`;
}

export function writeResults(text: string): void {
  const before = fs.existsSync(FILE) ? fs.readFileSync(FILE, 'utf8') : '';
  const at = before.indexOf(BY_HAND);
  const byHand = at === -1 ? `${BY_HAND}\n\nNowhere so far.\n` : before.slice(at);
  fs.writeFileSync(FILE, `# Benchmark\n\n${text}\n\n${byHand}`);
}
