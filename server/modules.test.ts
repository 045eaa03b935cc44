/** What all modules together must hold. */
import { expect, it } from 'vitest';
import { documentOf, JOBS, RAW_ROUTES, TABLES, TAGS } from '@/server/modules';

it('has a document for each route that names one', () => {
  const named = RAW_ROUTES.flatMap(({ page }) => (page === undefined ? [] : [page.document]));
  expect(named.length).toBeGreaterThan(15);
  for (const name of named) expect(documentOf(name)).toBeTypeOf('function');
});

it('names no job and no table of events twice', () => {
  for (const names of [JOBS.map(({ name }) => name), TABLES.map(({ table }) => table)])
    expect(new Set(names).size).toBe(names.length);
});

it('explains every group that a route names', () => {
  for (const { info } of RAW_ROUTES) if (info !== undefined) expect(Object.keys(TAGS)).toContain(info.tags[0]);
});

// A job that waits is replaced by the next one of its key: keys of two workspaces are never the same.

type Keyed = { name: string; key(payload: object, accountId: string): string | null };
const keyed = JOBS.filter((job): job is (typeof JOBS)[number] & Keyed => 'key' in job);

it('knows jobs with keys', () => expect(keyed.length).toBeGreaterThan(15));

it.each(keyed.map((job) => [job.name, job] as const))('%s is of one workspace', (_, job) => {
  /** What is in a payload is an id, of which no two workspaces have the same. */
  const payloadOf = (account: string) => new Proxy({}, { get: (_target, field) => `${String(field)} of ${account}` });
  const [ours, theirs] = ['ours', 'theirs'].map((account) => job.key(payloadOf(account), account));
  if (ours !== null) expect(ours).not.toBe(theirs);
});
