/** A post as a broadcast (docs/contract/blog.md#send-as-broadcast). */
import { describe, expect, it } from 'vitest';
import { setEnabledProviders } from '@/server/platform/vendors/enabled';
import { makeBlogPost } from '@/server/testing/factories/content';
import { makeChannel } from '@/server/testing/factories/messaging';
import { expectData, expectError } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();
const make = (tenant: Tenant, more: Parameters<typeof makeBlogPost>[2] = {}) =>
  makeBlogPost(server.services.database, tenant.accountId, {
    title: 'Gayo <baru>',
    slug: `gayo-${Date.now()}-${Math.random().toString(36).slice(2, 8)}`,
    body: 'Paragraf *pertama* dari tulisan.\n\nParagraf kedua.',
    ...more,
  });
const send = (tenant: Tenant, id: string, body: object = {}) =>
  server.call(tenant.key, 'POST', `/api/v1/blog/${id}/broadcast`, { body });

describe('a broadcast of a post', () => {
  it('is a draft with title, cover, beginning and a button to the page, which can be composed further', async () => {
    const tenant = await server.makeTenant();
    const post = await make(tenant, { coverImage: 'https://toko.example/gayo.jpg' });
    const answer = await send(tenant, post.id, { provider: 'email_p2' });
    expect(answer.status).toBe(201);
    const made = expectData(answer, 201);
    expect(made).toMatchObject({ name: 'Gayo <baru>', status: 'draft', providers: ['email_p2'], audience: {} });
    const { email } = made.content as {
      email: { subject: string; html: string; text: string; blocks: { blocks: { kind: string }[] } };
    };
    const url = `${server.services.settings.baseUrl}/b/${tenant.accountId}/${post.slug}`;
    expect(email).toMatchObject({ subject: 'Gayo <baru>', blocks: { preheader: 'Paragraf pertama dari tulisan.' } });
    expect(email.blocks.blocks.map(({ kind }) => kind)).toEqual(['header', 'image', 'hero', 'text', 'cta', 'footer']);
    expect(email.html).toContain('Paragraf pertama dari tulisan.');
    expect(email.html).not.toContain('<baru>');
    for (const said of [email.html, email.text]) expect(said).toContain(url);
    const changed = await server.call(tenant.key, 'PATCH', `/api/v1/broadcasts/${made.id}`, { body: { name: 'Lain' } });
    expect(expectData(changed).name).toBe('Lain');
  });

  it('goes over the e-mail channel that was connected first, and says the excerpt where there is one', async () => {
    const tenant = await server.makeTenant();
    await makeChannel(server.services, tenant.accountId, { provider: 'sms_p1' });
    await makeChannel(server.services, tenant.accountId, { provider: 'email_p3' });
    const post = await make(tenant, { excerpt: 'Ringkasnya.', title: 'x'.repeat(200) });
    const made = expectData(await send(tenant, post.id), 201);
    expect(made.providers).toEqual(['email_p3']);
    expect(made.name).toHaveLength(120);
    expect(made.content.email).toMatchObject({ blocks: { preheader: 'Ringkasnya.' } });
    expect(made.content.email.blocks.blocks.map(({ kind }: { kind: string }) => kind)).not.toContain('image');
  });

  it('is made of any post: the slug stands for a title of blanks, and a cover that no mail takes is left out', async () => {
    const tenant = await server.makeTenant();
    const post = await make(tenant, { title: ' ', coverImage: `https://toko.example/${'x'.repeat(3_900)}.jpg` });
    const made = expectData(await send(tenant, post.id, { provider: 'email_p1' }), 201);
    expect(made).toMatchObject({ name: post.slug, content: { email: { subject: post.slug } } });
    expect(made.content.email.blocks.blocks.map(({ kind }: { kind: string }) => kind)).not.toContain('image');
  });

  it('goes over no provider that this server has not', async () => {
    const post = await make(server.ours);
    setEnabledProviders({ smtp: false });
    try {
      expectError(await send(server.ours, post.id, { provider: 'email_smtp' }), 400, 'VALIDATION');
      const definition = {
        trigger: { type: 'manual' },
        steps: [{ kind: 'send', config: { provider: 'email_smtp', content: {} } }],
      };
      const funnel = await server.call(server.ours.key, 'POST', '/api/v1/funnels', {
        body: { name: 'Over SMTP', definition },
      });
      expectError(funnel, 400, 'VALIDATION');
    } finally {
      setEnabledProviders({ smtp: server.services.settings.extensions.has('smtp') });
    }
  });

  it('is made of one’s own posts, over e-mail', async () => {
    const post = await make(server.ours);
    expectError(await send(server.theirs, post.id), 404, 'NOT_FOUND');
    expectError(await send(server.ours, post.id, { provider: 'sms_p1' }), 400, 'VALIDATION');
  });
});
