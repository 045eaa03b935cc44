/** A job that waits is replaced by the next one of its key: keys of two workspaces are never the same. */
import { expect, it } from 'vitest';
import { JOBS } from '@/server/worker/registry';

type Keyed = { name: string; key(payload: object, accountId: string): string | null };
const keyed = JOBS.filter((job): job is (typeof JOBS)[number] & Keyed => 'key' in job);

it('knows jobs with keys', () => expect(keyed.length).toBeGreaterThan(15));

it.each(keyed.map((job) => [job.name, job] as const))('%s is of one workspace', (_, job) => {
  /** What is in a payload is an id, of which no two workspaces have the same. */
  const payloadOf = (account: string) => new Proxy({}, { get: (_target, field) => `${String(field)} of ${account}` });
  const [ours, theirs] = ['ours', 'theirs'].map((account) => job.key(payloadOf(account), account));
  if (ours !== null) expect(ours).not.toBe(theirs);
});
