/**
 * PostgreSQL that fails over, of parts that exist: etcd keeps who leads, Patroni runs a primary and a synchronous standby,
 * and HAProxy sends connections to whichever Patroni says is the primary (deploy/failover.md).
 */
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '@/server/testing/free-port';
import { postmasterOf, type Programs, signalTree, type Started } from './programs';

/**
 * Seconds. 20 is the shortest ttl that Patroni takes; loop_wait + 2 × retry_timeout must not be more. A machine that dies
 * held the lead for up to ttl more.
 */
const TTL = 20;
const LOOP_WAIT = 5;
const RETRY_TIMEOUT = 5;
const PASSWORDS = { postgres: 'of-postgres', replicator: 'of-replicator', laris: 'of-laris' };
const MINUTE_MS = 60_000;

interface Node {
  name: string;
  port: number;
  api: number;
  config: string;
  /** Outside of the root. */
  data: string;
  patroni: Started | null;
}

interface Member {
  name: string;
  role: string;
  state: string;
}

export interface Cluster {
  /** By way of HAProxy. */
  url: string;
  /** The name of the node that leads; null while none does. */
  leader(): Promise<string | null>;
  /** Waits for a primary, and a synchronous standby that follows it. */
  whole(): Promise<void>;
  /** kill -9 of a node's PostgreSQL, and of its Patroni too, as when its machine dies. */
  kill(name: string, what: 'machine' | 'postgres'): void;
  /** Everything of a node stands still, as when its machine hangs or its network drops what is sent. */
  freeze(name: string): void;
  thaw(name: string): void;
  /** A machine that died comes back, with its data as the kill left it. */
  revive(name: string): void;
}

/** @throws Error when it does not come up within two minutes */
export async function startCluster(programs: Programs): Promise<Cluster> {
  const [etcd, etcdPeer, front] = [await freePort(), await freePort(), await freePort()];
  const nodes: Node[] = [];
  for (const name of ['one', 'two']) nodes.push(await makeNode(programs, name, etcd));
  startEtcd(programs, etcd, etcdPeer);
  const start = (node: Node): void => {
    node.patroni = programs.start(node.name, required(programs.find('patroni')), [node.config]);
  };
  for (const node of nodes) start(node);
  programs.start('haproxy', required(programs.find('haproxy')), [
    '-f',
    programs.write('haproxy.cfg', haproxy(front, nodes)),
    '-db',
  ]);

  const named = (name: string): Node => nodes.find((node) => node.name === name) as Node;
  const signal = (node: Node, signalName: NodeJS.Signals, what: 'machine' | 'postgres'): void => {
    const { patroni } = node;
    if (what === 'machine' && patroni?.child.pid !== undefined) signalTree(patroni.child.pid, signalName);
    const postmaster = postmasterOf(node.data);
    if (postmaster !== null) signalTree(postmaster, signalName);
  };
  const members = async (): Promise<Member[]> => {
    for (const { api } of nodes) {
      try {
        const answer = await fetch(`http://127.0.0.1:${api}/cluster`, { signal: AbortSignal.timeout(1_000) });
        return ((await answer.json()) as { members: Member[] }).members;
      } catch {
        // Dead, or frozen: another one knows.
      }
    }
    return [];
  };
  const cluster: Cluster = {
    url: `postgresql://laris:${PASSWORDS.laris}@127.0.0.1:${front}/laris`,
    leader: async () =>
      (await members()).find(({ role, state }) => role === 'leader' && state === 'running')?.name ?? null,
    whole: () =>
      until('a primary with a synchronous standby', 2 * MINUTE_MS, async () => {
        const all = await members();
        return (
          all.some(({ role, state }) => role === 'leader' && state === 'running') &&
          all.some(({ role, state }) => role === 'sync_standby' && state === 'streaming')
        );
      }),
    kill: (name, what) => signal(named(name), 'SIGKILL', what),
    freeze: (name) => signal(named(name), 'SIGSTOP', 'machine'),
    thaw: (name) => signal(named(name), 'SIGCONT', 'machine'),
    revive: (name) => start(named(name)),
  };
  await cluster.whole();
  await makeDatabase(front);
  return cluster;
}

const required = (found: string | null): string => {
  if (found === null) throw new Error('A program that was there is gone.');
  return found;
};

async function until(what: string, withinMs: number, holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`There was not ${what} within ${withinMs / 1000} s.`);
    await sleep(200);
  }
}

/** One member stands for the three of an installation: it is not what dies here. */
function startEtcd(programs: Programs, port: number, peer: number): void {
  const [client, peers] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peer}`];
  programs.start('etcd', required(programs.find('etcd')), [
    '--name=etcd',
    `--data-dir=${path.join(programs.folder, 'etcd')}`,
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peers}`,
    `--initial-advertise-peer-urls=${peers}`,
    `--initial-cluster=etcd=${peers}`,
    '--log-level=warn',
  ]);
}

async function makeNode(programs: Programs, name: string, etcd: number): Promise<Node> {
  const [port, api] = [await freePort(), await freePort()];
  const data = path.join(programs.folder, `data-${name}`);
  // YAML takes JSON.
  const config = programs.write(
    `${name}.yml`,
    JSON.stringify({
      scope: 'laris',
      name,
      restapi: { listen: `127.0.0.1:${api}`, connect_address: `127.0.0.1:${api}` },
      etcd3: { host: `127.0.0.1:${etcd}` },
      bootstrap: {
        dcs: {
          ttl: TTL,
          loop_wait: LOOP_WAIT,
          retry_timeout: RETRY_TIMEOUT,
          synchronous_mode: true,
          postgresql: {
            use_pg_rewind: true,
            parameters: {
              max_connections: 200,
              wal_log_hints: 'on',
              wal_sender_timeout: '8s',
              wal_receiver_timeout: '8s',
            },
          },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
      },
      postgresql: {
        listen: `127.0.0.1:${port}`,
        connect_address: `127.0.0.1:${port}`,
        data_dir: data,
        bin_dir: required(programs.postgresBin()),
        pgpass: path.join(programs.folder, `pgpass-${name}`),
        authentication: {
          superuser: { username: 'postgres', password: PASSWORDS.postgres },
          replication: { username: 'replicator', password: PASSWORDS.replicator },
        },
        parameters: { unix_socket_directories: programs.folder },
        pg_hba: [
          'local all all trust',
          'host all all 127.0.0.1/32 scram-sha-256',
          'host replication replicator 127.0.0.1/32 scram-sha-256',
        ],
      },
    }),
  );
  return { name, port, api, config, data: programs.outside(data), patroni: null };
}

/** As in deploy/failover.md. Patroni answers 200 at /primary on the node that holds the lead, and nowhere else. */
const haproxy = (front: number, nodes: readonly Node[]): string => `
global
  maxconn 500
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 2s
listen primary
  bind 127.0.0.1:${front}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, port, api }) => `  server ${name} 127.0.0.1:${port} maxconn 200 check port ${api}`).join('\n')}
`;

async function makeDatabase(front: number): Promise<void> {
  const url = `postgresql://postgres:${PASSWORDS.postgres}@127.0.0.1:${front}/postgres`;
  await until('a primary behind HAProxy', MINUTE_MS, async () => {
    const client = new pg.Client({ connectionString: url });
    // A connection that HAProxy closes at once is an event as well as a rejection.
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query(`CREATE ROLE laris LOGIN CREATEROLE PASSWORD '${PASSWORDS.laris}'`);
      await client.query('CREATE DATABASE laris OWNER laris');
      return true;
    } catch (error) {
      if (error instanceof Error && 'code' in error && String(error.code).startsWith('42')) throw error;
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  });
}

/** Resolves when a started program is gone. */
export async function gone({ child }: Started): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
