/** What a change makes old (app/touches.ts). */
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { touch } from '@/app/touches';

const READS = [
  [['contacts', 'list'], { type: 'infinite' }],
  [['contacts', 'get'], { input: { id: 'c1' }, type: 'query' }],
  [['contacts', 'get'], { input: { id: 'c2' }, type: 'query' }],
  [['contactLists', 'list'], { type: 'query' }],
  [['insights', 'overview'], { type: 'query' }],
  [['webhooks', 'overview'], { type: 'query' }],
  ['email-preview', {}],
] as const;

/** What is old after a mutation. */
async function oldAfter(done: Partial<Parameters<typeof touch>[1]>): Promise<string[]> {
  const client = new QueryClient();
  for (const key of READS) client.setQueryData(key, {});
  await touch(client, { meta: undefined, mutationKey: undefined, variables: undefined, error: null, ...done });
  return READS.filter((key) => client.getQueryState(key)?.isInvalidated).map((key) => JSON.stringify(key[0]));
}

const LIST = '["contacts","list"]';
const GET = '["contacts","get"]';
const LISTS = '["contactLists","list"]';
const HOME = '["insights","overview"]';

describe('touch', () => {
  it('makes old what the resource shows and where it is shown', async () => {
    expect(await oldAfter({ mutationKey: [['contacts', 'upsert']] })).toEqual([LIST, GET, GET, LISTS, HOME]);
  });

  it('does not ask again for what was deleted', async () => {
    expect(await oldAfter({ mutationKey: [['contacts', 'erase']], variables: { id: 'c1' } })).toEqual([
      LIST,
      GET,
      LISTS,
      HOME,
    ]);
  });

  it('goes by what the mutation says instead', async () => {
    expect(await oldAfter({ mutationKey: [['contacts', 'upsert']], meta: { touches: [] } })).toEqual([]);
    expect(await oldAfter({ meta: { touches: ['contactLists'] } })).toEqual([LISTS]);
    expect(await oldAfter({ meta: { touches: 'everything' } })).toHaveLength(READS.length);
  });

  it('leaves everything as it is when nothing came of it', async () => {
    expect(await oldAfter({ mutationKey: [['contacts', 'upsert']], error: new Error('offline') })).toEqual([]);
    expect(await oldAfter({})).toEqual([]);
  });
});
