/** Languages of posts and their translations (docs/contract/blog.md#languages). The pages are server/doors/blog-languages.test.ts. */
import { describe, expect, it } from 'vitest';
import { unique } from '@/server/testing/factories/unique';
import { expectData, expectError } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();

const send = (tenant: Tenant, method: string, path: string, body?: object) =>
  server.call(tenant.key, method, `/api/v1/blog${path}`, body === undefined ? {} : { body });
const create = (tenant: Tenant, body: object) =>
  send(tenant, 'POST', '', { slug: unique('post-'), title: unique('T '), body: 'b', ...body });
const make = async (tenant: Tenant, body: object) => expectData(await create(tenant, body), 201).post;
const patch = (tenant: Tenant, id: string, body: object) => send(tenant, 'PATCH', `/${id}`, body);
const get = async (tenant: Tenant, id: string) => expectData(await send(tenant, 'GET', `/${id}`)).post;
/** An Indonesian post and its English translation. */
async function pair(tenant: Tenant, english: object = { status: 'published' }) {
  const id = await make(tenant, { locale: 'ID-id', status: 'published', title: 'Kopi' });
  const en = await make(tenant, { locale: 'en', translationOf: id.id, title: 'Coffee', ...english });
  return { id, en };
}

describe('a locale', () => {
  it.each([
    ['ID', 'id'],
    ['in', 'id'],
    ['pt-br', 'pt-BR'],
    ['zh-hant-tw', 'zh-Hant-TW'],
    ['es-419', 'es-419'],
    ['ban', 'ban'],
  ])('%s is %s', async (sent, stored) => {
    expect((await make(server.ours, { locale: sent })).locale).toBe(stored);
  });

  it.each(['', 'jp', 'english', 'en_US', 'en-QZ', 'x-private', 'en-u-ca-gregory', 'i', 'id\n', 'en-'])(
    'is not %j',
    async (locale) => {
      expectError(await create(server.ours, { locale }), 400, 'VALIDATION');
    },
  );

  it('is no key of a post that has none, nor are translations', async () => {
    const { text } = await create(server.ours, { locale: null });
    expect(text).not.toMatch(/locale|translation/);
    const post = await make(server.ours, { locale: 'id' });
    expect(post).not.toHaveProperty('translations');
    expect((await patch(server.ours, post.id, { locale: null })).text).not.toMatch(/locale|translation/);
  });
});

describe('translations', () => {
  it('name each other, whichever of them is read, and one that joins names all', async () => {
    const { id, en } = await pair(server.ours, {});
    const jv = await make(server.ours, { locale: 'jv', translationOf: en.id });
    const named = async (post: { id: string }) =>
      (await get(server.ours, post.id)).translations.map(({ id: other }: { id: string }) => other);
    expect(await named(id)).toEqual([en.id, jv.id]);
    expect(await named(en)).toEqual([id.id, jv.id]);
    expect(await named(jv)).toEqual([en.id, id.id]);
    expect((await get(server.ours, id.id)).translations[0]).toEqual({
      id: en.id,
      locale: 'en',
      slug: en.slug,
      title: 'Coffee',
      status: 'draft',
    });
    // One leaves, by hand, by losing its language, or for good.
    expect(expectData(await patch(server.ours, jv.id, { translationOf: null })).post).not.toHaveProperty(
      'translations',
    );
    expect(await named(id)).toEqual([en.id]);
    expectData(await patch(server.ours, jv.id, { translationOf: id.id }));
    expectData(await patch(server.ours, jv.id, { locale: null }));
    expectData(await patch(server.ours, jv.id, { locale: 'jv' }));
    expect(await named(en)).toEqual([id.id]);
    expectData(await send(server.ours, 'DELETE', `/${id.id}`));
    expect(await get(server.ours, en.id)).not.toHaveProperty('translations');
  });

  it('are one for each language, of any number that come at once', async () => {
    const { id } = await pair(server.ours);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => create(server.ours, { locale: 'de', translationOf: id.id })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    for (const answer of answers) if (answer.status === 409) expectError(answer, 409, 'LOCALE_TAKEN');
    const alone = await make(server.ours, { locale: 'en' });
    expectError(await patch(server.ours, alone.id, { translationOf: id.id }), 409, 'LOCALE_TAKEN');
    expectError(await patch(server.ours, id.id, { locale: 'en' }), 409, 'LOCALE_TAKEN');
  });

  it('that are tied to each other at once do not wait in a circle', async () => {
    for (let round = 0; round < 8; round++) {
      const [a, b] = [await make(server.ours, { locale: 'fr' }), await make(server.ours, { locale: 'de' })];
      const answers = await Promise.all([
        ...[a, a].map(({ id }) => patch(server.ours, id, { translationOf: b.id })),
        ...[b, b].map(({ id }) => patch(server.ours, id, { translationOf: a.id })),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect((await get(server.ours, a.id)).translations).toMatchObject([{ id: b.id }]);
    }
  });

  it('that come to a post at once come to one group', async () => {
    const id = await make(server.ours, { locale: 'id' });
    await Promise.all(['en', 'de', 'fr', 'nl'].map((locale) => make(server.ours, { locale, translationOf: id.id })));
    expect((await get(server.ours, id.id)).translations.map(({ locale }: { locale: string }) => locale)).toEqual([
      'de',
      'en',
      'fr',
      'nl',
    ]);
  });

  it('need a language on both sides, and are never of the neighbour', async () => {
    const id = await make(server.ours, { locale: 'id' });
    const none = await make(server.ours, {});
    const theirs = await make(server.theirs, { locale: 'id' });
    for (const body of [
      { translationOf: id.id },
      { locale: 'en', translationOf: none.id },
      { locale: 'en', translationOf: theirs.id },
      { locale: 'en', translationOf: 'cunknown' },
    ])
      expectError(await create(server.ours, body), 400, 'VALIDATION');
    expectError(await patch(server.ours, none.id, { translationOf: id.id }), 400, 'VALIDATION');
    expect(await get(server.theirs, theirs.id)).toEqual(theirs);
  });
});

describe('the public', () => {
  it('reads a post in no language as it read it before', async () => {
    const shop = await server.makeTenant();
    const post = await make(shop, { status: 'published' });
    await pair(shop);
    const { post: answer } = expectData(
      await server.fetch('GET', `/api/v1/blog/public/${shop.accountId}/${post.slug}`),
    );
    expect(Object.keys(answer)).toEqual([
      'id',
      'accountId',
      'slug',
      'title',
      'excerpt',
      'body',
      'coverImage',
      'status',
      'publishedAt',
      'authorName',
      'tags',
      'metaTitle',
      'metaDescription',
      'marketingCampaignId',
      'createdAt',
    ]);
  });
});
