/** `/r/<accountId>/<code>` (docs/contract/referrals.md#invitation), and the text that goes with a link. */
import { describe, expect, it } from 'vitest';
import { makeContact } from '@/server/testing/factories/audience';
import { makeReferralLink, makeReferralProgram } from '@/server/testing/factories/offers';
import { unique } from '@/server/testing/factories/unique';
import { expectData } from '@/server/testing/http';
import { referralCalls } from '@/server/testing/referrals';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();
const database = () => server.services.database;
const BROWSER = 'Mozilla/5.0 (Linux; Android 14; SM-A546E) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36';
const open = (tenant: Tenant, code: string, headers: Record<string, string> = {}) =>
  server.fetch('GET', `/r/${tenant.accountId}/${code}`, {
    headers: { 'accept-language': 'en', 'user-agent': BROWSER, ...headers },
  });
const clicksOf = async (id: string) =>
  (await database().prisma.referralLink.findFirstOrThrow({ where: { id } })).clicks;
const tenantWith = async (program: Parameters<typeof makeReferralProgram>[2] = {}, shopUrl: string | null = null) => {
  const tenant = await server.makeTenant();
  await database().prisma.account.update({
    where: { id: tenant.accountId },
    data: { shopUrl, name: 'Kopi <Nusantara>' },
  });
  await makeReferralProgram(database(), tenant.accountId, program);
  return { tenant, link: await makeReferralLink(database(), tenant.accountId) };
};

describe('the page of a link', () => {
  it('says who invites and what both get, with the terms, and leads to the shop with the code', async () => {
    const { tenant, link } = await tenantWith(
      { minPurchaseAmount: 150_000n, programTerms: 'Hanya **satu** kali. <script>x</script>' },
      'https://toko.example/?utm=x',
    );
    await makeContact(database(), tenant.accountId, {
      externalRef: link.customerId,
      firstName: 'Dewi',
      lastName: 'Sari',
    });
    const { status, text, headers } = await open(tenant, link.code);
    expect(status).toBe(200);
    expect(text).toContain('Dewi invites you to Kopi &lt;Nusantara&gt;');
    expect(text).not.toContain('Sari');
    for (const said of ['10% off', '15% off', 'From a purchase of IDR', '<strong>satu</strong>', 'within 30 days'])
      expect(text).toContain(said);
    expect(text).not.toContain('<script');
    expect(text).toContain(`href="https://toko.example/?utm=x&amp;r=${link.code}&amp;counted=1"`);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
    expect((await open(tenant, link.code, { 'accept-language': 'id' })).text).toContain('mengundang Anda ke');
  });

  it('shows the code where no shop is entered, and a friend without a name', async () => {
    const { tenant, link } = await tenantWith();
    const { text } = await open(tenant, link.code);
    expect(text).toContain('A friend invites you');
    expect(text).toContain(`<span class="code">${link.code}</span>`);
  });

  it('counts who comes; not what draws a preview, nor what is fetched ahead or only asked about', async () => {
    const { tenant, link } = await tenantWith();
    for (const headers of [
      { 'user-agent': 'WhatsApp/2.24.9.78 A' },
      { 'user-agent': 'TelegramBot (like TwitterBot)' },
      { 'sec-purpose': 'prefetch', 'user-agent': BROWSER },
    ] as Record<string, string>[])
      expect((await open(tenant, link.code, headers)).status).toBe(200);
    expect((await server.fetch('GET', `/r//${link.code}`)).status).toBe(404);
    expect((await server.fetch('HEAD', `/r/${tenant.accountId}/${link.code}`)).status).toBe(200);
    expect(await clicksOf(link.id)).toBe(0);
    await open(tenant, link.code);
    expect(await clicksOf(link.id)).toBe(1);
  });

  it('is one and the same page for a link that there is not, a program that is off, and another workspace', async () => {
    const { tenant, link } = await tenantWith({ enabled: false });
    const pages = [
      await open(tenant, link.code),
      await open(tenant, 'zzzzzzzz'),
      await open(tenant, 'no%00code'),
      await open(server.theirs, link.code),
    ];
    expect(pages.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(new Set(pages.map(({ text }) => text)).size).toBe(1);
    expect(pages[0]!.text).toContain('This invitation is not valid');
    expect(await clicksOf(link.id)).toBe(0);
  });
});

describe('a click by the door', () => {
  it('is counted with the browser of a person and without one, and not with that of a robot', async () => {
    const { tenant, link } = await tenantWith();
    const { click } = referralCalls(server, () => tenant.key);
    const answer = { linkId: link.id, programId: link.programId };
    for (const userAgent of ['facebookexternalhit/1.1', BROWSER, null, undefined])
      expect(expectData(await click({ code: link.code, userAgent }))).toEqual(answer);
    expect(await clicksOf(link.id)).toBe(3);
    expect(expectData(await click({ code: 'zzzzzzzz', userAgent: 'facebookexternalhit/1.1' }))).toBeNull();
  });
});

describe('the text that goes with a link', () => {
  it('is in the language of the workspace, and leads to the page', async () => {
    const { tenant } = await tenantWith({ refereeValue: 25_000n, rewardType: 'fixed' });
    const { issue } = referralCalls(server, () => tenant.key);
    const { link, shareText } = expectData(await issue({ customerId: unique('ani-') }));
    expect(shareText).toBe(
      `Belanja di Kopi <Nusantara> lewat tautanku, kita sama-sama dapat hadiah. Untuk pesananmu berikutnya: Diskon Rp25.000. ${server.services.settings.baseUrl}/r/${tenant.accountId}/${link.code}`,
    );
    await makeReferralProgram(database(), tenant.accountId, { enabled: false });
    expect(expectData(await issue({ customerId: 'ani' }))).toEqual({ link: null });
  });
});
