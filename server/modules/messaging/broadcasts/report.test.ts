/** The report of a broadcast: its recipients by state, as a list and as a file, and who unsubscribed. */
import { describe, expect, it } from 'vitest';
import { systemDb } from '@/server/platform/db/workspace';
import type { Suppressed } from '@/server/modules/audience/contacts/opt-outs';
import { suppress, unsuppress } from '@/server/modules/audience/contacts/suppress';
import { makeBroadcast, makeChannel, makeMessage } from '@/server/testing/factories/messaging';
import { makeContact } from '@/server/testing/factories/audience';
import { unique } from '@/server/testing/factories/unique';
import { auditOf, bySession, trpc } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();
const database = () => server.services.database;
const SENT = new Date('2026-03-01T09:00:00Z');

const made = async (who: Tenant = server.ours) => {
  const channel = await makeChannel(server.services, who.accountId);
  const { id } = await makeBroadcast(database(), who.accountId, { status: 'sending', startedAt: SENT });
  const message = (options: Partial<Parameters<typeof makeMessage>[2]>) =>
    makeMessage(database(), who.accountId, { channelIntegrationId: channel.id, campaignId: id, ...options });
  return { id, message };
};
const ask = (name: 'recipientPage' | 'unsubscribed', input: object) =>
  trpc(server, 'query', `broadcasts.${name}`, input, { cookie: server.ours.cookie });
const download = (id: string, query = '', method = 'GET') =>
  bySession(server, server.ours.cookie, method, `/api/v1/broadcasts/${id}/recipients/export${query}`);

describe('recipients', () => {
  it('are listed by state in pages: whoever clicked counts as opened and delivered too', async () => {
    const { id, message } = await made();
    for (const status of ['queued', 'sent', 'delivered', 'opened', 'clicked', 'bounced', 'failed', 'skipped'])
      await message({
        status,
        recipient: `${status}@example.test`,
        lastError: status === 'bounced' ? 'No such box' : null,
      });
    const of = async (state?: string) =>
      ((await ask('recipientPage', { id, state })).data.items as { recipient: string }[])
        .map(({ recipient }) => recipient.split('@')[0])
        .sort();
    expect(await of('delivered')).toEqual(['clicked', 'delivered', 'opened']);
    expect(await of('opened')).toEqual(['clicked', 'opened']);
    expect(await of('waiting')).toEqual(['queued']);
    expect(await of()).toHaveLength(8);
    const bounced = (await ask('recipientPage', { id, state: 'bounced' })).data.items;
    expect(bounced).toMatchObject([{ recipient: 'bounced@example.test', status: 'bounced', reason: 'No such box' }]);
    const first = (await ask('recipientPage', { id, limit: 5 })).data;
    const second = (await ask('recipientPage', { id, limit: 5, cursor: first.nextCursor })).data;
    expect([first.items.length, first.hasMore, second.items.length, second.hasMore]).toEqual([5, true, 3, false]);
    expect(new Set([...first.items, ...second.items].map((item: { id: string }) => item.id)).size).toBe(8);
  });

  it('come as a file that no spreadsheet runs', async () => {
    const { id, message } = await made();
    await message({ recipient: '=cmd()@example.test', status: 'sent', sentAt: SENT });
    await message({ recipient: 'b@example.test', status: 'skipped', lastError: 'The recipient has opted out.' });
    const file = await download(id);
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(file.headers.get('content-disposition')).toContain('attachment');
    const [head, ...rows] = file.text.trimEnd().split('\r\n');
    expect(head).toBe(
      'id,contactId,provider,recipient,status,reason,sentAt,deliveredAt,openedAt,clickedAt,bouncedAt,failedAt',
    );
    expect(rows).toHaveLength(2);
    expect(file.text).toContain(`,"'=cmd()@example.test",sent,,2026-03-01T09:00:00.000Z,`);
    expect((await download(id, '?state=skipped')).text.trimEnd().split('\r\n')).toHaveLength(2);
    expect((await download(id, '?state=lost')).status).toBe(400);
    // A HEAD gives no address away, so the log says nothing of it.
    const looked = await download(id, '', 'HEAD');
    expect([looked.status, looked.text]).toEqual([200, '']);
    const audited = (await auditOf(server, server.ours.accountId)).filter(({ targetId }) => targetId === id);
    expect(audited).toMatchObject([
      { action: 'broadcast.export', targetType: 'broadcast', data: {} },
      { action: 'broadcast.export', targetType: 'broadcast', data: { state: 'skipped' } },
    ]);
  });

  it("are none of the neighbour's, and not for keys", async () => {
    const { id } = await made(server.theirs);
    expect((await ask('recipientPage', { id })).code).toBe('NOT_FOUND');
    expect((await ask('unsubscribed', { id })).code).toBe('NOT_FOUND');
    expect((await download(id)).status).toBe(404);
    const ours = await made();
    const byKey = await server.call(server.ours.key, 'GET', `/api/v1/broadcasts/${ours.id}/recipients/export`);
    expect(byKey.status).toBe(403);
  });
});

describe('who unsubscribed', () => {
  const after = (minutes: number): Date => new Date(SENT.getTime() + minutes * 60_000);
  const reported = (address: string, how: Partial<Suppressed> = {}) =>
    suppress(
      systemDb(database(), server.ours.accountId, after(60 * 24)),
      { family: 'email', address, reason: 'recipient', at: after(5), ...how },
      { by: 'recipient' },
    );
  const people = async (id: string): Promise<number> => (await ask('unsubscribed', { id })).data.people;
  const somebody = async () => {
    const address = `${unique('ani')}@example.test`;
    return {
      recipient: address,
      contactId: (await makeContact(database(), server.ours.accountId, { email: address })).id,
    };
  };

  it('is whoever opted out themselves after a message of its family had left', async () => {
    const { id, message } = await made();
    const optOut = async (how: Partial<Suppressed>, sent: Date | null = SENT): Promise<void> => {
      const person = await somebody();
      await message({ ...person, status: 'sent', sentAt: sent });
      await reported(person.recipient, how);
    };
    await optOut({});
    await optOut({ at: after(60) });
    await optOut({ at: after(-5) });
    await optOut({ reason: 'bounce' });
    await optOut({ reason: 'merchant' });
    await optOut({}, null);
    await optOut({ family: 'sms' });
    expect(await people(id)).toBe(2);
  });

  it('counts for the broadcast that was the last before it, and once', async () => {
    const [earlier, last] = [await made(), await made()];
    const person = await somebody();
    await earlier.message({ ...person, status: 'sent', sentAt: after(-60) });
    await last.message({ ...person, status: 'sent', sentAt: SENT });
    await reported(person.recipient);
    await reported(person.recipient, { at: after(10) });
    expect([await people(earlier.id), await people(last.id)]).toEqual([0, 1]);
  });

  it('is not asked of a broadcast where a funnel wrote last', async () => {
    const { id, message } = await made();
    const person = await somebody();
    await message({ ...person, status: 'sent', sentAt: SENT });
    await message({ ...person, campaignId: null, status: 'sent', sentAt: after(2) });
    await reported(person.recipient);
    expect(await people(id)).toBe(0);
  });

  it('takes the place of what a merchant said, stays under a complaint and after an erasure, and ends with the opt-out', async () => {
    const { id, message } = await made();
    const [erased, complains, returns] = [await somebody(), await somebody(), await somebody()];
    for (const person of [erased, complains, returns]) {
      await message({ ...person, status: 'sent', sentAt: SENT });
      await reported(person.recipient, { reason: 'merchant', at: after(1) });
      expect(await people(id)).toBe(0);
    }
    for (const person of [erased, complains, returns]) await reported(person.recipient);
    expect(await people(id)).toBe(3);
    await reported(complains.recipient, { reason: 'complaint', at: after(7) });
    await server.call(server.ours.key, 'POST', `/api/v1/contacts/${erased.contactId}/erase`);
    await unsuppress(
      systemDb(database(), server.ours.accountId, after(60 * 25)),
      { family: 'email', address: returns.recipient },
      { by: 'recipient' },
    );
    expect(await people(id)).toBe(2);
  });
});
