/** The pages of creators and affiliates (docs/contract/collaborations.md#portal): public, private, and the redirects of links. */
import { afterEach, describe, expect, it } from 'vitest';
import { setClockOffset } from '@/server/platform/lib/clock';
import { openCreatorSecret } from '@/server/modules/creators/collaborations/secrets';
import {
  makeAffiliate,
  makeBrief,
  makeCollaboration,
  makeCommission,
  makeCreator,
  makeProgram,
} from '@/server/testing/creators';
import { unique } from '@/server/testing/factories/unique';
import { auditOf, expectData, snapshotOf, trpc } from '@/server/testing/http';
import { useServer, type Answer } from '@/server/testing/server';
import { startSmtp } from '@/server/testing/smtp';
import { runJobs } from '@/server/testing/worker';

const smtp = await startSmtp();
const server = useServer({ SMTP_URL: smtp.url, MAIL_FROM: 'halo@laris.test' }, { pages: true });
const prisma = () => server.services.database.prisma;
const database = () => server.services.database;
const ours = () => server.ours.accountId;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const DAY_MS = 24 * 60 * 60_000;
const MOST_BYTES = 30 * 1024;
afterEach(() => setClockOffset(0));

/** A person's; what Node calls itself is a known program. */
const BROWSER = {
  'user-agent': 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36',
};
const get = (path: string, headers: Record<string, string> = {}) =>
  server.fetch('GET', path, { headers: { ...BROWSER, ...headers } });
const post = (path: string, fields: Record<string, string>) =>
  server.fetch('POST', path, { headers: FORM, body: new URLSearchParams(fields).toString() });
const expectPage = (answer: Answer, status = 200): string => {
  expect(answer.status, answer.text.slice(0, 300)).toBe(status);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.text).toMatch(/^<!doctype html>/);
  expect(answer.text).not.toMatch(/<script|\son\w+=|javascript:|style="/i);
  expect(Buffer.byteLength(answer.text)).toBeLessThan(MOST_BYTES);
  // Amounts do not break over two lines.
  return answer.text.replaceAll('\u00a0', ' ');
};
const expectPrivate = (answer: Answer, status = 200): string => {
  expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow');
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  return expectPage(answer, status);
};
const portalOf = async (id: string): Promise<string> => {
  const answer = await server.call(server.ours.key, 'GET', `/api/v1/collaborations/${id}`);
  return new URL(expectData(answer).portalUrl as string).pathname;
};
const rowOf = (id: string) => prisma().collaboration.findFirstOrThrow({ where: { id } });
const invite = async (more: object): Promise<{ id: string; email: string; path: string }> => {
  const email = `${unique('sari')}@creators.test`;
  const body = { creator: { name: 'Sari', email }, message: 'Join us.', ...more };
  const { id } = expectData(await server.call(server.ours.key, 'POST', '/api/v1/collaborations', { body }), 201);
  return { id: id as string, email, path: await portalOf(id as string) };
};

describe('/c/<workspace>', () => {
  it('lists what is open to all, and is empty of a workspace that is unknown', async () => {
    const tenant = await server.makeTenant();
    const [title, name] = [unique('Brew <b>'), unique('Friends ')];
    await makeBrief(database(), tenant.accountId, { title });
    await makeProgram(database(), tenant.accountId, { name });
    await makeBrief(database(), tenant.accountId, { title: 'Hidden', visibility: 'invite_only' });
    await makeProgram(database(), tenant.accountId, { name: 'Hidden', status: 'paused' });
    const page = expectPage(await get(`/c/${tenant.accountId}`));
    expect(page).toContain(title.replace('<b>', '&lt;b&gt;'));
    expect(page).toContain(name);
    expect(page).toContain('10% of each order');
    expect(page).not.toContain('Hidden');
    for (const unknown of ['cunknown', 'Not-An-Id', '%00'])
      expect(expectPage(await get(`/c/${unknown}`))).toContain('No offers are open right now');
    const indonesian = expectPage(await get(`/c/${tenant.accountId}`, { 'accept-language': 'id-ID' }));
    expect(indonesian).toContain('lang="id"');
    expect(indonesian).toContain('10% dari setiap pesanan');
  });

  it('has a page of each with a form, and 404 of everything else', async () => {
    const campaignId = await makeBrief(database(), ours(), {
      brief: '## Say it\n<script>alert(1)</script> <b onclick="alert(1)">now</b>',
      compensation: { type: 'fixed', amount: 500_000, currency: 'IDR', programId: null },
      disclosure: '#ad',
      slots: 3,
    });
    const page = expectPage(await get(`/c/${ours()}/${campaignId}`));
    for (const said of ['IDR 500,000', '#ad', '0 of 3 taken', 'Instagram reel', '<form method="post">'])
      expect(page).toContain(said);
    const theirs = await makeBrief(database(), server.theirs.accountId);
    const hidden = await makeBrief(database(), ours(), { visibility: 'invite_only' });
    for (const id of [theirs, hidden, 'cunknown', 'x%27y'])
      expect(expectPage(await get(`/c/${ours()}/${id}`), 404)).toContain('This page does not exist');
  });

  it('shows a merchant the page of what nobody else sees yet, with its style inside', async () => {
    const html = async (name: string, id: string) => {
      const options = { cookie: server.ours.cookie };
      const answer = await trpc(server, 'query', name, { id, language: 'id' }, options);
      return (answer.data as { html: string } | undefined)?.html;
    };
    const [draft, open] = [
      await makeBrief(database(), ours(), { status: 'draft', brief: 'Satu **video**.' }),
      await makeBrief(database(), ours(), { brief: 'Satu **video**.' }),
    ];
    const program = await makeProgram(database(), ours(), { status: 'draft', terms: 'Satu **syarat**.' });
    expect(await html('campaigns.preview', draft)).toContain('Satu <strong>video</strong>.');
    expect(await html('programs.preview', program)).toContain('Satu <strong>syarat</strong>.');
    expect(await html('campaigns.preview', await makeBrief(database(), server.theirs.accountId))).toBeUndefined();
    expect(await html('programs.preview', await makeProgram(database(), server.theirs.accountId))).toBeUndefined();
    const page = (await get(`/c/${ours()}/${open}`, { 'accept-language': 'id' })).text;
    const style = /<link rel="stylesheet"[^>]*>/;
    expect(page).toMatch(style);
    const inside = /<style>[^]*<\/style>/;
    expect((await html('campaigns.preview', open))?.replace(inside, '')).toBe(page.replace(style, ''));
  });

  it('takes an application, which the merchant sees once the mailed link was opened', async () => {
    const tenant = await server.makeTenant();
    const programId = await makeProgram(database(), tenant.accountId, { autoApprove: true });
    const path = `/c/${tenant.accountId}/${programId}`;
    const email = `${unique('budi')}@creators.test`;
    const fields = {
      name: 'Budi',
      email,
      handles: 'instagram.com/budi\n\ntiktok.com/@budi',
      followers: '12.500',
      message: '',
      consent: '1',
    };
    const refused = expectPage(await post(path, { ...fields, email: 'no address' }), 400);
    expect(refused).toContain('value="Budi"');
    expect(refused.match(/<(?:input|textarea)[^>]*aria-invalid[^>]*>/g)).toEqual([
      expect.stringContaining('id="email"'),
    ]);
    const withoutConsent = expectPage(await post(path, { ...fields, consent: '' }), 400);
    expect(withoutConsent).toContain('Nothing was saved');
    expect(withoutConsent.match(/<input[^>]*aria-invalid[^>]*>/g)).toEqual([expect.stringContaining('name="consent"')]);
    const first = expectPage(await post(path, fields));
    expect(first).toContain('Check your inbox.');
    expect(expectPage(await post(path, fields))).toBe(first);
    expect(await prisma().collaboration.count({ where: { programId } })).toBe(0);
    await runJobs(server.services);
    const mail = smtp.lastTo(email);
    const link = new URL(/http:\/\/\S+\/c\/v\/\S+/.exec(mail.parts[0]!.text)![0]).pathname;
    // A mail program's scanner looks at links, and changes nothing by it.
    expectPrivate(await get(link));
    expect((await server.fetch('HEAD', link)).status).toBe(200);
    expect(await prisma().collaboration.count({ where: { programId } })).toBe(0);
    const confirmed = await post(link, {});
    expect([confirmed.status, confirmed.headers.get('cache-control')]).toEqual([303, 'no-store']);
    // Once: whoever finds the mail after the portal was rotated does not get to the new one.
    expect(expectPrivate(await post(link, {}))).toContain('Your application is confirmed');
    expect(await prisma().collaboration.findMany({ where: { programId } })).toMatchObject([
      {
        email,
        status: 'active',
        emailVerified: true,
        followers: 12_500,
        linkCode: expect.any(String) as string,
        socialHandles: { handle1: 'instagram.com/budi', handle2: 'tiktok.com/@budi' },
      },
    ]);
    const portal = confirmed.headers.get('location') ?? '';
    const { linkCode } = await prisma().collaboration.findFirstOrThrow({ where: { programId } });
    expect(expectPrivate(await get(portal))).toContain(String(linkCode));
    await runJobs(server.services);
    expect(smtp.lastTo(email).parts[0]!.text).toContain(portal);
    // Nobody decided it, and opened again it is accepted once.
    const { id: targetId } = await prisma().collaboration.findFirstOrThrow({ where: { programId } });
    expect(
      (await auditOf(server, tenant.accountId)).filter(({ action }) => action === 'collaboration.accept'),
    ).toMatchObject([
      { actorKind: 'system', actorId: null, targetType: 'collaboration', targetId, data: { name: email } },
    ]);
    for (const wrong of [link.slice(0, -1), `${link}0`, '/c/v/a.b.c'])
      expect(expectPrivate(await get(wrong), 404)).toContain('This page does not exist');
  });

  it('keeps the phone of a signed application, so that nobody earns by what they buy themselves', async () => {
    const tenant = await server.makeTenant();
    const programId = await makeProgram(database(), tenant.accountId, { autoApprove: true });
    const call = async (path: string, body: object) =>
      expectData(await server.call(tenant.key, 'POST', `/api/v1${path}`, { body }));
    const email = `${unique('budi')}@creators.test`;
    const phone = '0812 3456 7890';
    await call(`/programs/${programId}/applications`, { name: 'Budi', email, phone, consent: true });
    await runJobs(server.services);
    const link = new URL(/http:\/\/\S+\/c\/v\/\S+/.exec(smtp.lastTo(email).parts[0]!.text)![0]).pathname;
    expect((await post(link, {})).status).toBe(303);
    const row = await prisma().collaboration.findFirstOrThrow({ where: { programId } });
    expect(row).toMatchObject({ status: 'active', phone, phoneE164: '+6281234567890' });
    const sale = {
      checkoutSessionId: unique('session-'),
      customerId: unique('customer-'),
      amount: 100_000,
      currency: 'IDR',
      code: row.linkCode,
    };
    expect(await call('/programs/conversions', { ...sale, customerPhone: '+62 812-3456-7890' })).toMatchObject({
      attributed: false,
      reason: 'self_purchase',
    });
  });
});

describe('/c/p/<token>', () => {
  it('of a brief that pays by what is sold says what a sale earns, and has the link once they are in', async () => {
    const programId = await makeProgram(database(), ours(), { minPayout: 50_000 });
    const compensation = { type: 'gift_plus_commission', amount: null, currency: null, programId };
    const campaignId = await makeBrief(database(), ours(), { compensation });
    const { id, email, path } = await invite({ campaignId });
    const before = expectPrivate(await get(path));
    for (const said of ['10% of each order', 'IDR 50,000']) expect(before).toContain(said);
    expect(before).not.toContain('>Your link<');
    await runJobs(server.services);
    expect((await post(path, { action: 'accept' })).status).toBe(303);
    const affiliate = await prisma().collaboration.findFirstOrThrow({ where: { programId, email } });
    const after = expectPrivate(await get(path));
    expect(after).toContain(`/a/${ours()}/${String(affiliate.linkCode)}`);
    expect(after).toContain('10% of each order');
    // Its page, with sales and statements, is another one: the mail has its address.
    await runJobs(server.services);
    expect(smtp.lastTo(email).parts[0]!.text).toContain(await portalOf(affiliate.id));
    await prisma().collaboration.updateMany({ where: { id: affiliate.id }, data: { status: 'suspended' } });
    expect(expectPrivate(await get(path))).not.toContain('>Your link<');
    expect((await rowOf(id)).linkCode).toBeNull();
  });

  it('says that the program is paused', async () => {
    const { id, programId } = await makeAffiliate(database(), ours());
    const page = async () => expectPrivate(await get(await portalOf(id)));
    expect(await page()).not.toContain('paused');
    await prisma().program.updateMany({ where: { id: programId }, data: { status: 'paused' } });
    expect(await page()).toContain('The shop has paused this program');
  });

  it('shows the terms of an invitation, and is changed by nobody who only looks', async () => {
    const campaignId = await makeBrief(database(), ours(), { title: 'Pour over', brief: 'With a **slow** pour.' });
    const { path } = await invite({ campaignId, fee: { amount: 750_000, currency: 'IDR' } });
    const before = await snapshotOf(server, ours());
    const page = expectPrivate(await get(path));
    for (const said of ['Pour over', '<strong>slow</strong>', 'IDR 750,000', '>Accept</button>', '>Decline</button>'])
      expect(page).toContain(said);
    expect((await server.fetch('HEAD', path)).status).toBe(200);
    expectPrivate(await get(`${path}?done=accept`));
    expectPrivate(await get(`${path}?mails=stop`));
    expect(await snapshotOf(server, ours())).toEqual(before);
  });

  it('is the same page whatever is wrong with its address', async () => {
    const [mine, theirs] = [
      await makeCreator(database(), ours()),
      await makeCreator(database(), server.theirs.accountId),
    ];
    const path = await portalOf(mine.id);
    const [account, , version, signature] = path.slice('/c/p/'.length).split('.');
    expectData(
      await server.call(server.ours.key, 'POST', `/api/v1/collaborations/${mine.id}/rotate-portal`, { body: {} }),
    );
    const over = await makeCreator(database(), ours(), {
      data: { status: 'ended', endedAt: new Date(Date.now() - 181 * DAY_MS) },
    });
    const wrong = [
      path,
      `/c/p/${account}.${mine.id}.2.${signature}`,
      `/c/p/${account}.${theirs.id}.${version}.${signature}`,
      `/c/p/${server.theirs.accountId}.${mine.id}.${version}.${signature}`,
      '/c/p/nonsense',
      '/c/p/a.b.1.00',
      await portalOf(over.id),
    ];
    const pages = await Promise.all(wrong.map(async (each) => expectPrivate(await get(each), 404)));
    expect(new Set(pages).size).toBe(1);
    for (const each of wrong) expectPrivate(await post(each, { action: 'end', sure: '1' }), 404);
    expect((await rowOf(mine.id)).status).toBe('accepted');
    expectPrivate(await get(await portalOf(mine.id)));
    const recent = await makeCreator(database(), ours(), {
      data: { status: 'ended', endedAt: new Date(Date.now() - 179 * DAY_MS) },
    });
    expectPrivate(await get(await portalOf(recent.id)));
  });

  it('lets a creator accept, hand in, write, say who they are, stop mails and end', async () => {
    const programId = await makeProgram(database(), ours());
    const compensation = { type: 'commission', amount: null, currency: null, programId };
    const campaignId = await makeBrief(database(), ours(), { disclosure: '#ad', compensation });
    const { id, email, path } = await invite({ campaignId });
    const act = async (fields: Record<string, string>): Promise<string> => {
      const answer = await post(path, fields);
      expect(answer.status, answer.text.slice(0, 400)).toBe(303);
      expect(answer.headers.get('location')).toBe(`${path}?done=${fields.action}`);
      return expectPrivate(await get(answer.headers.get('location')!));
    };
    expect(await act({ action: 'accept' })).toContain('You accepted');
    expect(await rowOf(id)).toMatchObject({
      status: 'accepted',
      emailVerified: true,
      portalHash: expect.any(String) as string,
    });
    const url = 'https://social.example/p/1';
    const submitted = await act({ action: 'submit', deliverableId: 'd1', url, caption: 'Slow morning' });
    expect(submitted).toContain('#ad is missing from the caption');
    expect(await prisma().submission.findFirstOrThrow({ where: { collaborationId: id } })).toMatchObject({ url });
    expect(await act({ action: 'write', text: 'Is <b>this</b> fine?' })).toContain('Is &lt;b&gt;this&lt;/b&gt; fine?');
    await act({ action: 'address', address: 'Jalan Kopi 1, Bandung' });
    expect(await act({ action: 'bank', bank: 'BCA 123' })).not.toContain('BCA 123');
    const row = await rowOf(id);
    const seller = await prisma().collaboration.findFirstOrThrow({ where: { ofId: id } });
    expect(row.bankDetails).toBeNull();
    expect(seller.bankDetails).not.toContain('BCA');
    expect(openCreatorSecret(server.services.settings, seller, seller.bankDetails!)).toBe('BCA 123');
    expect(openCreatorSecret(server.services.settings, row, row.address!)).toBe('Jalan Kopi 1, Bandung');
    expect(await act({ action: 'stop_mails' })).toContain('We do not e-mail you');
    expect(await prisma().creatorOptOut.count({ where: { accountId: ours(), email } })).toBe(1);
    await act({ action: 'want_mails' });
    expect(await prisma().creatorOptOut.count({ where: { accountId: ours(), email } })).toBe(0);
    expect(expectPrivate(await post(path, { action: 'end' }), 400)).toContain('tick the box');
    expect((await rowOf(id)).status).toBe('in_review');
    await act({ action: 'end', sure: '1' });
    expect((await rowOf(id)).status).toBe('ended');
    expect(expectPrivate(await post(path, { action: 'write', text: 'Still here?' }), 409)).toContain(
      'no longer possible',
    );
  });

  it('says what is wrong with what was entered, and stores nothing', async () => {
    const { id } = await makeCreator(database(), ours());
    const path = await portalOf(id);
    for (const fields of [
      { action: 'submit', deliverableId: 'd1', url: 'javascript:alert(1)' },
      { action: 'submit', deliverableId: 'd9', url: 'https://social.example/p/1' },
      { action: 'write', text: '  ' },
      { action: 'write', text: 'x'.repeat(4001) },
      { action: 'address', address: '' },
      { action: 'unknown' },
      {},
    ])
      expect(expectPrivate(await post(path, fields as Record<string, string>), 400)).toContain('Nothing was saved');
    expect(await prisma().submission.count({ where: { collaborationId: id } })).toBe(0);
    expect((await rowOf(id)).status).toBe('accepted');
  });

  it('says so when somebody else was faster', async () => {
    const campaignId = await makeBrief(database(), ours(), { slots: 1 });
    const [one, other] = [await invite({ campaignId }), await invite({ campaignId })];
    expect((await post(one.path, { action: 'accept' })).status).toBe(303);
    expect(expectPrivate(await post(other.path, { action: 'accept' }), 409)).toContain('All places are taken');
    expect((await post(other.path, { action: 'decline' })).status).toBe(303);
    expect((await rowOf(other.id)).status).toBe('declined');
  });

  it('shows an affiliate their link, code, clicks, sales without buyers, and statements', async () => {
    const programId = await makeProgram(database(), ours(), {
      customerDiscount: { type: 'percent', value: 15, minPurchaseAmount: null, maxUsesPerCustomer: 1 },
    });
    const { id, path } = await invite({ programId });
    await post(path, { action: 'accept' });
    const { linkCode, discountCodeId } = await rowOf(id);
    const { code } = await prisma().discountCode.findFirstOrThrow({ where: { id: discountCodeId! } });
    expect((await get(`/a/${ours()}/${linkCode}`)).status).toBe(302);
    const made = { id, programId };
    await makeCommission(database(), ours(), made, { status: 'approved', checkoutSessionId: 'secret-session' });
    await makeCommission(database(), ours(), made, { status: 'declined', note: 'Bought it yourself.' });
    const issued = expectData(
      await server.call(server.ours.key, 'POST', '/api/v1/programs/statements', { body: { collaborationIds: [id] } }),
      201,
    );
    expect(issued).toMatchObject({ mailed: 'queued' });
    const page = expectPrivate(await get(path));
    for (const said of [
      `/a/${ours()}/${linkCode}`,
      code,
      'data:image/svg+xml',
      'IDR 10,000',
      'Bought it yourself.',
      'Statement 1',
    ])
      expect(page).toContain(said);
    expect(page).not.toContain('secret-session');
    const suspended = await server.call(server.ours.key, 'POST', `/api/v1/collaborations/${id}/suspend`, {
      body: { reason: 'x' },
    });
    expectData(suspended);
    expect(expectPrivate(await get(path))).toContain('On hold');
  });
});

describe('/a/<workspace>/<code>', () => {
  it('records a click and leads on, with what an order is known by', async () => {
    const programId = await makeProgram(database(), ours(), { landingUrl: 'https://toko.example/kopi?utm=x#beans' });
    const made = await makeAffiliate(database(), ours(), { programId });
    const answer = await get(`/a/${ours()}/${made.linkCode}`, { referer: 'https://www.blog.example/post' });
    expect(answer.status).toBe(302);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('set-cookie')).toBeNull();
    const location = new URL(answer.headers.get('location')!);
    const click = await prisma().programClick.findFirstOrThrow({ where: { collaborationId: made.id } });
    expect(location.href).toBe(`https://toko.example/kopi?utm=x&ref=${made.linkCode}&click=${click.id}#beans`);
    expect(click).toMatchObject({ referrer: 'blog.example', networkHash: expect.any(String) as string });
  });

  it('counts no HEAD, no prefetch and no known crawler, and leads them on all the same', async () => {
    const made = await makeAffiliate(database(), ours());
    const path = `/a/${ours()}/${made.linkCode}`;
    expect((await server.fetch('HEAD', path)).status).toBe(302);
    const prefetches: Record<string, string>[] = [
      { 'sec-purpose': 'prefetch;prerender' },
      { purpose: 'prefetch' },
      { 'x-moz': 'prefetch' },
      { 'user-agent': 'facebookexternalhit/1.1' },
      { 'user-agent': 'WhatsApp/2.23.20.0' },
    ];
    for (const headers of prefetches) {
      const answer = await get(path, headers);
      expect(answer.headers.get('location')).toBe(`https://toko.example/?ref=${made.linkCode}`);
    }
    expect(await prisma().programClick.count({ where: { collaborationId: made.id } })).toBe(0);
  });

  it('is a 404 page of what is unknown or not live', async () => {
    const paused = await makeAffiliate(database(), ours(), {
      programId: await makeProgram(database(), ours(), { status: 'paused' }),
    });
    const suspended = await makeAffiliate(database(), ours(), { data: { status: 'suspended' } });
    const theirs = await makeAffiliate(database(), server.theirs.accountId);
    for (const code of [paused.linkCode, suspended.linkCode, theirs.linkCode, 'unknown', '%00', 'a.b'])
      expectPage(await get(`/a/${ours()}/${code}`), 404);
  });
});

describe('mails', () => {
  it('are one of a kind in 15 minutes, with a way to stop them', async () => {
    const campaignId = await makeBrief(database(), ours());
    const { id, email } = await invite({ campaignId });
    await runJobs(server.services);
    const mail = smtp.lastTo(email);
    expect(mail.parts[0]!.text).toContain('Join us.');
    expect(mail.parts[0]!.text).toMatch(/\/c\/p\/\S+\?mails=stop/);
    const write = (text: string) =>
      server.call(server.ours.key, 'POST', `/api/v1/collaborations/${id}/messages`, { body: { text } });
    const count = () => smtp.mails.filter(({ to }) => to.includes(email)).length;
    for (const text of ['One', 'Two', 'Three'])
      expect(expectData(await write(text), 201)).toMatchObject({ mailed: 'queued' });
    await runJobs(server.services);
    expect(count()).toBe(2);
    await prisma().collaboration.updateMany({
      where: { id },
      data: { mailed: { message: new Date(Date.now() - 16 * 60_000).toISOString() } },
    });
    expectData(await write('Four'), 201);
    await runJobs(server.services);
    expect(count()).toBe(3);
    await post(await portalOf(id), { action: 'stop_mails' });
    await prisma().collaboration.updateMany({ where: { id }, data: { mailed: {} } });
    expectData(await write('Five'), 201);
    await runJobs(server.services);
    expect(count()).toBe(3);
    // Whoever stopped them is not invited again.
    const body = { creators: [{ name: 'Sari', email }] };
    const programId = await makeProgram(database(), ours());
    expect(
      expectData(await server.call(server.ours.key, 'POST', `/api/v1/programs/${programId}/invite`, { body })),
    ).toMatchObject({ skipped: [{ index: 0, reason: 'OPTED_OUT' }] });
  });

  it('go to the address that stands as they are sent, and to none that stopped them', async () => {
    const { id, email } = await invite({ campaignId: await makeBrief(database(), ours()) });
    const [next, stopped] = [`${unique('sari')}@creators.test`, `${unique('sari')}@creators.test`];
    const setEmail = async (to: string) =>
      expectData(
        await server.call(server.ours.key, 'PATCH', `/api/v1/collaborations/${id}`, {
          body: { creator: { email: to } },
        }),
      );
    const count = (to: string) => smtp.mails.filter((mail) => mail.to.includes(to)).length;
    await setEmail(next);
    await runJobs(server.services);
    expect([count(email), count(next)]).toEqual([0, 1]);
    await prisma().creatorOptOut.create({ data: { accountId: ours(), email: stopped, createdAt: new Date() } });
    expect(await setEmail(stopped)).toMatchObject({ creator: { email: stopped } });
    const body = { text: 'Hello' };
    const path = `/api/v1/collaborations/${id}/messages`;
    expectData(await server.call(server.ours.key, 'POST', path, { body }), 201);
    await runJobs(server.services);
    expect([count(email), count(next), count(stopped)]).toEqual([0, 1, 0]);
  });

  it('that come too soon go together once the 15 minutes are over', async () => {
    const { id, email } = await makeAffiliate(database(), ours());
    const write = async (text: string) =>
      expectData(
        await server.call(server.ours.key, 'POST', `/api/v1/collaborations/${id}/messages`, { body: { text } }),
        201,
      );
    const waiting = () =>
      prisma().$queryRaw<{ key: string; wait: number }[]>`
        SELECT key, extract(epoch FROM run_at - now())::float8 / 60 AS wait FROM graphile_worker.jobs WHERE key LIKE ${`creator-mail:${id}:%`}`;
    const bodies = () => smtp.mails.filter(({ to }) => to.includes(email)).map(({ parts }) => parts[0]!.text);
    await write('One');
    await runJobs(server.services);
    for (const text of ['Two', 'Three']) await write(text);
    await runJobs(server.services);
    expect(bodies()).toEqual([expect.stringContaining('One')]);
    const jobs = await waiting();
    expect(jobs).toEqual([{ key: `creator-mail:${id}:message:later`, wait: expect.any(Number) as number }]);
    expect(jobs[0]!.wait).toBeGreaterThan(13);
    expect(jobs[0]!.wait).toBeLessThanOrEqual(15);
    await prisma()
      .$executeRaw`SELECT graphile_worker.reschedule_jobs(ARRAY(SELECT id FROM graphile_worker.jobs WHERE key = ${jobs[0]!.key}), run_at => now())`;
    await runJobs(server.services);
    expect(bodies()).toEqual([expect.stringContaining('One'), expect.stringContaining('Three')]);
  });

  it('of an invitation go out again to an e-mail that was put right', async () => {
    const { id, email } = await invite({ campaignId: await makeBrief(database(), ours()) });
    await runJobs(server.services);
    expect(smtp.lastTo(email).parts[0]!.text).toContain('Join us.');
    const right = `${unique('sari')}@creators.test`;
    expectData(
      await server.call(server.ours.key, 'PATCH', `/api/v1/collaborations/${id}`, {
        body: { creator: { email: right } },
      }),
    );
    await runJobs(server.services);
    expect(smtp.lastTo(right).parts[0]!.text).toContain('Join us.');
  });

  it('of an application go to who stopped the others: they have asked for it', async () => {
    const email = `${unique('budi')}@creators.test`;
    await prisma().creatorOptOut.create({ data: { accountId: ours(), email, createdAt: new Date() } });
    const programId = await makeProgram(database(), ours());
    const fields = { name: 'Budi', email, handles: '', followers: '', message: '', consent: '1' };
    expectPage(await post(`/c/${ours()}/${programId}`, fields));
    await runJobs(server.services);
    expect(smtp.lastTo(email).parts[0]!.text).toContain('/c/v/');
  });

  it('of applications that a shop passes on are limited by the address of who applies', async () => {
    const programId = await makeProgram(database(), ours());
    const apply = async (ip: string | undefined): Promise<boolean> => {
      const email = `${unique('budi')}@creators.test`;
      const body = { name: 'Budi', email, consent: true, ...(ip === undefined ? {} : { ip }) };
      const path = `/api/v1/programs/${programId}/applications`;
      expectData(await server.call(server.ours.key, 'POST', path, { body }));
      await runJobs(server.services);
      return smtp.mails.some(({ to }) => to.includes(email));
    };
    const network = `198.51.100.${Math.floor(Math.random() * 250)}`;
    const mailed: boolean[] = [];
    for (let turn = 0; turn < 7; turn++) mailed.push(await apply(`203.0.113.${turn}`));
    for (let turn = 0; turn < 6; turn++) mailed.push(await apply(network));
    expect(mailed).toEqual([...Array<boolean>(12).fill(true), false]);
  });

  it('tell nobody twice of a change that is asked for again', async () => {
    const { id, email } = await makeCreator(database(), ours());
    const act = async (verb: string, body: object, status = 200) =>
      expectData(await server.call(server.ours.key, 'POST', `/api/v1/collaborations/${id}/${verb}`, { body }), status);
    await act('submissions', { deliverableId: 'd1', url: 'https://social.example/p/1' }, 201);
    await act('request-changes', { feedback: 'Darker.' });
    await prisma().collaboration.updateMany({ where: { id }, data: { mailed: {} } });
    expect(await act('request-changes', { feedback: 'Darker.' })).toMatchObject({ mailed: 'queued' });
    await runJobs(server.services);
    expect(smtp.mails.filter(({ to }) => to.includes(email))).toHaveLength(1);
    expect((await rowOf(id)).mailed).toEqual({});
  });

  it('report the decision about an application', async () => {
    const { id, email } = await makeCollaboration(database(), ours(), {
      campaignId: await makeBrief(database(), ours()),
    });
    expectData(await server.call(server.ours.key, 'POST', `/api/v1/collaborations/${id}/decline`, { body: {} }));
    await runJobs(server.services);
    expect(smtp.lastTo(email).headers.subject).toContain('lamaran');
  });
});
