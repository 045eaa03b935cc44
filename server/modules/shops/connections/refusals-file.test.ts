/** The rows that a run refused, as a file: all of them, in order, safe in a spreadsheet, and nobody else's. */
import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { makeIntegration, makeRun } from '@/server/testing/factories/shops';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();
/** More than two pages of the file. */
const MANY = 2_001;

const fileOf = (us: Tenant, id: string, runId: string) =>
  server.fetch('GET', `/api/v1/integrations/${id}/runs/${runId}/refusals`, { headers: { cookie: us.cookie } });

it('has every refused row in the order in which they were read, over all pages', async () => {
  const us = await server.makeTenant();
  const { accountId } = us;
  const { id } = await makeIntegration(server.services, accountId);
  const run = await makeRun(server.services.database, accountId, { integrationId: id });
  await server.services.database.prisma.integrationRefusal.createMany({
    data: Array.from({ length: MANY - 1 }, (_, index) => ({
      accountId,
      runId: run.id,
      position: index + 1,
      ref: index === 0 ? '=HYPERLINK("https://evil.example")' : `o-${index + 1}`,
      reason: index === 1 ? 'a "word", and\na line' : 'NO_IDENTITY',
    })),
  });
  const answer = await fileOf(us, id, run.id);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="refused-rows-\d{4}-\d\d-\d\d\.csv"$/,
  );
  // The mark at the beginning is taken off by whoever decodes it.
  const { data } = Papa.parse<string[]>(answer.text.replace(/^\uFEFF/, ''), { skipEmptyLines: true });
  expect(data).toHaveLength(MANY + 1);
  expect(data.slice(0, 4)).toEqual([
    ['row', 'reason'],
    ['o-1', 'amount: must be a number'],
    // To a spreadsheet this is text.
    [`'=HYPERLINK("https://evil.example")`, 'NO_IDENTITY'],
    ['o-2', 'a "word", and\na line'],
  ]);
  expect(data.slice(4).map(([ref]) => ref)).toEqual(Array.from({ length: MANY - 3 }, (_, index) => `o-${index + 3}`));
});

it('is of a run of this integration and of this workspace alone', async () => {
  const us = await server.makeTenant();
  const { id } = await makeIntegration(server.services, us.accountId);
  const { id: other } = await makeIntegration(server.services, us.accountId);
  const run = await makeRun(server.services.database, us.accountId, { integrationId: id });
  expect((await fileOf(us, id, run.id)).text).toContain('o-1');
  const neighbour = await server.makeTenant();
  for (const answer of [
    await fileOf(us, other, run.id),
    await fileOf(us, id, 'c0'),
    await fileOf(neighbour, id, run.id),
  ]) {
    expect(answer.status).toBe(404);
    expect(answer.text).toContain('NOT_FOUND');
    expect(answer.text).not.toContain('o-1');
  }
});
