/**
 * Many machines: four web processes and three workers in network namespaces of their own, behind HAProxy, over one
 * PostgreSQL behind PgBouncer in transaction mode, under a steady load (docs/scale.md#many-machines). Linux, as root, with
 * `ip` (iproute2), PgBouncer and HAProxy on PATH or under `--root`.
 *
 * The smaller form leaves out the worker that stands still for longer than its lease, which is two minutes.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { migrateQueue } from '@/server/platform/jobs/queue-tables';
import { packageRoot } from '@/server/platform/lib/package-root';
import { migrate } from '@/server/migrations/migrate';
import { lay } from '../lib/table';
import { cutOff, everything, rollingRestart, stalledWeb, stalledWorker, type Figure } from './machines/course';
import { isThere, removeForeignFiles, startFleet } from './machines/fleet';
import { Network } from './machines/network';
import { startSinks } from './machines/sinks';
import { makeWorld } from './machines/world';
import type { ScaleOptions, ScalePart } from './part';

/** Five a second is what the vendor takes. */
const PEOPLE = { small: 150, full: 250 };

export const machines: ScalePart = {
  name: 'machines',
  title: 'Many machines',
  missing({ root }) {
    if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'network namespaces need Linux, as root';
    for (const program of ['ip', 'setpriv']) if (!isThere(program, null)) return `${program} is not on PATH`;
    for (const program of ['pgbouncer', 'haproxy'])
      if (!isThere(program, root)) return `${program} is neither on PATH nor under --root`;
    if (!fs.existsSync(path.join(packageRoot, '.build', 'main.js'))) return 'npm run build comes first';
    try {
      execFileSync('unshare', ['--net', 'true'], { stdio: 'ignore' });
    } catch {
      return 'this machine lets nobody make network namespaces';
    }
    return null;
  },
  async run(say, options) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'laris-machines-'));
    // Others may enter: PostgreSQL and PgBouncer run as nobody.
    fs.chmodSync(folder, 0o755);
    const network = new Network();
    const cleanUp = (): void => {
      network.remove();
      removeForeignFiles(folder, options.root);
      fs.rmSync(folder, { recursive: true, force: true });
    };
    // However we end: namespaces outlive whoever made them.
    process.once('exit', cleanUp);
    try {
      return await measure({ folder, network, say, options });
    } catch (error) {
      for (const line of lastWords(folder)) say(line);
      throw error;
    } finally {
      process.off('exit', cleanUp);
      cleanUp();
    }
  },
};

/** What each process logged last. */
const lastWords = (folder: string): string[] =>
  fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.log'))
    .map(
      (name) =>
        `  ${name}: ${(fs.readFileSync(path.join(folder, name), 'utf8').trim().split('\n').at(-1) ?? '').slice(0, 400)}`,
    );

interface Measuring {
  folder: string;
  network: Network;
  say: (line: string) => void;
  options: ScaleOptions;
}

async function measure({ folder, network, say, options }: Measuring): Promise<string> {
  const appSecret = randomBytes(32).toString('hex');
  const sinks = await startSinks(network.address);
  let databases = { DATABASE_URL: '', DATABASE_DIRECT_URL: '' };
  const migrated = async (DATABASE_DIRECT_URL: string, DATABASE_URL: string): Promise<void> => {
    databases = { DATABASE_URL, DATABASE_DIRECT_URL };
    await migrate(DATABASE_DIRECT_URL);
    await migrateQueue(DATABASE_DIRECT_URL);
  };
  try {
    const fleet = await startFleet({ folder, root: options.root, appSecret, sinks, network, migrated });
    const secrets = { APP_SECRET: appSecret, UNSUBSCRIBE_SECRET: appSecret };
    const world = await makeWorld(
      { ...databases, ...secrets, EXTENSIONS: 'webhook-delivery', LOG_LEVEL: 'warn', DATA_DIR: folder },
      options.full ? PEOPLE.full : PEOPLE.small,
      sinks.webhookUrl,
    );
    try {
      const stage = { fleet, world, sinks, say };
      const figures: Figure[] = [];
      const faults: string[] = [];
      const step = async (what: string, work: () => Promise<Figure | Figure[]>): Promise<void> => {
        say(`  ${what} …`);
        try {
          const found = await work();
          for (const figure of isOne(found) ? [found] : found) {
            say(`    ${figure.join(': ')}`);
            figures.push(figure);
          }
        } catch (error) {
          faults.push(error instanceof Error ? error.message : String(error));
          say(`    ${faults.at(-1) ?? ''}`);
        }
      };
      await step('everything', () => everything(stage));
      await step('rolling restart', () => rollingRestart(stage));
      await step('a web process stands still', () => stalledWeb(stage));
      await step('a web process is cut off', () => cutOff(stage));
      if (options.full) await step('a worker stands still', () => stalledWorker(stage));
      if (faults.length > 0) throw new Error(faults.join(' '));
      const load = os
        .loadavg()
        .map((each) => each.toFixed(1))
        .join(', ');
      return `${lay([['Many machines', 'Found'], ...figures])}\n\n${os.cpus().length} processors for all of it; load ${load}.`;
    } finally {
      await world.services.close();
    }
  } finally {
    sinks.close();
  }
}

const isOne = (found: Figure | Figure[]): found is Figure => typeof found[0] === 'string';
