/** docs/contract/forms.md */
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mailboxOf } from '@/server/platform/lib/email-address';
import { makeChannel } from '@/server/testing/factories/messaging';
import { makeContact, makeContactList } from '@/server/testing/factories/audience';
import { unique } from '@/server/testing/factories/unique';
import { makeForm, mailedLink, signUp, stampFrom, WORDING } from '@/server/testing/forms';
import { expectData, expectError } from '@/server/testing/http';
import { useServer, type Answer } from '@/server/testing/server';
import { sweepForms } from '@/server/modules/audience/forms/sweep';
import { confirmUrl } from '@/server/modules/audience/forms/tokens';

/** Node calls itself a robot. */
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0' };
const server = useServer({}, { pages: true });
const prisma = () => server.services.database.prisma;
const call = (method: string, path: string, body?: Record<string, unknown>): Promise<Answer> =>
  server.call(server.ours.key, method, `/api/v1${path}`, body === undefined ? {} : { body });
const address = (): string => `${unique('sari')}@example.test`;
const form = (more: Parameters<typeof makeForm>[2] = {}): Promise<string> =>
  makeForm(server.services.database, server.ours.accountId, more);
const channel = () => makeChannel(server.services, server.ours.accountId);

const contactsAt = (email: string) =>
  prisma().contact.findMany({ where: { accountId: server.ours.accountId, email }, orderBy: { createdAt: 'asc' } });
const contactAt = async (email: string) => {
  const [contact] = await contactsAt(email);
  if (contact === undefined) throw new Error(`There is no contact at ${email}.`);
  return contact;
};
const wordsOf = async (email: string): Promise<unknown> => (await contactAt(email)).subscriptions;
const ledgerOf = async (email: string) => {
  const { id } = await contactAt(email);
  const entries = await prisma().consentEntry.findMany({ where: { contactId: id }, orderBy: { position: 'asc' } });
  return entries.map(({ family, from, to, by, source }) => ({ family, from, to, by, source }));
};
const messagesTo = (recipient: string) => prisma().marketingMessage.findMany({ where: { recipient } });
const totalsOf = async (id: string): Promise<unknown> => expectData(await call('GET', `/forms/${id}`)).totals;

const expectPage = (answer: Answer, status = 200): string => {
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.text).toMatch(/^<!doctype html>/);
  expect(answer.text).not.toMatch(/<script|\son\w+=|javascript:|style="/i);
  return answer.text;
};

describe('/forms', () => {
  it('makes one with what was left out', async () => {
    const name = unique('Newsletter ');
    const made = expectData(await call('POST', '/forms', { name }), 201);
    expect(made).toMatchObject({
      accountId: server.ours.accountId,
      name,
      status: 'live',
      title: null,
      fields: [{ field: 'email', label: null, required: true }],
      listId: null,
      doubleOptIn: true,
      allowedOrigins: [],
      popup: null,
      totals: { views: 0, submissions: 0, confirmed: 0 },
    });
    expect(Object.keys(made.consents)).toEqual(['email']);
    expect(made.url).toMatch(new RegExp(`/f/${made.id}$`));
    expect(made.embedCode).toMatch(
      new RegExp(`^<script async src="[^"]+/forms\\.js" data-form="${made.id}"></script>$`),
    );
    expect(expectData(await call('GET', `/forms/${made.id}`))).toEqual(made);
    expectError(await call('POST', '/forms', { name }), 409, 'NAME_TAKEN');
  });

  it.each([
    ['no address to write to', { fields: [{ field: 'firstName' }] }, 'fields'],
    ['the same twice', { fields: [{ field: 'email' }, { field: 'email' }] }, 'fields.1'],
    [
      'an attribute twice',
      {
        fields: [{ field: 'email' }, ...[1, 2].map(() => ({ field: 'attribute', key: 'a', label: 'A', type: 'text' }))],
      },
      'fields.2',
    ],
    [
      'the attribute of shops',
      { fields: [{ field: 'email' }, { field: 'attribute', key: 'shop', label: 'A', type: 'text' }] },
      'fields.1.key',
    ],
    [
      'a choice of nothing',
      { fields: [{ field: 'email' }, { field: 'attribute', key: 'a', label: 'A', type: 'choice' }] },
      'fields.1.options',
    ],
    ['a confirmation without an e-mail', { fields: [{ field: 'phone' }], consents: { sms: 'Yes.' } }, 'doubleOptIn'],
    ['a channel without its address', { consents: { sms: 'Yes.' } }, 'consents.sms'],
    ['no wording', { consents: {} }, 'consents'],
    ['an address that is none', { afterUrl: 'javascript:alert(1)' }, 'afterUrl'],
    ['an origin that is none', { allowedOrigins: ['toko'] }, 'allowedOrigins.0'],
    ['a pop-up that never comes', { popup: {} }, 'popup'],
  ])('refuses %s', async (_what, body, path) => {
    const answer = await call('POST', '/forms', { name: unique('Form '), ...body });
    expectError(answer, 400, 'VALIDATION');
    expect(JSON.stringify(answer.body.error?.details)).toContain(`"${path}"`);
  });

  it('takes ten attributes and no eleventh', async () => {
    const attributes = Array.from({ length: 11 }, (_, n) => ({
      field: 'attribute',
      key: `a${n}`,
      label: 'A',
      type: 'text',
    }));
    const fields = (count: number) => [{ field: 'email' }, ...attributes.slice(0, count)];
    expectData(await call('POST', '/forms', { name: unique('F '), fields: fields(10) }), 201);
    expectError(await call('POST', '/forms', { name: unique('F '), fields: fields(11) }), 400, 'VALIDATION');
  });

  it('changes in part, looks at the whole, and says who changed it', async () => {
    const id = await form();
    expectError(await call('PATCH', `/forms/${id}`, { fields: [{ field: 'phone' }] }), 400, 'VALIDATION');
    const changed = expectData(
      await call('PATCH', `/forms/${id}`, {
        title: 'News',
        fields: [{ field: 'phone' }],
        consents: { sms: 'Yes.' },
        doubleOptIn: false,
      }),
    );
    expect(changed).toMatchObject({ title: 'News', fields: [{ field: 'phone', required: true }], doubleOptIn: false });
    const entry = await prisma().auditEntry.findFirstOrThrow({ where: { targetId: id } });
    expect(entry).toMatchObject({ action: 'form.update', targetType: 'form' });
  });

  it('lists the newest first, in pages', async () => {
    const made = [await form(), await form({ createdAt: new Date(Date.now() + 1000) })];
    const first = expectData(await call('GET', '/forms?limit=1'));
    expect(first.data.map(({ id }: { id: string }) => id)).toEqual([made[1]]);
    const second = expectData(await call('GET', `/forms?limit=1&cursor=${encodeURIComponent(first.cursor)}`));
    expect(second.data).toHaveLength(1);
    expect(second.data[0].id).not.toBe(made[1]);
  });

  it('outlives the list that it fills, and its contacts outlive the form', async () => {
    const list = await makeContactList(server.services.database, server.ours.accountId);
    const id = await form({ listId: list.id, doubleOptIn: false });
    const email = address();
    expectPage(await signUp(server, id, { email }));
    expectData(await call('DELETE', `/contact-lists/${list.id}`));
    expect(expectData(await call('GET', `/forms/${id}`)).listId).toBeNull();
    expect(expectData(await call('DELETE', `/forms/${id}`))).toEqual({ id, deleted: true });
    expect(await wordsOf(email)).toEqual({ email: 'subscribed' });
    expect(await prisma().formSubmission.count({ where: { formId: id } })).toBe(0);
    expect((await server.fetch('GET', `/f/${id}`)).status).toBe(404);
  });
});

describe('/f/<formId>', () => {
  it('shows the form in the language of who reads, and counts who looks', async () => {
    const id = await form({
      title: 'Kabar dari <toko>',
      description: 'Sebulan sekali.',
      fields: [
        { field: 'email', label: null, required: true },
        {
          field: 'attribute',
          key: 'roast',
          label: 'Roast',
          type: 'choice',
          required: false,
          options: ['light', 'dark'],
        },
      ],
    });
    const page = expectPage(
      await server.fetch('GET', `/f/${id}`, { headers: { 'accept-language': 'id', ...BROWSER } }),
    );
    expect(page).toContain('<html lang="id">');
    expect(page).toContain('Kabar dari &lt;toko&gt;');
    expect(page).toContain('<option value="dark">dark</option>');
    expect(page).toContain(WORDING);
    expect(page).toContain('>Daftar</button>');
    await server.fetch('HEAD', `/f/${id}`);
    await server.fetch('GET', `/f/${id}`, { headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' } });
    expect(await totalsOf(id)).toEqual({ views: 1, submissions: 0, confirmed: 0 });
    const { days } = expectData(await call('GET', `/forms/${id}/figures?days=3`));
    expect(days).toHaveLength(3);
    expect(days[2]).toMatchObject({ views: 1, submissions: 0, confirmed: 0, blocked: 0 });
  });

  it('asks for consent in the language that the visitor reads, and keeps the words that were shown', async () => {
    const made = expectData(await call('POST', '/forms', { name: unique('Form '), doubleOptIn: false }), 201);
    const { id, consents } = made as { id: string; consents: { email: string } };
    expect(consents.email).toMatch(/^Ya, /);
    const shownIn = async (language: string): Promise<string> => {
      const page = expectPage(await server.fetch('GET', `/f/${id}`, { headers: { 'accept-language': language } }));
      return /(?:Yes|Ya), [^<]+/.exec(page)?.[0] ?? '';
    };
    expect(await shownIn('en')).toMatch(/^Yes, .+ may send me news/);
    expect(await shownIn('id')).toBe(consents.email);
    const email = address();
    await signUp(server, id, { email }, { headers: { 'accept-language': 'en' } });
    const { data } = expectData(await call('GET', `/forms/${id}/submissions`)) as { data: { consents: object }[] };
    expect(data[0]?.consents).toEqual({ email: await shownIn('en') });
  });

  it('is sent as it was served', async () => {
    await channel();
    const id = await form();
    const page = expectPage(await server.fetch('GET', `/f/${id}`));
    const stamp = /name="stamp" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const email = address();
    const early = expectPage(await signUp(server, id, { email }, { stamp }), 400);
    expect(early).toContain('Please send the form once more.');
    expect(early).toContain(`value="${email}"`);
    expect(early).toContain(stamp);
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    expect(expectPage(await signUp(server, id, { email }, { stamp }))).toContain('One more step');
    expect(await wordsOf(email)).toEqual({ email: 'pending' });
  });

  it('says what is wrong at the field, keeps what was entered, and writes nothing', async () => {
    const id = await form({
      fields: [
        { field: 'email', label: null, required: true },
        { field: 'phone', label: null, required: false },
        { field: 'attribute', key: 'born', label: 'Born', type: 'date', required: true, options: [] },
        { field: 'attribute', key: 'cups', label: 'Cups', type: 'number', required: false, options: [] },
        { field: 'attribute', key: 'roast', label: 'Roast', type: 'choice', required: false, options: ['light'] },
      ],
      consents: { email: WORDING, whatsapp: 'By WhatsApp.' },
    });
    const sent = {
      email: '"><b>x',
      phone: 'no',
      'attribute.born': '2026-02-30',
      'attribute.cups': 'two',
      'attribute.roast': 'dark',
    };
    const page = expectPage(await signUp(server, id, sent), 400);
    for (const said of [
      'not an e-mail address',
      'not a phone number',
      'not a date',
      'not a number',
      'Choose one of these',
      'Tick at least one',
    ])
      expect(page).toContain(said);
    expect(page).toContain('value="&quot;&gt;&lt;b&gt;x"');
    expect(page).not.toContain('<b>x');
    // A screen reader reads each fault with its field.
    const described = [...page.matchAll(/ aria-describedby="([^"]+)"/g)].map(([, id]) => id!);
    expect(described).toEqual(expect.arrayContaining(Object.keys(sent).map((name) => `${name}-fault`)));
    for (const fault of described) expect(page).toContain(` id="${fault}"`);
    const answer = await signUp(server, id, { ...sent, 'consent.whatsapp': '1', phone: '' }, { asData: true });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.error?.details?.fields as object).sort()).toEqual(
      ['attribute.born', 'attribute.cups', 'attribute.roast', 'email', 'phone'].sort(),
    );
    expect(await prisma().formSubmission.count({ where: { formId: id } })).toBe(0);
  });

  it('leads to the page of the merchant, which its policy allows', async () => {
    const id = await form({ afterUrl: 'https://toko.example/thanks', doubleOptIn: false });
    const page = await server.fetch('GET', `/f/${id}`);
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https://toko.example;");
    const answer = await signUp(server, id, { email: address() });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('https://toko.example/thanks');
  });

  it('is closed, unknown, or on a site that it may not stand on', async () => {
    const closed = await form({ status: 'closed' });
    expect(expectPage(await server.fetch('GET', `/f/${closed}`), 410)).toContain('This form is closed');
    expectPage(await signUp(server, closed, { email: address() }), 410);
    for (const unknown of ['cunknown', '..%2f', "x'--"]) expectPage(await server.fetch('GET', `/f/${unknown}`), 404);
    const bound = await form({ allowedOrigins: ['https://toko.example'] });
    const from = (origin: string) => server.fetch('GET', `/f/${bound}?format=json`, { headers: { origin } });
    expect((await from('https://evil.example')).status).toBe(403);
    const allowed = await from('https://toko.example');
    expect(allowed.status).toBe(200);
    expect(allowed.headers.get('access-control-allow-origin')).toBe('*');
    expect(
      (await signUp(server, bound, { email: address() }, { headers: { origin: 'https://evil.example' } })).status,
    ).toBe(403);
  });

  it('refuses in the format that was asked for, whatever is wrong and however early', async () => {
    const id = await form({});
    const large = { body: { email: 'x'.repeat(70_000) } };
    const refused: [status: number, method: string, path: string, options?: object][] = [
      [413, 'POST', `/f/${id}`, large],
      [405, 'DELETE', `/f/${id}`],
      [404, 'GET', '/f/cunknown'],
      [404, 'POST', '/f/cunknown', { body: { email: address() } }],
      [404, 'GET', `/f/${id}/more`],
    ];
    for (const [status, method, path, options] of refused) {
      const asked = await server.fetch(method, `${path}?format=json`, options);
      expect([asked.status, asked.headers.get('content-type')], `${method} ${path}`).toEqual([
        status,
        'application/json; charset=utf-8',
      ]);
      expect(asked.body).toMatchObject({ data: null, error: { message: expect.any(String) } });
      expect(asked.headers.get('access-control-allow-origin')).toBe('*');
      expectPage(await server.fetch(method, path, options), status);
    }
    const broken = { body: '{', headers: { 'content-type': 'application/json' } };
    expect((await server.fetch('POST', `/f/${id}?format=json`, broken)).headers.get('content-type')).toMatch(/json/);
  });

  it('answers an embedded form with data', async () => {
    const id = await form({ popup: { delaySeconds: 3, scrollPercent: null, onExit: true }, language: 'en' });
    const { data } = (await server.fetch('GET', `/f/${id}?format=json`)).body as { data: Record<string, unknown> };
    expect(data).toMatchObject({
      id,
      fields: [{ name: 'email', label: 'E-mail', kind: 'email', required: true }],
      popup: { delaySeconds: 3, onExit: true },
      trap: 'company_website',
    });
    expect(await totalsOf(id)).toMatchObject({ views: 0 });
    expect((await server.fetch('POST', `/f/${id}?event=view`, { headers: BROWSER })).status).toBe(204);
    expect(await totalsOf(id)).toMatchObject({ views: 1 });
    const headers = { origin: 'https://toko.example' };
    const email = address();
    const answer = await signUp(server, id, { email }, { asData: true, headers });
    expect(answer.body.data).toMatchObject({ title: 'One more step', url: null });
    const { data: submissions } = expectData(await call('GET', `/forms/${id}/submissions`));
    expect(submissions).toMatchObject([
      { email, origin: 'https://toko.example', confirmedAt: null, consents: { email: WORDING } },
    ]);
    expect(Object.keys(submissions[0])).not.toContain('ip');
  });
});

describe('robots', () => {
  it('are answered like people where they fill in what nobody sees, and write nothing', async () => {
    const id = await form();
    const email = address();
    const answer = expectPage(await signUp(server, id, { email, company_website: 'https://spam.example' }));
    expect(answer).toContain('One more step');
    expect(await contactsAt(email)).toEqual([]);
    const { days } = expectData(await call('GET', `/forms/${id}/figures?days=1`));
    expect(days[0]).toMatchObject({ submissions: 0, blocked: 1 });
  });

  it('cannot say themselves when the page was shown', async () => {
    const id = await form();
    const [other, email] = [await form(), address()];
    const good = stampFrom(server, id);
    for (const stamp of ['', 'x', good.replace(/^./, '9'), stampFrom(server, other), `${good}x`]) {
      const page = expectPage(await signUp(server, id, { email }, { stamp }), 400);
      // The page has a new one, for a person to whom that happened.
      expect(page).not.toContain(`value="${stamp}"`);
    }
    expectPage(await signUp(server, id, { email }, { stamp: stampFrom(server, id, 25 * 3600_000) }), 400);
    expect(await contactsAt(email)).toEqual([]);
    expectPage(await signUp(server, id, { email }, { stamp: good }));
    expect(await contactsAt(email)).toHaveLength(1);
  });

  it('come no more than twenty times in ten minutes from a network; one page sent twice is one', async () => {
    const id = await form();
    const [stamp, email] = [stampFrom(server, id), address()];
    const twice = await Promise.all([1, 2, 3].map(() => signUp(server, id, { email }, { stamp })));
    expect(twice.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await totalsOf(id)).toMatchObject({ submissions: 1 });
    const flood = await Promise.all(Array.from({ length: 60 }, () => signUp(server, id, { email: address() })));
    expect(flood.filter(({ status }) => status === 200)).toHaveLength(19);
    expect(flood.filter(({ status }) => status === 429)).toHaveLength(41);
    expect(await totalsOf(id)).toMatchObject({ submissions: 20 });
    // Whoever had no answer sends their page again, and is in; with another address it is another submission.
    expectPage(await signUp(server, id, { email }, { stamp }));
    expect((await signUp(server, id, { email: address() }, { stamp })).status).toBe(429);
    expect(await totalsOf(id)).toMatchObject({ submissions: 20 });
    // Another form of the shop is not closed by it.
    expectPage(await signUp(server, await form(), { email: address() }));
  });
});

describe('double opt-in', () => {
  it('makes a contact that waits, asks once by e-mail, and subscribes who presses the button', async () => {
    const mails = await channel();
    const list = await makeContactList(server.services.database, server.ours.accountId);
    const id = await form({
      listId: list.id,
      language: 'en',
      fields: [
        { field: 'email', label: null, required: true },
        { field: 'firstName', label: null, required: false },
        { field: 'attribute', key: 'cups', label: 'Cups', type: 'number', required: false, options: [] },
      ],
    });
    const email = address();
    const answer = await signUp(server, id, {
      email: ` ${email.toUpperCase()} `,
      firstName: 'Sari',
      'attribute.cups': '2,5',
    });
    expect(expectPage(answer)).toContain('Check your inbox');
    expect(await contactAt(email)).toMatchObject({
      firstName: 'Sari',
      attributes: { cups: 2.5 },
      subscriptions: { email: 'pending' },
      source: 'form',
    });
    expect(await messagesTo(email)).toMatchObject([
      { channelIntegrationId: mails.id, status: 'queued', campaignId: null },
    ]);
    const path = (await mailedLink(server, email)) ?? '';
    for (const method of ['GET', 'HEAD', 'GET']) await server.fetch(method, path);
    expect(expectPage(await server.fetch('GET', path))).toContain('>Yes, sign me up</button>');
    expect(await wordsOf(email)).toEqual({ email: 'pending' });
    const headers = { 'user-agent': 'Mozilla/5.0 Confirming' };
    const pressed = await Promise.all([1, 2, 3].map(() => server.fetch('POST', path, { headers })));
    for (const each of pressed) expect(expectPage(each)).toContain('You are signed up');
    expect(await wordsOf(email)).toEqual({ email: 'subscribed' });
    expect(await totalsOf(id)).toEqual({ views: 0, submissions: 1, confirmed: 1 });
    expect(expectData(await call('GET', `/contact-lists/${list.id}`)).memberCount).toBe(1);
    expect(await ledgerOf(email)).toMatchObject([
      { family: 'email', from: null, to: 'pending', by: 'form', source: { formId: id, wording: WORDING } },
      {
        family: 'email',
        from: 'pending',
        to: 'subscribed',
        by: 'form',
        source: { formId: id, wording: WORDING, userAgent: 'Mozilla/5.0 Confirming' },
      },
    ]);
  });

  it('says nothing of whom it knows, and takes nothing from whoever is there', async () => {
    await channel();
    const id = await form({
      language: 'en',
      fields: [
        { field: 'email', label: null, required: true },
        { field: 'firstName', label: null, required: false },
      ],
    });
    const [known, unknown] = [address(), address()];
    await makeContact(server.services.database, server.ours.accountId, {
      email: known,
      firstName: 'Sari',
      subscriptions: { email: 'subscribed' },
    });
    const answers = await Promise.all([known, unknown].map((email) => signUp(server, id, { email, firstName: 'Eve' })));
    expect(answers[0]?.text).toBe(answers[1]?.text);
    expect(await contactAt(known)).toMatchObject({ firstName: 'Sari', subscriptions: { email: 'subscribed' } });
    expect(await messagesTo(known)).toHaveLength(1);
    expectPage(await server.fetch('POST', (await mailedLink(server, known)) ?? ''));
    // Whoever has the mail may say what they are called.
    expect(await contactAt(known)).toMatchObject({ firstName: 'Eve', subscriptions: { email: 'subscribed' } });
  });

  it('asks somebody who opted out, by this way only, and leaves a bounce alone', async () => {
    await channel();
    const [asked, bounced] = [address(), address()];
    const suppression = (email: string, reason: string) =>
      prisma().suppression.create({
        data: { accountId: server.ours.accountId, family: 'email', address: email, reason, createdAt: new Date() },
      });
    for (const email of [asked, bounced])
      await makeContact(server.services.database, server.ours.accountId, {
        email,
        subscriptions: { email: 'unsubscribed' },
      });
    await suppression(asked, 'recipient');
    await suppression(bounced, 'bounce');
    // Without double opt-in they confirm all the same.
    const id = await form({ doubleOptIn: false });
    for (const email of [asked, bounced]) expectPage(await signUp(server, id, { email }));
    expect(await wordsOf(asked)).toEqual({ email: 'pending' });
    expect(await wordsOf(bounced)).toEqual({ email: 'unsubscribed' });
    expect(await messagesTo(bounced)).toEqual([]);
    expect(await prisma().suppression.count({ where: { address: asked } })).toBe(1);
    expectPage(await server.fetch('POST', (await mailedLink(server, asked)) ?? ''));
    expect(await wordsOf(asked)).toEqual({ email: 'subscribed' });
    expect(await prisma().suppression.count({ where: { address: asked } })).toBe(0);
    expect(await prisma().suppression.count({ where: { address: bounced } })).toBe(1);
  });

  it('asks an address three times in a day, whatever form of the shop', async () => {
    await channel();
    const email = address();
    for (const _ of [1, 2, 3, 4, 5]) expectPage(await signUp(server, await form(), { email }));
    expect(await messagesTo(email)).toHaveLength(3);
    await prisma().formSubmission.updateMany({
      where: { email },
      data: { askedAt: new Date(Date.now() - 25 * 3600_000) },
    });
    expectPage(await signUp(server, await form(), { email }));
    expect(await messagesTo(email)).toHaveLength(4);
  });

  it('asks a mailbox three times in a day, however its address is spelled, also of twenty at once', async () => {
    await channel();
    const box = unique('gudang');
    const spelled = [`${box}@gmail.com`, `${box.slice(0, 3)}.${box.slice(3)}@googlemail.com`].concat(
      Array.from({ length: 10 }, (_, index) => `${box}+${index}@gmail.com`),
    );
    const other = `${box}@toko.example`;
    const elsewhere = Array.from({ length: 6 }, (_, index) => `${box}+${index}@toko.example`);
    const id = await form();
    for (const email of [other, ...elsewhere]) expectPage(await signUp(server, await form(), { email }));
    await Promise.all(spelled.map((email) => signUp(server, id, { email })));
    const sent = async (emails: string[]) => (await Promise.all(emails.map(messagesTo))).flat().length;
    expect(await sent(spelled)).toBe(3);
    expect(await sent([other, ...elsewhere])).toBe(3);
    const local = fc.stringMatching(/^[a-z0-9.+]{1,12}$/);
    const emails = fc.sample(fc.tuple(local, fc.constantFrom('gmail.com', 'googlemail.com', 'toko.example')), 300);
    const texts = emails.map(([name, domain]) => `${name}@${domain}`);
    const { rows } = await server.services.database.pool.query<{ box: string }>(
      'SELECT mailbox(e) AS box FROM unnest($1::text[]) WITH ORDINALITY AS t(e, n) ORDER BY n',
      [texts],
    );
    expect(rows.map((row) => row.box)).toEqual(texts.map(mailboxOf));
  });

  it('waits seven days, knows its own links, and asks later where there was no channel', async () => {
    const { accountId } = server.theirs;
    const id = await makeForm(server.services.database, accountId, { language: 'en' });
    const email = address();
    expectPage(await signUp(server, id, { email }));
    expect(await messagesTo(email)).toEqual([]);
    await makeChannel(server.services, accountId);
    await sweepForms(server.services, new Date());
    await sweepForms(server.services, new Date());
    expect(await messagesTo(email)).toHaveLength(1);
    const path = (await mailedLink(server, email)) ?? '';
    for (const wrong of [`${path}x`, path.replace('/o/', '/o/x'), '/o/x', `/o/${'a.b.'.padEnd(50, 'c')}`])
      expect((await server.fetch('POST', wrong)).status).toBe(404);
    await prisma().formSubmission.updateMany({
      where: { formId: id },
      data: { createdAt: new Date(Date.now() - 8 * 24 * 3600_000) },
    });
    expect(expectPage(await server.fetch('POST', path), 410)).toContain('no longer works');
    await sweepForms(server.services, new Date(Date.now() + 30 * 24 * 3600_000));
    expect((await server.fetch('GET', path)).status).toBe(404);
  });

  it('asks an address three times in a day and no oftener, also where there was no channel before', async () => {
    const { database } = server.services;
    const { accountId } = await server.makeTenant();
    const email = address();
    for (const _ of [1, 2, 3, 4, 5]) expectPage(await signUp(server, await makeForm(database, accountId), { email }));
    await makeChannel(server.services, accountId);
    await sweepForms(server.services, new Date());
    expect(await messagesTo(email)).toHaveLength(3);
    await sweepForms(server.services, new Date(Date.now() + 25 * 3600_000));
    expect(await messagesTo(email)).toHaveLength(3);
  });

  it('asks others later also where one cannot be asked, and says so', async () => {
    const tenant = await server.makeTenant();
    const [bad, good] = [
      await makeForm(server.services.database, tenant.accountId),
      await makeForm(server.services.database, tenant.accountId),
    ];
    const [first, second] = [address(), address()];
    expectPage(await signUp(server, bad, { email: first }));
    expectPage(await signUp(server, good, { email: second }));
    await prisma().form.updateMany({ where: { id: bad }, data: { language: 'none of ours' } });
    await makeChannel(server.services, tenant.accountId);
    await expect(sweepForms(server.services, new Date())).rejects.toThrow('1 confirmations could not be asked for.');
    expect(await messagesTo(first)).toEqual([]);
    expect(await messagesTo(second)).toHaveLength(1);
    await prisma().form.updateMany({ where: { id: bad }, data: { language: 'id' } });
    await sweepForms(server.services, new Date());
    expect(await messagesTo(first)).toHaveLength(1);
  });

  it('signs up by phone what was consented to, and nothing else', async () => {
    await channel();
    const id = await form({
      language: 'en',
      fields: [
        { field: 'email', label: null, required: true },
        { field: 'phone', label: null, required: false },
      ],
      consents: { email: WORDING, sms: 'By SMS.', whatsapp: 'By WhatsApp.' },
    });
    const email = address();
    const phone = `0812${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
    expectPage(await signUp(server, id, { email, phone, 'consent.email': '1', 'consent.whatsapp': '1' }));
    expect(await wordsOf(email)).toEqual({ email: 'pending', sms: 'pending', whatsapp: 'pending' });
    expectPage(await server.fetch('POST', (await mailedLink(server, email)) ?? ''));
    expect(await wordsOf(email)).toEqual({ email: 'subscribed', sms: 'pending', whatsapp: 'subscribed' });
    const said = (await ledgerOf(email)).filter(({ to }) => to === 'subscribed');
    expect(
      Object.fromEntries(said.map(({ family, source }) => [family, (source as { wording?: string }).wording])),
    ).toEqual({
      email: WORDING,
      whatsapp: 'By WhatsApp.',
    });
    expect((await contactAt(email)).phoneE164).toBe(`+62${phone.slice(1)}`);
  });

  it('takes no box for ticked that a program says is not', async () => {
    await channel();
    const id = await form({
      language: 'en',
      fields: [
        { field: 'email', label: null, required: true },
        { field: 'phone', label: null, required: false },
      ],
      consents: { email: WORDING, sms: 'By SMS.' },
    });
    const email = address();
    const phone = `0812${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
    expectPage(await signUp(server, id, { email, phone, 'consent.email': 'on', 'consent.sms': 'false' }));
    expectPage(await server.fetch('POST', (await mailedLink(server, email)) ?? ''));
    expect(await wordsOf(email)).toEqual({ email: 'subscribed', sms: 'pending', whatsapp: 'pending' });
  });

  it('subscribes who confirms also where their attributes take no more', async () => {
    await channel();
    const id = await form({
      language: 'en',
      fields: [
        { field: 'email', label: null, required: true },
        { field: 'attribute', key: 'words', label: 'Words', type: 'text', required: false, options: [] },
      ],
    });
    const email = address();
    const { id: contactId } = await makeContact(server.services.database, server.ours.accountId, {
      email,
      attributes: { full: randomBytes(49_000).toString('hex') },
      subscriptions: { email: 'pending' },
    });
    expectPage(await signUp(server, id, { email, 'attribute.words': 'y'.repeat(400) }));
    expect(expectPage(await server.fetch('POST', (await mailedLink(server, email)) ?? ''))).toContain(
      'You are signed up',
    );
    expect(await wordsOf(email)).toEqual({ email: 'subscribed' });
    const { attributes } = await prisma().contact.findFirstOrThrow({ where: { id: contactId } });
    expect(Object.keys(attributes as object)).toEqual(['full']);
  });

  it('is gone with the person, and stays as a proof for nobody', async () => {
    await channel();
    const id = await form();
    const email = address();
    expectPage(await signUp(server, id, { email }));
    const path = (await mailedLink(server, email)) ?? '';
    const contact = await contactAt(email);
    const exported = expectData(await call('GET', `/contacts/${contact.id}/export`));
    expect(exported.formSubmissions).toMatchObject([{ formId: id, email, consents: { email: WORDING } }]);
    expectData(await call('POST', `/contacts/${contact.id}/erase`, {}));
    expect((await server.fetch('POST', path)).status).toBe(404);
    expect(await contactsAt(email)).toEqual([]);
    const entries = await prisma().consentEntry.findMany({
      where: { accountId: server.ours.accountId, addressHash: { not: null } },
      select: { source: true, contactId: true, addressHash: true },
    });
    expect(JSON.stringify(entries)).not.toContain(email);
    expect(JSON.stringify(entries)).toContain(WORDING);
    expect(await totalsOf(id)).toMatchObject({ submissions: 1 });
  });

  it('works with a link that names no such submission', async () => {
    const url = confirmUrl(server.services.settings, { accountId: server.ours.accountId, submissionId: 'cunknown' });
    expect((await server.fetch('POST', new URL(url).pathname)).status).toBe(404);
  });
});
