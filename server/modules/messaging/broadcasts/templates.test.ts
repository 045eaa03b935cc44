/** Templates and the compiler behind the doors (docs/contract/broadcasts.md#templates). */
import { describe, expect, it } from 'vitest';
import { makeBroadcast } from '@/server/testing/factories/messaging';
import { unique } from '@/server/testing/factories/unique';
import { expectData, expectError, trpc } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';
import { nextMillisecond } from '@/server/testing/waits';

const server = useServer();
const PATH = '/api/v1/broadcasts/templates';

const post = (body: unknown, who: Tenant = server.ours) => server.call(who.key, 'POST', PATH, { body });
const patch = (id: string, body: unknown, who: Tenant = server.ours) =>
  server.call(who.key, 'PATCH', `${PATH}/${id}`, { body });
const compile = (body: unknown, who: Tenant = server.ours) => server.call(who.key, 'POST', `${PATH}/compile`, { body });
const list = async (who: Tenant = server.ours) =>
  expectData(await server.call(who.key, 'GET', PATH)).templates as { id: string; name: string }[];
const make = async (body: object = {}, who: Tenant = server.ours) =>
  expectData(await post({ name: unique('T'), ...body }, who), 201).template;
const upload = async (who: Tenant = server.ours): Promise<{ key: string; publicUrl: string }> =>
  expectData(
    await server.call(who.key, 'POST', '/api/v1/uploads/sign-merchant', {
      body: { kind: 'compose-asset', contentType: 'image/png', size: 8 },
    }),
  );

const DOCUMENT = {
  subject: 'Halo',
  preheader: 'Panen baru',
  accentColor: '#0F766E',
  blocks: [
    { kind: 'hero', title: 'Gayo' },
    { kind: 'text', body: 'Sudah tiba.' },
  ],
};

describe('POST /broadcasts/templates', () => {
  it('answers 201 with the template, blank but for its name', async () => {
    const name = unique('T');
    const { template } = expectData(await post({ name }), 201);
    expect(template).toEqual({
      id: expect.any(String),
      accountId: server.ours.accountId,
      name,
      description: null,
      providers: [],
      content: {},
      blocks: null,
      createdAt: expect.any(String),
      updatedAt: template.createdAt,
    });
  });

  it('keeps what is sent, and compiles the document into the e-mail content', async () => {
    const template = await make({
      description: 'd',
      providers: ['email_p1', 'sms_p1', 'email_p1'],
      content: { sms: { body: 'b' }, email: { fromName: 'Sari', html: 'old' } },
      blocks: { ...DOCUMENT, more: 1 },
    });
    expect(template).toMatchObject({
      description: 'd',
      providers: ['email_p1', 'sms_p1'],
      blocks: DOCUMENT,
      content: { sms: { body: 'b' }, email: { fromName: 'Sari', subject: 'Halo' } },
    });
    expect(template.blocks).not.toHaveProperty('more');
    const compiled = expectData(await compile(DOCUMENT));
    expect([template.content.email.html, template.content.email.text]).toEqual([compiled.html, compiled.text]);
    expect(compiled.html).toContain('Sudah tiba.');
  });

  it('keeps the subject that the content has when the document has none', async () => {
    const template = await make({ content: { email: { subject: 'Kept' } }, blocks: { blocks: [], subject: ' ' } });
    expect(template.content.email.subject).toBe('Kept');
  });

  it('refuses a name that is taken, also when two come at once', async () => {
    const name = unique('T');
    const answers = await Promise.all([post({ name }), post({ name })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expectError(await post({ name }), 409, 'NAME_EXISTS');
    expect((await post({ name }, server.theirs)).status).toBe(201);
  });

  it.each([
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: 'n'.repeat(121) }, 'name'],
    [{ name: 'n', description: 'd'.repeat(2001) }, 'description'],
    [{ name: 'n', providers: ['pigeon'] }, 'providers.0'],
    [{ name: 'n', providers: Array.from({ length: 11 }, () => 'email_p1') }, 'providers'],
    [{ name: 'n', content: [] }, 'content'],
    [{ name: 'n', blocks: [] }, 'blocks'],
    [{ name: 'n', blocks: { subject: 's' } }, 'blocks.blocks'],
    [{ name: 'n', blocks: { blocks: Array.from({ length: 41 }, () => ({ kind: 'divider' })) } }, 'blocks.blocks'],
    [{ name: 'n', blocks: { blocks: [{ kind: 'poem' }] } }, 'blocks.blocks.0.kind'],
    [
      { name: 'n', blocks: { blocks: [{ kind: 'divider' }, { kind: 'cta', label: 'x', url: 'javascript:x' }] } },
      'blocks.blocks.1.url',
    ],
    [{ name: 'n', blocks: { blocks: [{ kind: 'image', alt: 'x' }] } }, 'blocks.blocks.0.src'],
    [{ name: 'n', blocks: { blocks: [{ kind: 'image', alt: 'x', src: 'mailto:a@b.c' }] } }, 'blocks.blocks.0.src'],
    [{ name: 'n', blocks: { blocks: [{ kind: 'image', src: 'https://a.b/c.png' }] } }, 'blocks.blocks.0.alt'],
    [{ name: 'n', blocks: { blocks: [{ kind: 'footer', unsubscribeUrl: '/u' }] } }, 'blocks.blocks.0.unsubscribeUrl'],
    [{ name: 'n', blocks: { blocks: [], accentColor: 'teal' } }, 'blocks.accentColor'],
    [{ name: 'n', blocks: { blocks: [{ kind: 'header', logoKey: 'nobody' }] } }, 'blocks.blocks.0.logoKey'],
  ])('refuses %j at %s', async (body, path) => {
    const { details } = expectError(await post(body), 400, 'VALIDATION');
    expect(details.issues.map((issue: { path: string }) => issue.path)).toContain(path);
  });

  it('takes 40 blocks', async () => {
    await make({ blocks: { blocks: Array.from({ length: 40 }, () => ({ kind: 'divider' })) } });
  });

  it('refuses what mail programs would cut off', async () => {
    const body = 'a '.repeat(4999);
    const { details } = expectError(
      await post({ name: unique('T'), blocks: { blocks: Array.from({ length: 11 }, () => ({ kind: 'text', body })) } }),
      400,
      'VALIDATION',
    );
    expect(details.issues[0].path).toBe('blocks.blocks');
  });
});

describe('keys of uploads', () => {
  it('become the public address of the image', async () => {
    const { key, publicUrl } = await upload();
    const { html } = expectData(
      await compile({
        blocks: [
          { kind: 'header', logoKey: key, brandName: 'Kopi' },
          { kind: 'image', assetKey: key, src: 'https://example.com/not-this.png', alt: 'a' },
        ],
      }),
    );
    expect(html.match(/<img src="([^"]*)"/g)).toEqual([`<img src="${publicUrl}"`, `<img src="${publicUrl}"`]);
  });

  it("are unknown when they are the neighbour's", async () => {
    const { key } = await upload(server.theirs);
    const blocks = [{ kind: 'divider' }, { kind: 'image', assetKey: key, alt: 'a' }];
    const path = (answer: Awaited<ReturnType<typeof post>>) =>
      expectError(answer, 400, 'VALIDATION').details.issues[0].path as string;
    expect(path(await compile({ blocks }))).toBe('blocks.1.assetKey');
    expect(path(await post({ name: unique('T'), blocks: { blocks } }))).toBe('blocks.blocks.1.assetKey');
    expect(path(await patch((await make()).id, { blocks: { blocks } }))).toBe('blocks.blocks.1.assetKey');
    expect(
      path(
        await server.call(server.ours.key, 'POST', '/api/v1/broadcasts', {
          body: { name: 'b', providers: ['email_p1'], content: { email: { blocks: { blocks } } } },
        }),
      ),
    ).toBe('content.email.blocks.blocks.1.assetKey');
  });

  it('may be given another address for a preview', async () => {
    const { key } = await upload();
    const { html } = expectData(
      await compile({
        blocks: [
          { kind: 'image', assetKey: key, alt: '' },
          { kind: 'image', assetKey: 'elsewhere', alt: '' },
        ],
        assetUrls: { [key]: 'https://example.com/a.png?x=1&y=2', elsewhere: 'http://example.com/b.png' },
      }),
    );
    expect(html).toContain('src="https://example.com/a.png?x=1&amp;y=2"');
    expect(html).toContain('src="http://example.com/b.png"');
    expectError(await compile({ blocks: [], assetUrls: { a: 'javascript:x' } }), 400, 'VALIDATION');
  });
});

describe('POST /broadcasts/templates/compile', () => {
  it('answers with html and text, and saves nothing', async () => {
    const before = await list();
    expect(Object.keys(expectData(await compile(DOCUMENT))).sort()).toEqual(['html', 'text']);
    expect(await list()).toEqual(before);
  });

  it('speaks the language of the workspace', async () => {
    const tenant = await server.makeTenant();
    await server.services.database.prisma.account.update({ where: { id: tenant.accountId }, data: { country: 'SG' } });
    const blocks = [{ kind: 'footer', unsubscribeUrl: 'https://example.com' }];
    expect(expectData(await compile({ blocks }, tenant)).text).toBe('Unsubscribe: https://example.com\n');
    expect(expectData(await compile({ blocks })).text).toBe('Berhenti berlangganan: https://example.com\n');
  });
});

describe('GET /broadcasts/templates', () => {
  it('lists ours, most recently updated first', async () => {
    const tenant = await server.makeTenant();
    const [first, second, third] = [await make({}, tenant), await make({}, tenant), await make({}, tenant)];
    await patch(first.id, { description: 'touched' }, tenant);
    expect((await list(tenant)).map(({ id }) => id)).toEqual([first.id, third.id, second.id]);
    expect((await list(server.theirs)).map(({ id }) => id)).not.toContain(first.id);
  });
});

describe('PATCH /broadcasts/templates/:tid', () => {
  it('changes what is sent and nothing else', async () => {
    const template = await make({ description: 'd', providers: ['sms_p1'], content: { sms: { body: 'b' } } });
    const name = unique('T');
    await nextMillisecond();
    const changed = expectData(await patch(template.id, { name })).template;
    expect(changed).toEqual({ ...template, name, updatedAt: changed.updatedAt });
    expect(changed.updatedAt > template.updatedAt).toBe(true);
  });

  it('compiles anew when the document or the content is sent', async () => {
    const template = await make({ blocks: DOCUMENT });
    const changed = expectData(
      await patch(template.id, { blocks: { ...DOCUMENT, subject: 'Baru', blocks: [{ kind: 'text', body: 'Lain' }] } }),
    ).template;
    expect(changed.content.email).toMatchObject({ subject: 'Baru', text: 'Lain\n' });
    const replaced = expectData(
      await patch(template.id, { content: { email: { html: 'mine', fromName: 'Sari' } } }),
    ).template;
    expect(replaced.content.email).toMatchObject({
      fromName: 'Sari',
      html: changed.content.email.html,
      text: 'Lain\n',
    });
  });

  it('takes the document away with null and keeps the content', async () => {
    const template = await make({ blocks: DOCUMENT });
    const changed = expectData(await patch(template.id, { blocks: null })).template;
    expect([changed.blocks, changed.content]).toEqual([null, template.content]);
    expect(expectData(await patch(template.id, { content: { email: { html: 'mine' } } })).template.content).toEqual({
      email: { html: 'mine' },
    });
  });

  it('refuses a name that is taken, and leaves the template as it was', async () => {
    const [one, other] = [await make(), await make()];
    expectError(await patch(one.id, { name: other.name, description: 'x' }), 409, 'NAME_EXISTS');
    expect(await list()).toContainEqual(one);
    expectData(await patch(one.id, { name: one.name }));
  });

  it("answers the neighbour's template like one that does not exist", async () => {
    const template = await make({}, server.theirs);
    for (const id of [template.id, 'cunknown']) {
      expectError(await patch(id, { name: 'x' }), 404, 'NOT_FOUND');
      expectError(await server.call(server.ours.key, 'DELETE', `${PATH}/${id}`), 404, 'NOT_FOUND');
    }
    expect(await list(server.theirs)).toContainEqual(template);
  });
});

describe('DELETE /broadcasts/templates/:tid', () => {
  it('is for good', async () => {
    const { id } = await make();
    expect(expectData(await server.call(server.ours.key, 'DELETE', `${PATH}/${id}`))).toEqual({ id, deleted: true });
    expectError(await server.call(server.ours.key, 'DELETE', `${PATH}/${id}`), 404, 'NOT_FOUND');
    expect((await list()).map((template) => template.id)).not.toContain(id);
  });
});

describe('the block document of a broadcast', () => {
  it('is compiled when the content is saved', async () => {
    const { id } = await makeBroadcast(server.services.database, server.ours.accountId);
    const saved = expectData(
      await server.call(server.ours.key, 'PATCH', `/api/v1/broadcasts/${id}`, {
        body: { content: { sms: { body: 'b' }, email: { html: 'old', blocks: { ...DOCUMENT, more: 1 } } } },
      }),
    );
    const compiled = expectData(await compile(DOCUMENT));
    expect(saved.content).toEqual({ sms: { body: 'b' }, email: { blocks: DOCUMENT, subject: 'Halo', ...compiled } });
  });

  it('leaves content without one alone', async () => {
    const content = { email: { subject: 's', html: '<p>mine</p>', blocks: null } };
    const created = expectData(
      await server.call(server.ours.key, 'POST', '/api/v1/broadcasts', {
        body: { name: 'b', providers: ['email_p1'], content },
      }),
      201,
    );
    expect(created.content).toEqual(content);
  });

  it('is refused when it is none', async () => {
    const answer = await server.call(server.ours.key, 'POST', '/api/v1/broadcasts', {
      body: { name: 'b', providers: ['email_p1'], content: { email: { blocks: { blocks: [{ kind: 'text' }] } } } },
    });
    expect(expectError(answer, 400, 'VALIDATION').details.issues[0].path).toBe('content.email.blocks.blocks.0.body');
  });
});

describe("the dashboard's list", () => {
  it('comes in pages, without contents, and searches names and descriptions', async () => {
    const tenant = await server.makeTenant();
    for (const name of ['Promo Lebaran', 'Surat mingguan', 'promo akhir tahun'])
      await make({ name, blocks: DOCUMENT }, tenant);
    const page = async (input: object) =>
      (await trpc(server, 'query', 'broadcasts.templates.overview', input, { cookie: tenant.cookie })).data;
    const first = await page({ limit: 2 });
    expect(first.items.map(({ name }: { name: string }) => name)).toEqual(['promo akhir tahun', 'Surat mingguan']);
    expect(first).toMatchObject({ total: 3, hasMore: true });
    expect(first.items[0]).toMatchObject({ subject: 'Halo', hasBlocks: true });
    expect(first.items[0]).not.toHaveProperty('content');
    expect(
      (await page({ limit: 2, cursor: first.nextCursor })).items.map(({ name }: { name: string }) => name),
    ).toEqual(['Promo Lebaran']);
    expect(await page({ q: 'PROMO' })).toMatchObject({ total: 2 });
    expect(await page({ q: 'nothing' })).toMatchObject({ total: 0, items: [], hasMore: false });
  });
});
