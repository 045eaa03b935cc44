/** The operator's commands `audit anchor` and `audit verify`, as they are run. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { linkAll } from '@/server/modules/account/audit-log/chainer';
import { makeAuditEntry } from '@/server/testing/factories/account';
import { tamper } from '@/server/testing/audit-chain';
import { useOperator } from '@/server/testing/operator';
import { useServer } from '@/server/testing/server';

const server = useServer();
const operator = useOperator(server);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'laris-anchors-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

interface Ran {
  code: number;
  lines: Record<string, unknown>[];
  stderr: string;
}

async function laris(...args: string[]): Promise<Ran> {
  const { code, stdout, stderr } = await operator(['audit', ...args]).then(
    (ended) => ({ code: 0, ...ended }),
    (failed: unknown) => failed as { code: number; stdout: string; stderr: string },
  );
  const lines = stdout.split('\n').filter(Boolean);
  return { code, stderr, lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

it('anchors what there is, and finds by an anchor what nothing else does', { timeout: 240_000 }, async () => {
  const { database } = server.services;
  const { accountId } = server.ours;
  const made = await makeAuditEntry(database, accountId);
  await linkAll(server.services);
  const heads = await laris('anchor');
  expect(heads.code).toBe(0);
  const [ours, ...none] = (await laris('anchor', '--account', accountId)).lines;
  expect(none).toEqual([]);
  expect(ours).toEqual({
    accountId,
    position: expect.any(Number),
    entryId: made.id,
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
  expect(heads.lines.map(({ accountId: id }) => id)).toEqual([accountId, server.theirs.accountId].sort());
  expect(heads.lines.find(({ accountId: id }) => id === accountId)).toEqual({ ...ours, at: expect.any(String) });

  const file = path.join(folder, 'anchors.ndjson');
  fs.writeFileSync(file, heads.lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await makeAuditEntry(database, accountId);
  await linkAll(server.services);
  const checked = await laris('verify', '--anchor', file);
  expect(checked.code).toBe(0);
  const position = ours!.position as number;
  expect(checked.lines.find(({ accountId: id }) => id === accountId)).toEqual({
    accountId,
    ok: true,
    checked: position + 1,
    firstBrokenId: null,
    heldAnchor: { ...ours, at: expect.any(String) },
    lostAnchor: null,
  });

  // The end of the log is cut off, links and all, and written anew. The anchors of before and after it stand in no order.
  const early = JSON.parse(fs.readFileSync(file, 'utf8').split('\n')[0]!) as { accountId: string };
  const firstLink = await database.prisma.auditLink.findFirstOrThrow({ where: { accountId, position: 1 } });
  const first = {
    ...early,
    accountId,
    position: 1,
    entryId: firstLink.entryId,
    hash: Buffer.from(firstLink.hash).toString('hex'),
  };
  fs.appendFileSync(file, `${JSON.stringify(first)}\n`);
  await tamper(
    database,
    `DELETE FROM "AuditEntry" WHERE "accountId" = '${accountId}' AND id IN (SELECT l."entryId" FROM "AuditLink" l WHERE l."accountId" = '${accountId}' AND l.position >= ${position})`,
    `DELETE FROM "AuditLink" WHERE "accountId" = '${accountId}' AND position >= ${position}`,
  );
  await makeAuditEntry(database, accountId);
  await linkAll(server.services);
  const ownLine = { accountId, checked: position, firstBrokenId: null };
  expect(await laris('verify', '--account', accountId)).toMatchObject({ code: 0, lines: [{ ...ownLine, ok: true }] });
  const lost = await laris('verify', '--anchor', file);
  expect(lost.code).toBe(1);
  expect(lost.lines.map(({ accountId: id, ok }) => [id, ok]).sort()).toEqual(
    [
      [accountId, false],
      [server.theirs.accountId, true],
    ].sort(),
  );
  expect(lost.lines.find(({ accountId: id }) => id === accountId)).toMatchObject({
    ...ownLine,
    heldAnchor: { position: 1, entryId: firstLink.entryId },
    lostAnchor: { entryId: made.id },
  });

  fs.writeFileSync(file, '{"accountId": "c"}\n');
  expect(await laris('verify', '--anchor', file)).toMatchObject({
    code: 1,
    lines: [],
    stderr: expect.stringMatching(/^[^\n]+\n$/),
  });
  expect(await laris('anchor', '--account', 'cnobody')).toMatchObject({
    code: 1,
    lines: [],
    stderr: 'There is no workspace with this id.\n',
  });
});
