/** Revisions of posts and what the editor saves by itself (docs/contract/blog.md#revisions). */
import { describe, expect, it } from 'vitest';
import { setClockOffset } from '@/server/platform/lib/clock';
import { makeBlogPost } from '@/server/testing/factories/content';
import { makeSession, makeUser } from '@/server/testing/factories/account';
import { unique } from '@/server/testing/factories/unique';
import { auditOf, expectData, expectError, trpc } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();

const path = (id: string, more = ''): string => `/api/v1/blog/${id}${more}`;
const call = (method: string, url: string, body?: object, tenant: Tenant = server.ours) =>
  server.call(tenant.key, method, url, body === undefined ? {} : { body });
const made = async (body: object = {}) =>
  expectData(await call('POST', '/api/v1/blog', { slug: unique('post-'), title: 'T', body: 'b', ...body }), 201).post;
const patch = async (id: string, body: object) => expectData(await call('PATCH', path(id), body)).post;
const revisions = async (id: string, query = '') => expectData(await call('GET', path(id, `/revisions${query}`)));
const rowsOf = (postId: string) =>
  server.services.database.prisma.postRevision.findMany({ where: { postId }, orderBy: { number: 'asc' } });
const autosave = (input: object, cookie: string = server.ours.cookie) =>
  trpc(server, 'mutation', 'blog.autosave.save', input, { cookie });

describe('revisions', () => {
  it('say what a post was after each save that changed its words, who saved, when, and what', async () => {
    const post = await made({ title: 'Satu', tags: ['kopi'] });
    await patch(post.id, { title: 'Dua', body: 'lain', tags: ['kopi'] });
    await patch(post.id, { slug: unique('post-'), status: 'published' });
    const after = await patch(post.id, { metaTitle: 'M' });
    const { data, cursor, hasMore } = await revisions(post.id);
    expect([cursor, hasMore]).toEqual([null, false]);
    const by = { kind: 'key', id: server.ours.key.id, name: expect.any(String) };
    expect(data).toEqual([
      {
        id: data[0].id,
        number: 3,
        kind: 'save',
        at: after.updatedAt,
        by,
        changed: ['metaTitle'],
        restoredFrom: null,
        title: 'Dua',
      },
      {
        id: data[1].id,
        number: 2,
        kind: 'save',
        at: data[1].at,
        by,
        changed: ['title', 'body'],
        restoredFrom: null,
        title: 'Dua',
      },
      {
        id: data[2].id,
        number: 1,
        kind: 'save',
        at: post.createdAt,
        by,
        changed: [],
        restoredFrom: null,
        title: 'Satu',
      },
    ]);
    expect(expectData(await call('GET', path(post.id, `/revisions/${data[2].id}`))).revision).toEqual({
      ...data[2],
      excerpt: null,
      body: 'b',
      coverImage: null,
      authorName: null,
      tags: ['kopi'],
      metaTitle: null,
      metaDescription: null,
    });
  });

  it('keep what a post said that is older than they are, by nobody', async () => {
    const { id, title } = await makeBlogPost(server.services.database, server.ours.accountId);
    expect((await revisions(id)).data).toEqual([]);
    await patch(id, { title: 'Baru' });
    expect((await revisions(id)).data).toMatchObject([
      { number: 2, title: 'Baru' },
      { number: 1, title, by: null },
    ]);
  });

  it('leave the last 50 of 60, without a gap, in pages', async () => {
    const { id } = await made();
    for (let n = 1; n <= 60; n++) await patch(id, { title: `T ${n}` });
    const numbers: number[] = [];
    for (let query: string | null = '?limit=20'; query !== null;) {
      const { data, cursor, hasMore } = await revisions(id, query);
      numbers.push(...data.map(({ number }: { number: number }) => number));
      expect(hasMore).toBe(cursor !== null);
      query = cursor === null ? null : `?limit=20&cursor=${cursor}`;
    }
    expect(numbers).toEqual(Array.from({ length: 50 }, (_, n) => 61 - n));
    expectError(await call('GET', path(id, '/revisions?cursor=forged')), 400, 'VALIDATION');
  });

  it('are one for each of many saves at once, and each save finds the one before', async () => {
    const { id } = await makeBlogPost(server.services.database, server.ours.accountId);
    await Promise.all(Array.from({ length: 12 }, (_, n) => patch(id, { title: `Bersama ${n}` })));
    const rows = await rowsOf(id);
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 13 }, (_, n) => n + 1));
    expect(new Set(rows.map(({ title }) => title)).size).toBe(13);
    expect(rows.at(-1)?.title).toBe(expectData(await call('GET', path(id))).post.title);
  });

  it('go with their post, and the neighbour sees none of them', async () => {
    const post = await made();
    await patch(post.id, { title: 'Lain' });
    const [{ id: revisionId }] = (await revisions(post.id)).data;
    for (const more of ['/revisions', `/revisions/${revisionId}`, `/revisions/${revisionId}/diff`])
      expectError(await call('GET', path(post.id, more), undefined, server.theirs), 404, 'NOT_FOUND');
    expectError(
      await call('POST', path(post.id, `/revisions/${revisionId}/restore`), {}, server.theirs),
      404,
      'NOT_FOUND',
    );
    expectData(await call('DELETE', path(post.id)));
    expect(await rowsOf(post.id)).toEqual([]);
  });
});

describe('a diff', () => {
  it('leads from the revision before, from another one, or from the post as it is', async () => {
    const { id } = await made({ title: 'Satu', body: 'a\nb\nc', tags: ['x'] });
    await patch(id, { body: 'a\nB\nc' });
    await patch(id, { title: 'Tiga', tags: ['x', 'y'] });
    const [third, second, first] = (await revisions(id)).data;
    const diff = async (of: { id: string }, against = '') =>
      expectData(await call('GET', path(id, `/revisions/${of.id}/diff${against}`)));
    const hunk = (before: string, after: string) => ({
      fromLine: 1,
      toLine: 1,
      lines: [
        { op: 'equal', text: 'a' },
        { op: 'delete', text: before },
        { op: 'insert', text: after },
        { op: 'equal', text: 'c' },
      ],
    });
    expect(await diff(third)).toEqual({
      from: { id: second.id, number: 2, at: second.at },
      fields: [
        { field: 'title', before: 'Satu', after: 'Tiga' },
        { field: 'tags', before: ['x'], after: ['x', 'y'] },
      ],
      body: [],
    });
    expect(await diff(second)).toMatchObject({ from: { number: 1 }, fields: [], body: [hunk('b', 'B')] });
    expect(await diff(first, `?against=${third.id}`)).toMatchObject({
      from: { number: 3 },
      fields: [{ field: 'title', before: 'Tiga', after: 'Satu' }, { field: 'tags' }],
      body: [hunk('B', 'b')],
    });
    expect(await diff(first, '?against=current')).toMatchObject({ from: null, body: [hunk('B', 'b')] });
    expect(await diff(first)).toMatchObject({
      from: null,
      fields: [
        { before: '', after: 'Satu' },
        { before: [], after: ['x'] },
      ],
    });
    expectError(await call('GET', path(id, `/revisions/${first.id}/diff?against=cunknown`)), 404, 'NOT_FOUND');
  });

  it('of texts that are too long says so', async () => {
    const { id } = await made({ body: 'x'.repeat(300_001) });
    await patch(id, { body: 'y'.repeat(300_001) });
    await patch(id, { title: 'Lain' });
    const [third, second] = (await revisions(id)).data;
    expect(expectData(await call('GET', path(id, `/revisions/${second.id}/diff`))).body).toBeNull();
    expect(expectData(await call('GET', path(id, `/revisions/${third.id}/diff`))).body).toEqual([]);
  });
});

describe('restore', () => {
  it('makes a new revision with the old words, at once on a public post, and is audited', async () => {
    const tenant = server.ours;
    const first = await made({ title: 'Satu', body: 'lama', status: 'published', tags: ['a'] });
    const slug = unique('post-');
    await patch(first.id, { title: 'Dua', body: 'baru', slug, tags: [] });
    const [, { id: revisionId }] = (await revisions(first.id)).data;
    const restore = (body: object) => call('POST', path(first.id, `/revisions/${revisionId}/restore`), body);
    const { details } = expectError(await restore({ ifUpdatedAt: first.updatedAt }), 409, 'EDIT_CONFLICT');
    const { post } = expectData(await restore({ ifUpdatedAt: details?.updatedAt }));
    expect(post).toMatchObject({ title: 'Satu', body: 'lama', tags: ['a'], slug, status: 'published' });
    expect(expectData(await server.fetch('GET', `/api/v1/blog/public/${tenant.accountId}/${slug}`)).post.body).toBe(
      'lama',
    );
    expect((await revisions(first.id)).data[0]).toMatchObject({
      number: 3,
      kind: 'restore',
      restoredFrom: 1,
      changed: ['title', 'body', 'tags'],
    });
    expect((await auditOf(server, tenant.accountId)).filter(({ targetId }) => targetId === first.id)).toMatchObject([
      { action: 'blog_post.restore', data: { name: 'Satu', revision: 1 } },
    ]);
  });
});

describe('autosave', () => {
  it('writes a draft; those of one person within ten minutes are one revision', async () => {
    const post = await made({ body: 'a' });
    let version: string = post.updatedAt;
    const type = async (body: string) => {
      const { status, data } = await autosave({ id: post.id, ifUpdatedAt: version, body });
      expect([status, data.kept]).toEqual([200, 'post']);
      version = data.updatedAt;
    };
    for (const body of ['ab', 'abc', 'abcd']) await type(body);
    expect(expectData(await call('GET', path(post.id))).post).toMatchObject({ body: 'abcd', updatedAt: version });
    expect((await revisions(post.id)).data).toMatchObject([
      { number: 2, kind: 'autosave', changed: ['body'], by: { kind: 'session', name: expect.any(String) } },
      { number: 1, kind: 'save' },
    ]);
    try {
      setClockOffset(11 * 60_000);
      await type('abcde');
    } finally {
      setClockOffset(0);
    }
    expect((await rowsOf(post.id)).map(({ body }) => body)).toEqual(['a', 'abcd', 'abcde']);
  });

  it('of one of two who began with the same version writes nothing', async () => {
    const post = await made();
    const answers = await Promise.all(
      ['x', 'y'].map((body) => autosave({ id: post.id, ifUpdatedAt: post.updatedAt, body })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.code).toBe('EDIT_CONFLICT');
  });

  it('never reaches the public: it is kept for the person until they save, or want it no more', async () => {
    const tenant = await server.makeTenant();
    const { id, slug } = await makeBlogPost(server.services.database, tenant.accountId, {
      status: 'published',
      publishedAt: new Date('2026-01-01'),
    });
    const post = expectData(await call('GET', path(id), undefined, tenant)).post;
    const page = async () =>
      expectData(await server.fetch('GET', `/api/v1/blog/public/${tenant.accountId}/${slug}`)).post;
    const before = await page();
    const copy = async (cookie = tenant.cookie) =>
      (await trpc(server, 'query', 'blog.autosave.copy', { id }, { cookie })).data.copy;
    const { id: sub } = await makeUser(server.services.database, tenant.accountId);
    const colleague = await makeSession(server.services, { sub, accountId: tenant.accountId });
    const keep = async () =>
      await autosave({ id, ifUpdatedAt: post.updatedAt, title: 'Baru', excerpt: 'e' }, tenant.cookie);
    expect((await keep()).data).toEqual({ kept: 'copy', updatedAt: post.updatedAt });
    expect(await page()).toEqual(before);
    expect(expectData(await call('GET', path(id), undefined, tenant)).post).toEqual(post);
    expect(await rowsOf(id)).toEqual([]);
    expect(await copy()).toEqual({
      savedAt: expect.any(String),
      ofVersion: post.updatedAt,
      base: { title: post.title, excerpt: null },
      values: { title: 'Baru', excerpt: 'e' },
    });
    expect(await copy(colleague)).toBeNull();

    await trpc(server, 'mutation', 'blog.autosave.drop', { id }, { cookie: tenant.cookie });
    expect(await copy()).toBeNull();
    await keep();
    expect(
      (await trpc(server, 'mutation', 'blog.update', { id, title: 'Baru' }, { cookie: tenant.cookie })).status,
    ).toBe(200);
    expect(await copy()).toBeNull();
    expect((await keep()).code).toBe('EDIT_CONFLICT');
  });
});
