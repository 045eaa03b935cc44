/** PostgreSQL on a machine of its own: run in its namespace, it tells its parent the address of the database. */
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '@/server/postgres/embedded';

const [dir = '', address = ''] = process.argv.slice(2);
const server = await startEmbeddedPostgres({
  dir,
  port: 5432,
  flags: ['-c', `listen_addresses=127.0.0.1,${address}`, '-c', 'max_connections=120'],
});
fs.appendFileSync(path.join(dir, 'pg_hba.conf'), 'host all all samenet scram-sha-256\n');
const client = new pg.Client({ connectionString: server.url });
await client.connect();
await client.query('SELECT pg_reload_conf()');
await client.end();
const url = new URL(server.url);
url.hostname = address;
process.send?.({ url: url.href });

const end = (): void => void server.stop().then(() => process.exit(0));
process.on('SIGTERM', end);
process.on('disconnect', end);
