/** Programs of PATH, or of a system in a folder of its own that chroot enters; all of them end with this process. */
import { type ChildProcess, execFileSync, spawn, type SpawnOptions } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Where Debian keeps servers' programs, and what no PATH names. */
const BINARIES = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];
const POSTGRES_HOMES = ['/usr/lib/postgresql', '/usr/pgsql-17', '/opt/postgresql'];

/** Enters the root with what Patroni and PostgreSQL need of the kernel, in a mount namespace that ends with the program. */
const ENTER =
  'root=$1; user=$2; shift 2; mount --bind /proc "$root/proc" && mount --bind /dev/shm "$root/dev/shm" && exec chroot --userspec="$user" "$root" "$@"';

export interface Started {
  child: ChildProcess;
  /** Where its output goes, from outside of the root. */
  log: string;
}

export class Programs {
  /** What was started, to be killed when this process ends. */
  private readonly children = new Set<ChildProcess>();
  private made: string | undefined;

  constructor(private readonly root: string | null) {
    process.once('exit', () => this.clean());
  }

  /** A program's path as it is called, or null. */
  find(name: string): string | null {
    const folders = this.root === null ? [...(process.env.PATH ?? '').split(':'), ...BINARIES] : BINARIES;
    return folders.map((folder) => path.join(folder, name)).find((file) => fs.existsSync(this.outside(file))) ?? null;
  }

  /** The folder of PostgreSQL's own programs: of the newest version that is there. */
  postgresBin(): string | null {
    const homes = POSTGRES_HOMES.flatMap((home) => {
      const outside = this.outside(home);
      if (!fs.existsSync(outside)) return [];
      const versions = fs.readdirSync(outside).sort((a, b) => Number(b) - Number(a));
      return [path.join(home, 'bin'), ...versions.map((version) => path.join(home, version, 'bin'))];
    });
    const postgres = this.find('postgres');
    return (
      [...homes, ...(postgres === null ? [] : [path.dirname(postgres)])].find((folder) =>
        fs.existsSync(this.outside(path.join(folder, 'initdb'))),
      ) ?? null
    );
  }

  /** A folder for all data, as programs see it; made when it is first asked for. */
  get folder(): string {
    if (this.made === undefined) {
      const parent = this.root === null ? os.tmpdir() : path.join(this.root, 'srv');
      const outside = fs.mkdtempSync(path.join(parent, 'laris-failover-'));
      const { uid, gid } = this.user() ?? {};
      if (uid !== undefined && gid !== undefined) fs.chownSync(outside, uid, gid);
      this.made = this.root === null ? outside : path.join('/', path.relative(this.root, outside));
    }
    return this.made;
  }

  /** The same file from outside of the root. */
  outside(file: string): string {
    return this.root === null ? file : path.join(this.root, file);
  }

  write(name: string, text: string): string {
    const file = path.join(this.folder, name);
    fs.writeFileSync(this.outside(file), text);
    const { uid, gid } = this.user() ?? {};
    if (uid !== undefined && gid !== undefined) fs.chownSync(this.outside(file), uid, gid);
    return file;
  }

  /** Starts a program as PostgreSQL's user, in a session of its own: Ctrl-C does not reach it, we do. */
  start(name: string, program: string, args: readonly string[]): Started {
    const log = this.outside(path.join(this.folder, `${name}.log`));
    const output = fs.openSync(log, 'a');
    const env = { NODE_ENV: 'production' as const, PATH: BINARIES.join(':'), LC_ALL: 'C.UTF-8', HOME: this.folder };
    const user = this.user();
    const options: SpawnOptions = { env, detached: true, stdio: ['ignore', output, output] };
    const child =
      this.root === null
        ? spawn(program, args, { ...options, cwd: this.folder, ...user })
        : spawn('unshare', ['--mount', 'sh', '-c', ENTER, 'sh', this.root, this.spec(), program, ...args], options);
    fs.closeSync(output);
    this.children.add(child);
    child.once('exit', () => this.children.delete(child));
    return { child, log };
  }

  /** Ends everything that was started, and what that has started, at once; then the data goes. */
  clean(): void {
    for (const { pid } of this.children) if (pid !== undefined) signalTree(pid, 'SIGKILL');
    if (this.made === undefined) return;
    const outside = this.outside(this.made);
    for (const pid of postmasters(outside)) signalTree(pid, 'SIGKILL');
    fs.rmSync(outside, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    this.made = undefined;
  }

  /** PostgreSQL and Patroni refuse root; null: we are nobody special ourselves. */
  private user(): { uid: number; gid: number } | null {
    if (process.getuid?.() !== 0) return null;
    const passwd = fs.readFileSync(this.outside('/etc/passwd'), 'utf8').split('\n');
    const entry = (name: string): string[] | undefined =>
      passwd.map((line) => line.split(':')).find(([login]) => login === name);
    const [, , uid, gid] = entry('postgres') ?? entry('nobody') ?? [];
    return { uid: Number(uid), gid: Number(gid) };
  }

  private spec(): string {
    const user = this.user();
    return user === null ? 'postgres' : `${user.uid}:${user.gid}`;
  }
}

/** Whether this machine lets us do what a root asks for. */
export function canEnter(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The servers of all data folders directly in this one. */
const postmasters = (folder: string): number[] =>
  fs.existsSync(folder) ? fs.readdirSync(folder).flatMap((each) => postmasterOf(path.join(folder, each)) ?? []) : [];

/** The process of the PostgreSQL that works in a data folder; null when none does. */
export function postmasterOf(dataFolder: string): number | null {
  try {
    const pid = Number(fs.readFileSync(path.join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0]);
    // A file of before may name a process that is another one by now.
    return fs.readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres') ? pid : null;
  } catch {
    return null;
  }
}

/** A process and all that it has started, it first: nothing new comes meanwhile. */
export function signalTree(pid: number, signal: NodeJS.Signals): void {
  const children = childrenOf(pid);
  try {
    process.kill(pid, signal);
  } catch {
    // Gone already.
  }
  for (const child of children) signalTree(child, signal);
}

function childrenOf(pid: number): number[] {
  try {
    return fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
