/** The program of this folder against exports of a real server, as they are and as somebody changed them. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorDb } from '@/server/platform/db/installation';
import { SYSTEM } from '@/server/platform/db/workspace';
import { anchors } from '@/server/modules/account/audit-log/anchors';
import { linkAll } from '@/server/modules/account/audit-log/chainer';
import { makeAuditEntry } from '@/server/testing/factories/account';
import { useServer } from '@/server/testing/server';

const server = useServer();
const program = path.join(import.meta.dirname, 'verify.py');
const available =
  spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 8))'], { stdio: 'ignore' }).status === 0;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'laris-audit-chain-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

interface Line {
  id: string;
  position: number | null;
  data: unknown;
}

describe.skipIf(!available)(
  available ? 'verify.py' : 'verify.py (skipped: needs Python 3.8)',
  { timeout: 60_000 },
  () => {
    let lines: Line[];
    let anchored: string;

    /** @param rows an export; @param kept the file of anchors */
    function run(rows: readonly object[], kept = anchored) {
      const [file, anchorFile] = ['export.ndjson', 'anchors.ndjson'].map((name) => path.join(folder, name)) as [
        string,
        string,
      ];
      fs.writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
      fs.writeFileSync(anchorFile, kept);
      const { status, stdout, stderr } = spawnSync('python3', [program, file, anchorFile], { encoding: 'utf8' });
      return { status, said: (stdout + stderr).trim() };
    }

    beforeAll(async () => {
      const { accountId, key } = server.ours;
      const { database } = server.services;
      const odd = {
        n: 1e-7,
        big: 1e21,
        price: 12.5,
        zero: 0,
        é: 'A "quote"\n\u2028',
        list: ['b', 'a'],
        no: null,
        aa: true,
      };
      for (let n = 0; n < 5; n++) await makeAuditEntry(database, accountId, { data: { ...odd, n } });
      await linkAll(server.services);
      const operator = operatorDb(database, { actor: SYSTEM, now: new Date() });
      anchored = `${JSON.stringify((await anchors(operator, accountId))[0])}\n`;
      await makeAuditEntry(database, accountId, { data: odd });
      await linkAll(server.services);
      await makeAuditEntry(database, accountId);
      const { text } = await server.call(key, 'GET', '/api/v1/audit-log/export?format=ndjson&chain=true');
      lines = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Line);
    });

    it('holds of what was exported, an entry that waits left out', () => {
      const linked = lines.filter(({ position }) => position !== null).length;
      expect(linked).toBe(lines.length - 1);
      expect(run(lines)).toEqual({
        status: 0,
        said: expect.stringMatching(
          new RegExp(`^${linked} entries hold; the last hash is [0-9a-f]{64}\n1 entries are of the last minutes`),
        ),
      });
    });

    it('names what was changed, and what is missing', () => {
      const third = lines.find(({ position }) => position === 3)!;
      expect(run(lines.map((line) => (line === third ? { ...line, data: {} } : line)))).toEqual({
        status: 1,
        said: `Broken at position 3, entry ${third.id}`,
      });
      expect(run(lines.filter((line) => line !== third)).said).toMatch(/^Broken at position 3, /);
    });

    it('finds an entry that nobody linked, by its age', () => {
      const old = { ...lines[0]!, position: null, hash: null, createdAt: '2026-01-01T00:00:00.000Z' };
      expect(run([old], '')).toEqual({ status: 1, said: `Entry ${old.id} of ${old.createdAt} is in no chain` });
    });

    it('finds by the anchor that the end was cut off', () => {
      const cut = lines.filter(({ position }) => position !== null && position < 3);
      expect(run(cut, '').status).toBe(0);
      expect(run([])).toEqual({ status: 1, said: 'None of the anchors is of a workspace of this export' });
      const unlinked = lines.map((line) => ({ ...line, position: null, hash: null }));
      expect(run(unlinked)).toEqual({
        status: 1,
        said: expect.stringMatching(/^The anchor of .* is not in the chain/),
      });
      expect(run(cut)).toEqual({
        status: 1,
        said: expect.stringMatching(/^The anchor of .* is not in the chain: position \d+$/),
      });
    });
  },
);
