/** Saved blocks (docs/contract/broadcasts.md#saved-blocks), through the dashboard's door. */
import { describe, expect, it } from 'vitest';
import { MAX_SAVED } from '@/server/modules/messaging/broadcasts/vocabulary';
import { unique } from '@/server/testing/factories/unique';
import { trpc } from '@/server/testing/http';
import { useServer } from '@/server/testing/server';

const server = useServer();
const FOOTER = { kind: 'footer', text: 'Buka 8–17', businessAddress: 'Jalan Gayo 1', unsubscribeUrl: null };
const TEXT = { kind: 'text', body: 'Halo {firstName}', format: 'markdown' };

interface Saved {
  id: string;
  name: string;
  blocks: unknown[];
}
const mutate = (path: string, input: unknown, { cookie } = server.ours) =>
  trpc(server, 'mutation', `broadcasts.savedBlocks.${path}`, input, { cookie });
const save = async (name: string, blocks: unknown[], more: object = {}): Promise<Saved> => {
  const { status, data } = await mutate('create', { name, blocks, ...more });
  expect(status).toBe(200);
  return data as Saved;
};
const list = async ({ cookie } = server.ours): Promise<Saved[]> =>
  ((await trpc(server, 'query', 'broadcasts.savedBlocks.list', undefined, { cookie })).data as { saved: Saved[] })
    .saved;

describe('saved blocks', () => {
  it('come back as they were, neighbours in their order, the last saved first', async () => {
    const one = await save(unique('Kaki '), [FOOTER]);
    const two = await save(unique('Salam '), [TEXT, FOOTER]);
    expect((await list()).slice(0, 2)).toMatchObject([
      { id: two.id, name: two.name, blocks: [TEXT, FOOTER] },
      { id: one.id, name: one.name, blocks: [FOOTER] },
    ]);
  });

  it('have one name each, unless they are to be replaced', async () => {
    const { id, name } = await save(unique('Kaki '), [FOOTER]);
    expect(await mutate('create', { name, blocks: [TEXT] })).toMatchObject({ status: 409, code: 'NAME_TAKEN' });
    expect((await list()).find((each) => each.id === id)?.blocks).toEqual([FOOTER]);
    expect(await save(name, [TEXT], { replace: true })).toMatchObject({ id, name, blocks: [TEXT] });
    expect((await list()).filter((each) => each.name === name)).toHaveLength(1);
    // There is nothing to replace: it is saved as any other.
    const fresh = unique('Baru ');
    expect(await save(fresh, [TEXT], { replace: true })).toMatchObject({ name: fresh });
  });

  it('leave one under a name when many save it at once', async () => {
    const name = unique('Serentak ');
    const answers = await Promise.all(Array.from({ length: 8 }, () => mutate('create', { name, blocks: [FOOTER] })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
    expect((await list()).filter((each) => each.name === name)).toHaveLength(1);
  });

  it('get another name and go', async () => {
    const [one, two] = [await save(unique('A '), [FOOTER]), await save(unique('B '), [FOOTER])];
    const name = unique('C ');
    expect((await mutate('rename', { id: one.id, name })).data).toMatchObject({ id: one.id, name });
    expect(await mutate('rename', { id: one.id, name: two.name })).toMatchObject({ status: 409, code: 'NAME_TAKEN' });
    expect((await mutate('delete', { id: one.id })).data).toEqual({ id: one.id, deleted: true });
    expect(await mutate('delete', { id: one.id })).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });

  it("are nothing of the neighbour's", async () => {
    const { id, name } = await save(unique('Milik '), [FOOTER]);
    expect(await list(server.theirs)).toEqual([]);
    for (const [path, input] of [
      ['rename', { id, name: 'x' }],
      ['delete', { id }],
    ] as const)
      expect(await mutate(path, input, server.theirs)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    // The same name is free over there.
    expect((await mutate('create', { name, blocks: [TEXT], replace: true }, server.theirs)).status).toBe(200);
    expect((await list()).find((each) => each.id === id)?.blocks).toEqual([FOOTER]);
  });

  it.each([
    ['no name', { name: '', blocks: [FOOTER] }],
    ['a blank name', { name: ' ', blocks: [FOOTER] }],
    ['a name that is too long', { name: 'x'.repeat(121), blocks: [FOOTER] }],
    ['no blocks', { name: 'x', blocks: [] }],
    ['too many blocks', { name: 'x', blocks: Array.from({ length: 11 }, () => FOOTER) }],
    ['a block that is not finished', { name: 'x', blocks: [{ kind: 'text', body: '' }] }],
    ['an unknown kind', { name: 'x', blocks: [{ kind: 'poem' }] }],
  ])('refuse %s', async (_, input) => {
    expect(await mutate('create', input)).toMatchObject({ status: 400, code: 'VALIDATION' });
  });

  it('have an end', async () => {
    const { prisma } = server.services.database;
    const { accountId } = server.theirs;
    const at = new Date('2026-01-01T00:00:00Z');
    const there = await prisma.savedBlocks.count({ where: { accountId } });
    await prisma.savedBlocks.createMany({
      data: Array.from({ length: MAX_SAVED - there }, () => ({
        accountId,
        name: unique('Penuh '),
        blocks: [FOOTER],
        createdAt: at,
        updatedAt: at,
      })),
    });
    const answer = await mutate('create', { name: unique('Lagi '), blocks: [FOOTER] }, server.theirs);
    expect(answer).toMatchObject({ status: 409, code: 'LIMIT_REACHED' });
    expect(await list(server.theirs)).toHaveLength(MAX_SAVED);
  });
});
