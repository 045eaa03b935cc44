#!/usr/bin/env bash
# graphile-worker 0.17.3: `runOnce` ends before it has written how its last job ended, where it is given a pool that stays.
#
# The worker gives the outcome of a job (failJob, completeJob) to the pool without waiting for it. With a connectionString it
# makes a pool of its own, and the end of that pool waits; with `pgPool` nothing does. So whoever looks at last_error right
# after `runOnce`, as tests do, finds a job that is still locked: 6 times in 150 on our machine. Waiting until the pool is
# idle again (idleCount = totalCount, nobody waiting) is enough: 0 in 150.
# Here PostgreSQL runs in the process (PGlite 0.3.14), and writing the outcome is given half a second, so that it shows each time.
# Output seen:
#   graphile-worker 0.17.3: runOnce has ended, the failure is not written; a second later it is written
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent --ignore-scripts --no-audit --no-fund graphile-worker@0.17.3 @electric-sql/pglite@0.3.14 >/dev/null
cat >run.mjs <<'JS'
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { Logger, makeWorkerUtils, runOnce } from 'graphile-worker';

const database = await PGlite.create();
let written = false;
/** A client and a pool of `pg`, as far as graphile-worker uses them. */
const client = Object.assign(new EventEmitter(), {
  async query(asked, given) {
    const { text, values = given ?? [] } = typeof asked === 'string' ? { text: asked } : asked;
    const isOutcome = /set\s+last_error/i.test(text);
    if (isOutcome) await sleep(500);
    const results = values.length === 0 ? await database.exec(text) : [await database.query(text, values)];
    if (isOutcome) written = true;
    const last = results.at(-1) ?? { rows: [] };
    return { rows: last.rows, rowCount: last.affectedRows ?? last.rows.length };
  },
  release() {},
});
const pgPool = Object.assign(new EventEmitter(), {
  connect: async () => client,
  query: client.query,
  options: { max: 10 },
});
pgPool.on('error', () => {});

const logger = new Logger(() => () => {});
const utils = await makeWorkerUtils({ pgPool, logger });
await utils.migrate();
await utils.addJob('fails', {});
await utils.release();
written = false;
await runOnce({ pgPool, logger, noHandleSignals: true, taskList: { fails: () => Promise.reject(new Error('no')) } });
const atEnd = written;
await sleep(1_000);
const word = (is) => (is ? 'written' : 'not written');
console.log(`graphile-worker 0.17.3: runOnce has ended, the failure is ${word(atEnd)}; a second later it is ${word(written)}`);
JS
diff <(node run.mjs 2>/dev/null) - <<'OUT'
graphile-worker 0.17.3: runOnce has ended, the failure is not written; a second later it is written
OUT
