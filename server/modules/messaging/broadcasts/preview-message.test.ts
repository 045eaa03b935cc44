/** The e-mail as one contact would get it, beside what the worker hands over. */
import { describe, expect, it } from 'vitest';
import { makeContact } from '@/server/testing/factories/audience';
import { unique } from '@/server/testing/factories/unique';
import { trpc } from '@/server/testing/http';
import { useServer } from '@/server/testing/server';

const CONTENT = {
  email: {
    subject: 'Untuk {firstName|Kakak}',
    blocks: {
      subject: 'Untuk {firstName|Kakak}',
      blocks: [
        {
          kind: 'text',
          format: 'markdown',
          body: 'Halo **{firstName|Kakak}**, [keranjang]({cartUrl|https://toko.example})',
        },
      ],
    },
  },
};

describe('with merge tags', () => {
  const server = useServer({ EXTENSIONS: 'merge-tags' });
  const contact = (options: Parameters<typeof makeContact>[2]) =>
    makeContact(server.services.database, server.ours.accountId, {
      email: `${unique('ani')}@example.test`,
      ...options,
    });
  const preview = (contactId: string, content: object = CONTENT) =>
    trpc(server, 'mutation', 'broadcasts.preview', { contactId, content }, { cookie: server.ours.cookie });

  it('fills in what the contact has, and what stands in for the rest', async () => {
    const ani = await contact({ firstName: 'Ani <3', attributes: { cartUrl: 'https://toko.example/c?a=1&b=2' } });
    const shown = (await preview(ani.id)).data;
    expect(shown).toMatchObject({ subject: 'Untuk Ani <3', mergeTags: true, leftOut: null });
    expect(shown.html).toContain('<strong>Ani &lt;3</strong>');
    expect(shown.html).toContain('href="https://toko.example/c?a=1&amp;b=2"');
    expect(shown.html).toContain('>Berhenti berlangganan</a>');
    const nobody = (await preview((await contact({})).id)).data;
    expect(nobody.subject).toBe('Untuk Kakak');
    expect(nobody.text).toContain('Halo Kakak, keranjang (https://toko.example)');
  });

  it('says why the contact would get nothing', async () => {
    const left = await contact({ subscriptions: { email: 'unsubscribed' } });
    expect((await preview(left.id)).data.leftOut).toBe('unsubscribed');
  });

  it("knows no contact of the neighbour's", async () => {
    const theirs = await makeContact(server.services.database, server.theirs.accountId);
    expect((await preview(theirs.id)).code).toBe('NOT_FOUND');
  });
});

describe('without merge tags', () => {
  const server = useServer();
  it('leaves the tags as they are written, and says so', async () => {
    const { id } = await makeContact(server.services.database, server.ours.accountId, { firstName: 'Ani' });
    const shown = await trpc(
      server,
      'mutation',
      'broadcasts.preview',
      { contactId: id, content: CONTENT },
      { cookie: server.ours.cookie },
    );
    expect(shown.data).toMatchObject({ subject: 'Untuk {firstName|Kakak}', mergeTags: false });
  });
});
