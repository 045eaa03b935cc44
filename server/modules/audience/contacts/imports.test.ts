/**
 * A file's import from the dashboard: chunks, the look at it, the import, kills (docs/contract/contacts.md#importing).
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { workImportJob } from '@/server/modules/audience/contacts/jobs';
import { bundle } from '@/server/testing/bundle';
import { sendChunks, type FileOptions } from '@/server/testing/contact-imports';
import { makeContact } from '@/server/testing/factories/audience';
import { unique } from '@/server/testing/factories/unique';
import { eventually, expectData, trpc, type TrpcAnswer } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';
import { runJobs } from '@/server/testing/worker';

const server = useServer();
const email = (): string => `${unique('file')}@example.test`;
const mutate = (name: string, input: unknown, tenant: Tenant = server.ours): Promise<TrpcAnswer> =>
  trpc(server, 'mutation', `contacts.imports.${name}`, input, { cookie: tenant.cookie });
const query = (name: string, input: unknown, tenant: Tenant = server.ours): Promise<TrpcAnswer> =>
  trpc(server, 'query', `contacts.imports.${name}`, input, { cookie: tenant.cookie });
const get = async (id: string, tenant?: Tenant) => (await query('get', { id }, tenant)).data;
const file = (rows: Record<string, unknown>[], options?: FileOptions, tenant: Tenant = server.ours) =>
  sendChunks(server, tenant, rows, options);
const chunk = (position: number, firstRow: number, contacts: Record<string, unknown>[]) => ({
  position,
  firstRow,
  rows: contacts.map((contact, i) => ({ row: firstRow + i, contact, cells: ['=1+1', String(contact.email)] })),
});

describe('the import of a file', () => {
  it('looks at the file first, then takes it in, and counts the same', async () => {
    const old = await makeContact(server.services.database, server.ours.accountId);
    const again = email();
    const rows = [
      { email: old.email, firstName: 'New' },
      { email: again },
      { email: 'nobody' },
      { firstName: 'A' },
      { phone: '1' },
      { email: again.toUpperCase(), lastName: 'L' },
      { email: email(), lastName: 'x'.repeat(121) },
    ];
    const name = unique('List ');
    const id = await file(rows, { chunkRows: 2, listName: name });
    expect(await get(id)).toMatchObject({
      status: 'checking',
      uploadedRows: 7,
      totalRows: 7,
      fileName: 'people.csv',
      headers: ['E-mail'],
      listName: name,
    });
    await runJobs(server.services);
    const counts = { doneRows: 7, created: 1, updated: 2, skipped: 0, refused: 4 };
    expect(await get(id)).toMatchObject({ status: 'checked', ...counts });
    expect(await server.services.database.prisma.contact.count({ where: { email: again } })).toBe(0);
    const refused = [
      { row: 2, reason: 'INVALID_EMAIL', cells: ['nobody'] },
      { row: 3, reason: 'EMAIL_OR_PHONE_REQUIRED', cells: ['A'] },
      { row: 4, reason: 'INVALID_PHONE', cells: ['1'] },
      { row: 6, reason: 'INVALID_LAST_NAME' },
    ];
    expect((await query('refusals', { id })).data).toMatchObject({ items: refused, next: null });

    expect((await mutate('start', { id })).data).toEqual({ id, status: 'importing' });
    await runJobs(server.services);
    const done = await get(id);
    expect(done).toMatchObject({ status: 'done', ...counts });
    expect(done.reasons).toHaveLength(4);
    expect(await server.services.database.prisma.contact.findFirst({ where: { email: again } })).toMatchObject({
      lastName: 'L',
      source: 'csv_import',
    });
    expect(await server.services.database.prisma.contactList.findFirst({ where: { name } })).toMatchObject({
      id: done.listId,
      memberCount: 2,
    });
    expect((await query('refusals', { id, limit: 2, after: 2 })).data).toMatchObject({
      items: [{ row: 3 }, { row: 4 }],
      next: 4,
    });
    expect(await server.services.database.prisma.contactImportChunk.count({ where: { importId: id } })).toBe(0);
  });

  it('skips existing identities when told so, and refuses a row with the browser’s own reason', async () => {
    const old = await makeContact(server.services.database, server.ours.accountId);
    const made = await mutate('create', {
      fileName: 'a.csv',
      totalRows: 3,
      skipExisting: true,
      plan: { delimiter: ';' },
    });
    const part = chunk(0, 0, [{ email: old.email, firstName: 'X' }, { email: email() }, { phone: '6.28E+11' }]);
    Object.assign(part.rows[2]!, { problem: 'PHONE_SCIENTIFIC' });
    await mutate('putChunk', { id: made.data.id, ...part });
    await runJobs(server.services);
    expect(await get(made.data.id)).toMatchObject({
      plan: { delimiter: ';' },
      created: 1,
      skipped: 1,
      refused: 1,
      reasons: [{ reason: 'PHONE_SCIENTIFIC', rows: 1 }],
    });
  });

  it('says before and after how many the plan leaves out', async () => {
    const tenant = await server.makeTenant({ plan: null });
    await makeContact(server.services.database, tenant.accountId);
    await server.services.database.prisma.contactTally.updateMany({
      where: { accountId: tenant.accountId },
      data: { created: 497 },
    });
    const id = await file(
      Array.from({ length: 6 }, () => ({ email: email() })),
      { chunkRows: 2 },
      tenant,
    );
    await runJobs(server.services);
    expect(await get(id, tenant)).toMatchObject({
      created: 3,
      refused: 3,
      reasons: [{ reason: 'PLAN_LIMIT', rows: 3 }],
    });
    // Somebody has paid meanwhile.
    await server.services.database.prisma.contactTally.updateMany({
      where: { accountId: tenant.accountId },
      data: { created: 496 },
    });
    expect((await mutate('recheck', { id }, tenant)).data).toEqual({ id, status: 'checking' });
    await runJobs(server.services);
    expect(await get(id, tenant)).toMatchObject({ status: 'checked', created: 4, refused: 2 });
    await server.services.database.prisma.contactTally.updateMany({
      where: { accountId: tenant.accountId },
      data: { created: 497 },
    });
    await mutate('start', { id }, tenant);
    await runJobs(server.services);
    expect(await get(id, tenant)).toMatchObject({ status: 'done', created: 3, refused: 3 });
  });

  it('takes a row in by the address that is usable, and names the other one', async () => {
    const [first, second, third] = [email(), email(), email()];
    const digits = String(Date.now()).slice(-8);
    const rows = [
      { email: 'bukan alamat', phone: `+62812${digits}`, firstName: 'Ani' },
      { email: first, phone: '1' },
      { email: second, phone: '12345' },
      { phone: `1${digits.slice(-4)}` },
      { email: 'bukan alamat', phone: '12345' },
      { email: 'bukan alamat', phone: '1' },
      { email: 'bukan alamat', phone: `+62813${digits}`, lastName: 'x'.repeat(121) },
      { email: third, phone: `+62814${digits}` },
    ];
    const id = await file(rows, { chunkRows: 3 });
    await runJobs(server.services);
    const counts = {
      created: 5,
      refused: 3,
      reasons: [{ reason: 'INVALID_EMAIL', rows: 3 }],
      warnings: [
        { reason: 'PHONE_UNUSABLE', rows: 2 },
        { reason: 'INVALID_EMAIL', rows: 1 },
        { reason: 'INVALID_PHONE', rows: 1 },
      ],
    };
    const named = [
      { row: 0, reason: 'INVALID_EMAIL', cells: ['bukan alamat', `+62812${digits}`, 'Ani'] },
      { row: 1, reason: 'INVALID_PHONE' },
      { row: 2, reason: 'PHONE_UNUSABLE' },
      { row: 3, reason: 'PHONE_UNUSABLE' },
    ];
    expect(await get(id)).toMatchObject({ status: 'checked', ...counts });
    expect((await query('refusals', { id, warnings: true })).data.items).toMatchObject(named);
    expect((await query('refusals', { id })).data.items).toMatchObject([{ row: 4 }, { row: 5 }, { row: 6 }]);
    await mutate('start', { id });
    await runJobs(server.services);
    expect(await get(id)).toMatchObject({ status: 'done', ...counts });
    expect((await query('refusals', { id, warnings: true })).data.items).toMatchObject(named);
    const { contact } = server.services.database.prisma;
    expect(await contact.findFirst({ where: { phone: `+62812${digits}` } })).toMatchObject({
      email: null,
      firstName: 'Ani',
    });
    expect(await contact.findFirst({ where: { email: first } })).toMatchObject({ phone: null });
    expect(await contact.findFirst({ where: { email: second } })).toMatchObject({ phone: '12345', phoneE164: null });
  });

  it('warns of no row that is skipped', async () => {
    const old = await makeContact(server.services.database, server.ours.accountId, { phone: '12345' });
    const id = await file([{ email: old.email, phone: '12345' }], { skipExisting: true });
    await runJobs(server.services);
    expect(await get(id)).toMatchObject({ skipped: 1, warnings: [] });
  });

  it('counts the rows that share an e-mail and not the phone', async () => {
    const [shared, twice] = [email(), email()];
    const rows = [
      { email: shared, phone: '+6281200000001' },
      { email: twice },
      { email: twice, firstName: 'Ani' },
      { email: shared.toUpperCase(), phone: '+6281200000002' },
      { email: email() },
      { email: shared },
    ];
    const id = await file(rows, { chunkRows: 2 });
    await runJobs(server.services);
    expect(await get(id)).toMatchObject({ created: 5, updated: 1, sharedEmails: 3 });
    await mutate('recheck', { id });
    await runJobs(server.services);
    expect(await get(id)).toMatchObject({ sharedEmails: 3 });
    await mutate('start', { id });
    await runJobs(server.services);
    expect(await get(id)).toMatchObject({ status: 'done', sharedEmails: 3 });
  });

  describe('the answer about consent', () => {
    const phone = (): string => `+62812${String(Date.now()).slice(-8)}${String(Math.random()).slice(2, 3)}`;
    const said = async (address: string) => {
      const { subscriptions } = await server.services.database.prisma.contact.findFirstOrThrow({
        where: { accountId: server.ours.accountId, email: address },
      });
      return subscriptions;
    };
    const imported = async (rows: Record<string, unknown>[], consent: FileOptions['consent']): Promise<string> => {
      const id = await file(rows, { chunkRows: 2, ...(consent !== undefined && { consent }) });
      await runJobs(server.services);
      await mutate('start', { id });
      await runJobs(server.services);
      expect(await get(id)).toMatchObject({ status: 'done', refused: 0, consent: consent ?? null });
      return id;
    };
    const ledger = async (address: string) => {
      const { id } = await server.services.database.prisma.contact.findFirstOrThrow({
        where: { accountId: server.ours.accountId, email: address },
      });
      const { data } = expectData(await server.call(server.ours.key, 'GET', `/api/v1/contacts/${id}/consents`, {}));
      return data as { family: string; to: string; by: string; source: Record<string, string> }[];
    };

    it('no: new people wait, an opt-out holds, and those who were there keep what they said', async () => {
      const [plain, optedIn, out, twice] = [email(), email(), email(), email()];
      const old = await makeContact(server.services.database, server.ours.accountId, {
        subscriptions: { email: 'pending' },
      });
      const oldOut = await makeContact(server.services.database, server.ours.accountId);
      await imported(
        [
          { email: plain, phone: phone(), socialHandles: { telegram: '7' } },
          { email: optedIn, subscriptions: { email: 'subscribed', line: 'subscribed' } },
          { email: out, subscriptions: { email: 'unsubscribed' } },
          { email: twice },
          { email: twice, subscriptions: { email: 'subscribed' } },
          { email: old.email, firstName: 'Sari', subscriptions: { email: 'subscribed' } },
          { email: oldOut.email, subscriptions: { email: 'unsubscribed' } },
        ],
        'unknown',
      );
      const waits = { email: 'pending', sms: 'pending', whatsapp: 'pending' };
      expect(await said(plain)).toEqual({ ...waits, telegram: 'pending' });
      expect(await said(optedIn)).toEqual({ ...waits, line: 'pending' });
      expect(await said(out)).toEqual({ ...waits, email: 'unsubscribed' });
      expect(await said(twice)).toEqual(waits);
      expect(await said(old.email!)).toEqual({ email: 'pending' });
      expect(await said(oldOut.email!)).toEqual({ email: 'unsubscribed' });
    });

    it('yes: stands in the ledger for every address of a new contact, and ends no opt-out', async () => {
      const [plain, waiting, closed, old] = [email(), email(), email(), email()];
      const number = phone();
      await makeContact(server.services.database, server.ours.accountId, { email: old });
      await server.services.database.prisma.suppression.create({
        data: {
          accountId: server.ours.accountId,
          family: 'email',
          address: closed,
          reason: 'merchant',
          createdAt: new Date(),
        },
      });
      const id = await imported(
        [
          { email: plain, phone: number, firstName: 'Ani' },
          { email: waiting, subscriptions: { email: 'pending' } },
          { email: closed },
          { email: old, firstName: 'Budi' },
        ],
        'agreed',
      );
      expect(await said(plain)).toEqual({ email: 'subscribed', sms: 'subscribed', whatsapp: 'subscribed' });
      expect(await said(waiting)).toEqual({ email: 'pending' });
      expect(await said(closed)).toEqual({ email: 'unsubscribed' });
      expect(await said(old)).toEqual({});
      const entries = await ledger(plain);
      expect(entries.map(({ family, to }) => `${family} ${to}`).sort()).toEqual([
        'email subscribed',
        'sms subscribed',
        'whatsapp subscribed',
      ]);
      for (const { by, source } of entries)
        expect({ by, source }).toEqual({ by: 'import', source: { importId: id, consent: 'agreed' } });
      expect(await ledger(old)).toEqual([]);
    });

    it('by the file, and not asked: a word of the file holds, and none is added', async () => {
      for (const consent of ['file', undefined] as const) {
        const [plain, optedIn] = [email(), email()];
        await imported([{ email: plain }, { email: optedIn, subscriptions: { email: 'subscribed' } }], consent);
        expect(await said(plain)).toEqual({});
        expect(await said(optedIn)).toEqual({ email: 'subscribed' });
      }
    });
  });

  it('keeps a chunk that is sent twice once, in any order', async () => {
    const made = await mutate('create', { fileName: 'a.csv', totalRows: 4 });
    const { id } = made.data;
    const [first, second] = [
      chunk(0, 0, [{ email: email() }, { email: email() }]),
      chunk(1, 2, [{ email: email() }, { email: email() }]),
    ];
    const answers = await Promise.all([second, second, second].map((part) => mutate('putChunk', { id, ...part })));
    expect(answers.map(({ data }) => data.uploadedRows)).toEqual([2, 2, 2]);
    expect(await get(id)).toMatchObject({ status: 'uploading', uploadedRows: 2, uploadedChunks: [1] });
    expect((await mutate('start', { id })).code).toBe('BAD_STATE');
    expect((await mutate('putChunk', { id, ...first })).data).toMatchObject({ status: 'checking', uploadedRows: 4 });
    expect((await mutate('putChunk', { id, ...first })).data).toMatchObject({ uploadedRows: 4 });
    expect((await mutate('putChunk', { id: 'cunknown', ...first })).code).toBe('NOT_FOUND');
    expect((await mutate('putChunk', { id, ...first }, server.theirs)).code).toBe('NOT_FOUND');
  });

  it('refuses rows that the file does not have', async () => {
    const { id } = (await mutate('create', { fileName: 'a.csv', totalRows: 1 })).data;
    expect((await mutate('putChunk', { id, ...chunk(0, 0, [{}, {}]) })).code).toBe('VALIDATION');
    expect(
      (await mutate('putChunk', { id, position: 0, firstRow: 0, rows: [{ row: 5, contact: {}, cells: [] }] })).code,
    ).toBe('VALIDATION');
  });

  it('stops when it is canceled; what went in stays', async () => {
    const id = await file([{ email: email() }]);
    expect((await mutate('cancel', { id })).data).toEqual({ id, status: 'canceled' });
    expect((await mutate('cancel', { id })).data).toEqual({ id, status: 'canceled' });
    await runJobs(server.services);
    expect(await get(id)).toMatchObject({ status: 'canceled', created: 0 });
    expect((await mutate('putChunk', { id, ...chunk(0, 0, [{}]) })).code).toBe('BAD_STATE');
    expect((await query('list', undefined)).data.imports[0]).toMatchObject({ id, status: 'canceled' });
  });

  it('is done once when its job runs several times at once', async () => {
    const addresses = Array.from({ length: 200 }, email);
    const id = await file(
      addresses.map((address) => ({ email: address })),
      { chunkRows: 20 },
    );
    const job = () => workImportJob.run(server.services, { accountId: server.ours.accountId, importId: id });
    await Promise.all([job(), job(), job()]);
    expect(await get(id)).toMatchObject({ status: 'checked', created: 200 });
    await mutate('start', { id });
    await Promise.all([job(), job(), job()]);
    expect(await get(id)).toMatchObject({ status: 'done', doneRows: 200, created: 200, updated: 0 });
  });

  it('survives kill -9 of the worker: no chunk is lost, none is done twice', async () => {
    const rows = Array.from({ length: 4000 }, (_, i) => ({ email: email(), attributes: { i } }));
    const id = await file(rows, { chunkRows: 200, listName: unique('List ') });
    await runJobs(server.services);
    expect(await get(id)).toMatchObject({ status: 'checked', created: 4000 });
    await mutate('start', { id });
    const program = await bundle('server/worker.ts', `.test/contacts-worker-${process.pid}.mjs`);
    const start = (): ChildProcess =>
      fork(program, {
        stdio: 'ignore',
        env: {
          PATH: process.env.PATH,
          NODE_ENV: 'test',
          DATABASE_URL: server.services.settings.databaseUrl,
          LARIS_EMBEDDED: '1',
          APP_SECRET: 'a'.repeat(40),
          UNSUBSCRIBE_SECRET: 'u'.repeat(40),
          LOG_LEVEL: 'silent',
        },
      });
    let worker = start();
    try {
      for (let kill = 0, before = 0; kill < 4; kill++) {
        await eventually(async () => expect((await get(id)).doneRows).toBeGreaterThan(before));
        await sleep(Math.random() * 60);
        const gone = once(worker, 'exit');
        worker.kill('SIGKILL');
        await gone;
        before = (await get(id)).doneRows;
        expect(before).toBeLessThan(4000);
        worker = start();
      }
      await eventually(async () => expect((await get(id)).status).toBe('done'));
    } finally {
      worker.kill('SIGKILL');
      fs.rmSync(program, { force: true });
    }
    const done = await get(id);
    expect(done).toMatchObject({ doneRows: 4000, created: 4000, updated: 0, refused: 0 });
    expect(
      await server.services.database.prisma.contact.count({ where: { email: { in: rows.map((row) => row.email) } } }),
    ).toBe(4000);
    expect(await server.services.database.prisma.contactList.findFirst({ where: { id: done.listId } })).toMatchObject({
      memberCount: 4000,
    });
  });
});
