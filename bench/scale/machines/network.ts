/**
 * Machines that are network namespaces: each has an address on the net that requests come over, and one on the net of the
 * database, so that it can be cut off from that alone. All lies behind a namespace of its own, and the names carry our
 * process, so that two runs do not meet. The addresses look public (no machine is asked there): webhooks go to no others.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** The host that webhooks go to, by the hosts file of each namespace. */
export const SINK_HOST = 'sink.hook.example';

export interface Machine {
  name: string;
  /** Where requests reach it, and whence its own come. */
  address: string;
  /** Where it meets the database. */
  dataAddress: string;
}

export class Network {
  /** Our own address on it. */
  readonly address: string;
  readonly dataAddress: string;
  private readonly prefix = `laris${process.pid}`;
  private readonly net = 1 + (process.pid % 250);
  private readonly namespaces: string[] = [];
  private last = 1;

  constructor() {
    this.address = `11.${this.net}.1.1`;
    this.dataAddress = `11.${this.net}.2.1`;
    removeLeftovers();
    this.namespaces.push(this.hub);
    ip('netns', 'add', this.hub);
    for (const [index, net] of NETS.entries()) {
      ip('-n', this.hub, 'link', 'add', net, 'type', 'bridge');
      ip('-n', this.hub, 'link', 'set', net, 'up');
      const [here, there] = [`lr${process.pid}${net[0] ?? ''}`, `host-${net}`];
      ip('link', 'add', here, 'type', 'veth', 'peer', 'name', there, 'netns', this.hub);
      ip('-n', this.hub, 'link', 'set', there, 'master', net, 'up');
      ip('address', 'add', `11.${this.net}.${index + 1}.1/24`, 'dev', here);
      ip('link', 'set', here, 'up');
    }
  }

  add(name: string): Machine {
    const namespace = this.namespaceOf({ name });
    this.namespaces.push(namespace);
    ip('netns', 'add', namespace);
    ip('-n', namespace, 'link', 'set', 'lo', 'up');
    this.last++;
    const addresses = NETS.map((net, index) => {
      const address = `11.${this.net}.${index + 1}.${this.last}`;
      ip('-n', this.hub, 'link', 'add', `${name}-${net}`, 'type', 'veth', 'peer', 'name', net, 'netns', namespace);
      ip('-n', this.hub, 'link', 'set', `${name}-${net}`, 'master', net, 'up');
      ip('-n', namespace, 'address', 'add', `${address}/24`, 'dev', net);
      ip('-n', namespace, 'link', 'set', net, 'up');
      return address;
    });
    fs.mkdirSync(path.join(OWN_FILES, namespace), { recursive: true });
    fs.writeFileSync(path.join(OWN_FILES, namespace, 'hosts'), `127.0.0.1 localhost\n${this.address} ${SINK_HOST}\n`);
    return { name, address: addresses[0] as string, dataAddress: addresses[1] as string };
  }

  /** A program of the machine; its process is the program's own. */
  spawn(machine: Pick<Machine, 'name'>, command: string[], options: Parameters<typeof spawn>[2]): ChildProcess {
    return spawn('ip', ['netns', 'exec', this.namespaceOf(machine), ...command], options);
  }

  /** Takes the machine's way to the database away, or gives it back. */
  setDatabaseLink({ name }: Machine, state: 'up' | 'down'): void {
    ip('-n', this.hub, 'link', 'set', `${name}-data`, state);
  }

  /** Ends what still runs in them, and removes them. */
  remove(): void {
    removeAll(process.pid, this.namespaces);
  }

  private get hub(): string {
    return `${this.prefix}-hub`;
  }
  private namespaceOf({ name }: Pick<Machine, 'name'>): string {
    return `${this.prefix}-${name}`;
  }
}

const NETS = ['front', 'data'];
const LAST_WORDS_MS = 300;

/** Of runs that were killed. */
function removeLeftovers(): void {
  const names = ip('netns', 'list')
    .split('\n')
    .map((line) => line.split(' ')[0] ?? '');
  const ownerOf = (name: string): number => Number(/^laris(\d+)-/.exec(name)?.[1] ?? process.pid);
  const gone = new Set(names.map(ownerOf).filter((pid) => !fs.existsSync(`/proc/${pid}`)));
  for (const pid of gone)
    removeAll(
      pid,
      names.filter((name) => ownerOf(name) === pid),
    );
}

function removeAll(owner: number, namespaces: readonly string[]): void {
  for (const namespace of namespaces)
    for (const pid of quietly(() => ip('netns', 'pids', namespace))
      .split('\n')
      .filter(Boolean))
      quietly(() => void process.kill(Number(pid), 'SIGKILL'));
  // The ends of their connections still reach us: ours would wait for a quarter of an hour otherwise.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LAST_WORDS_MS);
  for (const namespace of namespaces) {
    quietly(() => ip('netns', 'delete', namespace));
    fs.rmSync(path.join(OWN_FILES, namespace), { recursive: true, force: true });
  }
  for (const net of NETS) quietly(() => ip('link', 'delete', `lr${owner}${net[0] ?? ''}`));
}
/** ip-netns(8): what stands there is seen in the namespace in place of the file of /etc. */
const OWN_FILES = '/etc/netns';

const ip = (...args: string[]): string =>
  execFileSync('ip', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** What is gone already needs no removing. */
function quietly(work: () => unknown): string {
  try {
    const said = work();
    return typeof said === 'string' ? said : '';
  } catch {
    return '';
  }
}
