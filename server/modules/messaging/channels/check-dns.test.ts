/** Checking the domain (docs/contract/channels.md#checking-the-domain), through the door and a real resolver. */
import { generateKeyPairSync } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import { SENDER_RECORDS } from '@/server/modules/messaging/adapters/sender-records';
import { SenderChecks } from '@/server/modules/messaging/channels/check-dns';
import type { Check, CheckedDns } from '@/server/modules/messaging/channels/checks-schema';
import { makeChannel } from '@/server/testing/factories/messaging';
import { unique } from '@/server/testing/factories/unique';
import { expectData, expectError } from '@/server/testing/http';
import { useNameServer } from '@/server/testing/name-server';
import { useServer } from '@/server/testing/server';

const server = useServer({ EXTENSIONS: 'smtp' });
const dns = useNameServer();

let nameServer = '';
beforeEach(() => {
  nameServer = dns.address;
  server.services.senders = new SenderChecks({ servers: [nameServer] }, server.services.log);
});

const key = (bits: number): string =>
  generateKeyPairSync('rsa', { modulusLength: bits })
    .publicKey.export({ type: 'spki', format: 'der' })
    .toString('base64');
const KEY = key(2048);
const strings = (text: string): string[] => text.match(/.{1,200}/g) ?? [];

async function channel(provider: ProviderId, config: Record<string, string>, tenant = server.ours): Promise<string> {
  return (await makeChannel(server.services, tenant.accountId, { provider, config })).id;
}

const ask = (id: string, tenant = server.ours) => server.call(tenant.key, 'POST', `/api/v1/channels/${id}/check-dns`);

/** A check of a channel that sends from halo@<domain>. */
async function check(
  provider: ProviderId,
  { domain = 'tokoanda.test', dkimSelector }: { domain?: string; dkimSelector?: string } = {},
): Promise<CheckedDns & { of: (kind: Check['kind']) => Check }> {
  const id = await channel(provider, {
    fromEmail: `halo@${domain}`,
    ...(dkimSelector === undefined ? {} : { dkimSelector }),
  });
  // What was asked in the same test a moment before is no answer.
  server.services.senders = new SenderChecks({ servers: [nameServer] }, server.services.log);
  const data: CheckedDns = expectData(await ask(id));
  return { ...data, of: (kind) => data.checks.find((each) => each.kind === kind)! };
}

/** A domain that is set up for Resend, without a DMARC record. */
function setUp(domain = 'tokoanda.test') {
  dns
    .txt(`send.${domain}`, 'v=spf1 include:amazonses.com ~all')
    .txt('amazonses.com', 'v=spf1 ip4:199.255.192.0/22 -all')
    .txt(`resend._domainkey.${domain}`, ...strings(`p=${KEY}`))
    .mx(domain, 10, 'mx.mail.test');
}

describe('POST /channels/:id/check-dns', () => {
  it('passes a domain that is set up, and shows what stands there', async () => {
    setUp();
    dns.txt('_dmarc.tokoanda.test', 'v=DMARC1; p=reject; rua=mailto:dmarc@tokoanda.test');
    const { domain, checks, checkedAt } = await check('email_p1');
    expect(domain).toBe('tokoanda.test');
    expect(new Date(checkedAt).getTime()).toBeGreaterThan(0);
    expect(checks.map(({ kind, status, code, advice, record }) => [kind, status, code, advice, record])).toEqual([
      ['spf', 'pass', 'spf_ok', null, null],
      ['dkim', 'pass', 'dkim_ok', null, null],
      ['dmarc', 'pass', 'dmarc_ok', null, null],
      ['mx', 'pass', 'mx_ok', null, null],
    ]);
    expect(checks.map(({ found }) => found)).toEqual([
      ['v=spf1 include:amazonses.com ~all'],
      [`p=${KEY}`],
      ['v=DMARC1; p=reject; rua=mailto:dmarc@tokoanda.test'],
      ['10 mx.mail.test'],
    ]);
    expect(checks[1]?.message).toBe('There is a key at resend._domainkey.tokoanda.test (RSA 2048).');
  });

  it('is for e-mail channels with a sender, of the own workspace', async () => {
    expectError(await ask(await channel('sms_p1', { fromEmail: 'a@tokoanda.test' })), 409, 'NOT_EMAIL');
    expectError(await ask(await channel('email_p1', {})), 409, 'NO_FROM_EMAIL');
    expectError(await ask('cunknown'), 404, 'NOT_FOUND');
    expectError(
      await ask(await channel('email_p1', { fromEmail: 'a@tokoanda.test' }, server.theirs)),
      404,
      'NOT_FOUND',
    );
    expect(dns.asked).toEqual([]);
  });

  it('says of a domain without records what to enter', async () => {
    dns.mx('tokoanda.test', 10, 'mx.mail.test');
    const { of } = await check('email_p1');
    expect(of('spf')).toMatchObject({
      status: 'warn',
      code: 'spf_return_path_missing',
      record: { type: 'TXT', name: 'send.tokoanda.test', value: 'v=spf1 include:amazonses.com ~all' },
    });
    expect(of('dkim')).toMatchObject({ status: 'fail', code: 'dkim_missing' });
    expect(of('dmarc')).toMatchObject({
      status: 'fail',
      code: 'dmarc_missing',
      record: {
        type: 'TXT',
        name: '_dmarc.tokoanda.test',
        value: 'v=DMARC1; p=none; rua=mailto:dmarc@tokoanda.test',
      },
    });
    for (const { advice } of [of('spf'), of('dkim'), of('dmarc')]) expect(advice).not.toBeNull();
  });

  it('asks each name once, and only names of the domain and what its SPF record includes', async () => {
    setUp('toko.anda.test');
    await check('email_p1', { domain: 'toko.anda.test' });
    const names = dns.asked.map((question) => question.split(' ')[1]);
    expect(names.every((name) => ['test', 'amazonses.com'].some((end) => name?.endsWith(end)))).toBe(true);
    expect(new Set(dns.asked).size).toBe(dns.asked.length);
    expect(dns.asked.length).toBeLessThan(15);
  });

  it('answers from what it knows for 2 seconds, also to many at once', async () => {
    setUp();
    const id = await channel('email_p1', { fromEmail: 'halo@tokoanda.test' });
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(id)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(dns.asked).size).toBe(dns.asked.length);
  });

  it('reads international domains in their DNS form', async () => {
    setUp('xn--bcher-kva.test');
    const { domain, of } = await check('email_p1', { domain: 'bücher.test' });
    expect(domain).toBe('xn--bcher-kva.test');
    expect(of('spf').code).toBe('spf_ok');
  });

  it('asks for no name of a private network, not even for one that a record includes', async () => {
    const { checks } = await check('email_p1', { domain: 'mail.corp.internal' });
    expect(checks.map(({ code }) => code)).toEqual([
      'spf_return_path_missing',
      'dkim_missing',
      'dmarc_missing',
      'mx_no_domain',
    ]);
    expect(dns.asked).toEqual([]);
    dns.txt('tokoanda.test', 'v=spf1 include:secret.internal include:secret.local ~all');
    await check('email_smtp');
    expect(dns.asked.filter((question) => /internal|local/.test(question))).toEqual([]);
  });
});

describe('what cannot be looked up', () => {
  it('is a warning within 3 seconds when nobody answers', async () => {
    dns.fails('*', 'silence');
    const began = performance.now();
    const { checks } = await check('email_p3');
    expect(performance.now() - began).toBeLessThan(4_000);
    expect(checks.map(({ status, code }) => [status, code])).toEqual([
      ['warn', 'spf_unknown'],
      ['warn', 'dkim_unknown'],
      ['warn', 'dmarc_unknown'],
      ['warn', 'mx_unknown'],
    ]);
  });

  it('is a warning when the name server fails, and the rest is judged', async () => {
    setUp();
    dns
      .txt('_dmarc.tokoanda.test', 'v=DMARC1; p=reject; rua=mailto:a@b.test')
      .fails('_dmarc.tokoanda.test', 'servfail');
    const { checks } = await check('email_p1');
    expect(checks.map(({ code }) => code)).toEqual(['spf_ok', 'dkim_ok', 'dmarc_unknown', 'mx_ok']);
  });

  it('is a warning when there is no name server at all', async () => {
    nameServer = '127.0.0.1:1';
    const { checks } = await check('email_p5');
    expect(new Set(checks.map(({ status }) => status))).toEqual(new Set(['warn']));
    expect(checks.map(({ code }) => code)).toEqual(['spf_unknown', 'dkim_unknown', 'dmarc_unknown', 'mx_unknown']);
  });
});

describe('SPF', () => {
  const spfOf = async (...records: string[]): Promise<Check> => {
    dns.mx('tokoanda.test', 10, 'mx.mail.test');
    for (const record of records) dns.txt('tokoanda.test', ...strings(record));
    return (await check('email_smtp')).of('spf');
  };

  it.each([
    [['v=spf1 a mx ~all'], 'pass', 'spf_present'],
    [['V=SPF1  A   MX -ALL'], 'pass', 'spf_present'],
    [['google-site-verification=abc', 'v=spf1 mx -all', 'v=spf10 nonsense'], 'pass', 'spf_present'],
    [[], 'fail', 'spf_missing'],
    [['google-site-verification=abc'], 'fail', 'spf_missing'],
    [['v=spf1 a ~all', 'v=spf1 mx ~all'], 'fail', 'spf_several'],
    [['v=spf1 includ:mail.test ~all'], 'fail', 'spf_broken'],
    [['v=spf1 ip4:1.2.3 ~all'], 'fail', 'spf_broken'],
    [['v=spf1 a +all'], 'fail', 'spf_open'],
    [['v=spf1 a all'], 'fail', 'spf_open'],
    [['v=spf1 a ?all'], 'warn', 'spf_neutral'],
    [['v=spf1 a'], 'warn', 'spf_neutral'],
    [['v=spf1 include:nobody.test ~all'], 'fail', 'spf_dead_include'],
    [['v=spf1 redirect=nobody.test'], 'fail', 'spf_dead_include'],
  ] as const)('%j is %s: %s', async (records, status, code) => {
    expect(await spfOf(...records)).toMatchObject({
      status,
      code,
      found: records.filter((text) => /^v=spf1( |$)/i.test(text)),
    });
  });

  it('offers the record that would mend it', async () => {
    expect((await spfOf('v=spf1 a +all')).record).toEqual({
      type: 'TXT',
      name: 'tokoanda.test',
      value: 'v=spf1 a ~all',
    });
    dns.reset();
    dns.txt('send.tokoanda.test', 'v=spf1 a -all');
    expect((await check('email_p1')).of('spf')).toMatchObject({
      status: 'fail',
      code: 'spf_not_included',
      record: { name: 'send.tokoanda.test', value: 'v=spf1 a include:amazonses.com -all' },
    });
  });

  it('follows redirects and includes, and takes what they say', async () => {
    dns.txt('spf.mail.test', 'v=spf1 ip4:192.0.2.0/24 -all');
    expect((await spfOf('v=spf1 redirect=spf.mail.test')).code).toBe('spf_present');
    dns.reset();
    dns.txt('open.mail.test', 'v=spf1 +all');
    expect((await spfOf('v=spf1 redirect=open.mail.test')).code).toBe('spf_open');
    dns.reset();
    // An include that matches anybody is no answer of the record's own.
    dns.txt('open.mail.test', 'v=spf1 ?all');
    expect((await spfOf('v=spf1 include:open.mail.test -all')).code).toBe('spf_present');
  });

  it('finds the vendor behind an include of somebody else', async () => {
    dns
      .txt('mg.tokoanda.test', 'v=spf1 include:all.tokoanda.test ~all')
      .txt('all.tokoanda.test', 'v=spf1 include:MAILGUN.org ~all')
      .txt('mailgun.org', 'v=spf1 ip4:192.0.2.0/24 ~all');
    expect((await check('email_p3')).of('spf')).toMatchObject({
      code: 'spf_ok',
      values: { name: 'mg.tokoanda.test' },
    });
  });

  it.each([
    [9, 'spf_present'],
    [10, 'spf_too_many'],
  ])('counts look-ups: one and %d that it includes is %s', async (inside, code) => {
    for (let n = 0; n < inside; n++) dns.host(`h${n}.test`, '192.0.2.1');
    dns.txt('many.test', `v=spf1 ${Array.from({ length: inside }, (_, n) => `a:h${n}.test`).join(' ')} ~all`);
    expect((await spfOf('v=spf1 include:many.test ip4:192.0.2.1 ~all')).code).toBe(code);
  });

  /**
   * mailauth 4.13.3 (npm), spf() for mail of d.test from 203.0.113.7, from 198.51.100.9 and from another address, with the zones below:
   * `none`: permerror for all three; `some`: permerror for others than the first part lets through; `all`: permerror for nobody.
   */
  it.each([
    ['none', 'spf_void', 'v=spf1 a:v1.test a:v2.test a:v3.test ip4:203.0.113.7 -all'],
    ['all', 'spf_present', 'v=spf1 a:v1.test a:v2.test ip4:203.0.113.7 -all'],
    ['some', 'spf_void_late', 'v=spf1 ip4:203.0.113.7 a:v1.test a:v2.test a:v3.test -all'],
    ['some', 'spf_void_late', 'v=spf1 include:good.test a:v1.test a:v2.test a:v3.test -all'],
    ['none', 'spf_void', 'v=spf1 a:v1.test mx:v2.test exists:v3.test ip4:203.0.113.7 -all'],
    ['none', 'spf_void', 'v=spf1 a mx exists:v3.test ip4:203.0.113.7 -all'],
    ['none', 'spf_void', 'v=spf1 a:v1.test a:v1.test a:v1.test ip4:203.0.113.7 -all'],
    ['none', 'spf_void', 'v=spf1 mx:h1.test mx:h1.test mx:h1.test ip4:203.0.113.7 -all'],
    ['none', 'spf_void', 'v=spf1 include:two.test a:v1.test ip4:203.0.113.7 -all'],
    ['none', 'spf_void', 'v=spf1 a:v1.test a:v2.test redirect=two.test'],
    ['all', 'spf_present', 'v=spf1 include:two.test ip4:203.0.113.7 -all'],
    ['all', 'spf_present', 'v=spf1 a:h6.test a:h6.test a:h6.test ip4:203.0.113.7 -all'],
    ['all', 'spf_present', 'v=spf1 mx:ten.test ip4:203.0.113.7 -all'],
    ['none', 'spf_mx_many', 'v=spf1 mx:many.test ip4:203.0.113.7 -all'],
    ['all', 'spf_present', `v=spf1 ${'a:h1.test '.repeat(9)}mx:ten.test ip4:203.0.113.7 -all`],
    ['none', 'spf_too_many', `v=spf1 ${'a:h1.test '.repeat(9)}mx:ten.test ptr ip4:203.0.113.7 -all`],
  ] as const)('is judged as receivers do, who take mail of %s: %s of %s', async (_, code, record) => {
    dns
      .host('h1.test', '192.0.2.1')
      .host('h6.test', '2001:db8:0:0:0:0:0:1')
      .txt('two.test', 'v=spf1 a:x1.test a:x2.test -all')
      .txt('good.test', 'v=spf1 ip4:198.51.100.0/24 -all')
      .txt('d.test', record);
    for (let n = 0; n < 11; n++) dns.mx('many.test', 10, `m${n}.h1.test`);
    for (let n = 0; n < 10; n++) dns.mx('ten.test', 10, `m${n}.h1.test`);
    const { status, code: found, advice } = (await check('email_smtp', { domain: 'd.test' })).of('spf');
    const expected = { spf_present: 'pass', spf_void_late: 'warn' } as const;
    expect([found, status]).toEqual([code, code in expected ? expected[code as keyof typeof expected] : 'fail']);
    if (status !== 'pass') expect(advice).not.toBeNull();
  });

  it('looks at what stands before the vendor: what stands behind it is a warning', async () => {
    const dead = 'a:v1.test a:v2.test a:v3.test';
    dns.txt('amazonses.com', 'v=spf1 ip4:199.255.192.0/22 -all');
    dns.txt('send.tokoanda.test', `v=spf1 ip4:192.0.2.1 ${dead} include:amazonses.com ~all`);
    expect((await check('email_p1')).of('spf')).toMatchObject({
      status: 'fail',
      code: 'spf_void',
      values: { names: 'v1.test, v2.test, v3.test', most: '2' },
    });
    dns.reset();
    dns.txt('amazonses.com', 'v=spf1 ip4:199.255.192.0/22 -all');
    dns.txt('send.tokoanda.test', `v=spf1 include:amazonses.com ${dead} ~all`);
    expect((await check('email_p1')).of('spf')).toMatchObject({ status: 'warn', code: 'spf_void_late' });
  });

  it('does not know whether names have answers that nobody looks up', async () => {
    for (const name of ['v2.test', 'v3.test']) dns.fails(name, 'servfail');
    expect((await spfOf('v=spf1 a:v1.test a:v2.test a:v3.test ip4:203.0.113.7 -all')).code).toBe('spf_unknown');
  });

  it('is not kept busy by records that include each other', async () => {
    dns.txt('a.test', 'v=spf1 include:b.test ~all').txt('b.test', 'v=spf1 include:a.test include:b.test ~all');
    expect((await spfOf('v=spf1 include:a.test ~all')).code).toBe('spf_too_many');
    expect(dns.asked.length).toBeLessThan(40);
  });

  it('leaves what cannot be looked up open, where the vendor may stand behind it', async () => {
    dns.txt('send.tokoanda.test', 'v=spf1 include:slow.test ~all').fails('slow.test', 'servfail');
    expect((await check('email_p1')).of('spf').code).toBe('spf_unknown');
  });

  it('is not needed where the vendor has a return path of its own and a key speaks for the domain', async () => {
    dns.mx('tokoanda.test', 10, 'mx.mail.test').txt('s1._domainkey.tokoanda.test', ...strings(`k=rsa; p=${KEY}`));
    expect((await check('email_p2')).of('spf')).toMatchObject({ status: 'pass', code: 'spf_vendor' });
  });

  it('warns where neither speaks for the domain', async () => {
    dns.mx('tokoanda.test', 10, 'mx.mail.test');
    expect((await check('email_p2')).of('spf')).toMatchObject({ status: 'warn', code: 'spf_vendor_alone' });
  });

  it('of a return path below the domain does not count where the DMARC record is strict', async () => {
    setUp();
    dns.txt('_dmarc.tokoanda.test', 'v=DMARC1; p=reject; aspf=s; rua=mailto:a@tokoanda.test');
    expect((await check('email_p1')).of('spf')).toMatchObject({ status: 'pass', code: 'spf_vendor' });
  });

  it('is read behind the CNAME of Postmark', async () => {
    dns.cname('pm-bounces.tokoanda.test', 'pm.mtasv.net').txt('pm.mtasv.net', 'v=spf1 a mx ip4:50.31.156.96/27 ~all');
    expect((await check('email_p4')).of('spf')).toMatchObject({ status: 'pass', code: 'spf_ok' });
  });
});

describe('DKIM', () => {
  const dkimOf = async (...texts: string[]): Promise<Check> => {
    for (const text of texts) dns.txt('resend._domainkey.tokoanda.test', ...strings(text));
    dns.mx('tokoanda.test', 10, 'mx.mail.test');
    return (await check('email_p1')).of('dkim');
  };
  const [LONG, SHORT, WEAK] = [`v=DKIM1; k=rsa; p=${KEY}`, `p=${key(1024)}`, `p=${key(512)}`];
  const ED = `v=DKIM1; k=ed25519; p=${Buffer.alloc(32, 7).toString('base64')}`;
  const PKCS1 = generateKeyPairSync('rsa', { modulusLength: 2048 })
    .publicKey.export({ type: 'pkcs1', format: 'der' })
    .toString('base64');

  it.each([
    ['a long key', [LONG], 'pass', 'dkim_ok'],
    ['a key as RFC 8017 has it', [`k=rsa; p=${PKCS1}`], 'pass', 'dkim_ok'],
    ['Ed25519', [ED], 'pass', 'dkim_ok'],
    ['1,024 bits', [SHORT], 'warn', 'dkim_short'],
    ['512 bits', [WEAK], 'fail', 'dkim_weak'],
    ['a test', [`t=y:s; ${LONG.replace('v=DKIM1; ', '')}`], 'warn', 'dkim_testing'],
    ['an empty key', ['v=DKIM1; p='], 'fail', 'dkim_revoked'],
    ['no key', ['v=DKIM1; k=rsa'], 'fail', 'dkim_broken'],
    ['a cut key', [LONG.slice(0, 120)], 'fail', 'dkim_broken'],
    ['another text', ['hello'], 'fail', 'dkim_broken'],
    ['two keys', [LONG, SHORT], 'fail', 'dkim_broken'],
    ['nothing', [], 'fail', 'dkim_missing'],
  ] as const)('%s: %s', async (_, texts, status, code) => {
    expect(await dkimOf(...texts)).toMatchObject({ status, code });
  });

  it('is read behind CNAMEs, and says where one leads that has no key', async () => {
    dns
      .cname('s1._domainkey.tokoanda.test', 's1.domainkey.u1.wl.sendgrid.net')
      .cname('s1.domainkey.u1.wl.sendgrid.net', 's1.keys.sendgrid.net')
      .txt('s1.keys.sendgrid.net', ...strings(`k=rsa; p=${KEY}`))
      .cname('s2._domainkey.tokoanda.test', 's2.domainkey.u1.wl.sendgrid.net');
    expect((await check('email_p2')).of('dkim')).toMatchObject({
      code: 'dkim_ok',
      values: { name: 's1._domainkey.tokoanda.test' },
    });
    dns.reset();
    dns.cname('s2._domainkey.other.test', 's2.domainkey.u1.wl.sendgrid.net');
    expect((await check('email_p2', { domain: 'other.test' })).of('dkim')).toMatchObject({
      status: 'fail',
      code: 'dkim_dangling',
      found: ['s2.domainkey.u1.wl.sendgrid.net'],
    });
  });

  it('asks for the selector where nobody can guess it, and takes the one that the channel names', async () => {
    dns.txt('20260101pm._domainkey.tokoanda.test', ...strings(`k=rsa; p=${KEY}`));
    expect((await check('email_p4')).of('dkim')).toMatchObject({ status: 'warn', code: 'dkim_hidden' });
    const named = [
      '20260101pm',
      ' 20260101PM ',
      'old, 20260101pm',
      '20260101pm._domainkey.tokoanda.test',
      '20260101pm._domainkey',
    ];
    for (const dkimSelector of named)
      expect((await check('email_p4', { dkimSelector })).of('dkim').code, dkimSelector).toBe('dkim_ok');
    expect((await check('email_p4', { dkimSelector: 'other' })).of('dkim').code).toBe('dkim_missing');
  });

  it('says so when no name is below _domainkey', async () => {
    dns.mx('tokoanda.test', 10, 'mx.mail.test');
    expect((await check('email_p5')).of('dkim')).toMatchObject({ status: 'warn', code: 'dkim_none' });
  });

  it('takes a key of another domain of the organization, and none of a stranger', async () => {
    dns
      .txt('k1._domainkey.mg.toko.test', ...strings(`k=rsa; p=${KEY}`))
      .txt('k1._domainkey.stranger.test', ...strings(`k=rsa; p=${KEY}`))
      .txt('_dmarc.toko.test', 'v=DMARC1; p=reject; rua=mailto:a@toko.test');
    const at = async (dkimSelector: string) =>
      (await check('email_p3', { domain: 'news.toko.test', dkimSelector })).of('dkim').code;
    expect(await at('k1._domainkey.mg.toko.test')).toBe('dkim_ok');
    expect(await at('k1._domainkey.stranger.test')).toBe('dkim_not_aligned');
  });

  it('has every vendor of the catalogue in its table', () => {
    expect(Object.keys(SENDER_RECORDS).toSorted()).toEqual(
      ['email_p1', 'email_p2', 'email_p3', 'email_p4', 'email_p5', 'email_smtp'].toSorted(),
    );
  });
});

describe('DMARC', () => {
  it.each([
    [['v=DMARC1; p=quarantine; rua=mailto:a@b.test'], 'pass', 'dmarc_ok'],
    [['v=DMARC1;P=REJECT;RUA=mailto:a@b.test;unknown=1;;'], 'pass', 'dmarc_ok'],
    [['v=DMARC1; p=reject'], 'pass', 'dmarc_no_reports'],
    [['v=DMARC1; p=none; rua=mailto:a@b.test'], 'warn', 'dmarc_none'],
    [['v=DMARC1; p=none'], 'warn', 'dmarc_none_no_reports'],
    [['v=DMARC1'], 'warn', 'dmarc_none_no_reports'],
    [['v=DMARC1; p=reject; pct=20; rua=mailto:a@b.test'], 'warn', 'dmarc_partial'],
    [['v=DMARC1; p=reject; t=y; rua=mailto:a@b.test'], 'warn', 'dmarc_partial'],
    [['v=DMARC1; p=nothing'], 'fail', 'dmarc_broken'],
    [['v=dmarc1; p=none'], 'fail', 'dmarc_broken'],
    [['v=DMARC1; p=none', 'v=DMARC1; p=reject'], 'fail', 'dmarc_several'],
    [['hello'], 'fail', 'dmarc_missing'],
  ] as const)('%j is %s: %s', async (texts, status, code) => {
    for (const text of texts) dns.txt('_dmarc.tokoanda.test', text);
    expect((await check('email_p1')).of('dmarc')).toMatchObject({ status, code });
  });

  it('is found at the organization, with its policy for names below', async () => {
    dns.txt('_dmarc.toko.test', 'v=DMARC1; p=reject; sp=none; rua=mailto:a@toko.test');
    expect((await check('email_p1', { domain: 'a.b.toko.test' })).of('dmarc')).toMatchObject({
      code: 'dmarc_none',
      values: { name: '_dmarc.toko.test', policy: 'none' },
    });
  });

  it('of a public suffix is nobody’s own, and holds where there is no other', async () => {
    dns.txt('_dmarc.co.test', 'v=DMARC1; p=reject; psd=y; rua=mailto:a@co.test');
    expect((await check('email_p1', { domain: 'www.toko.co.test' })).of('dmarc')).toMatchObject({
      code: 'dmarc_ok',
      values: { name: '_dmarc.co.test' },
    });
    dns.txt('_dmarc.toko.co.test', 'v=DMARC1; p=quarantine; rua=mailto:a@toko.co.test');
    expect((await check('email_p1', { domain: 'www.toko.co.test' })).of('dmarc').values.name).toBe(
      '_dmarc.toko.co.test',
    );
  });

  it('asks for eight names at the most', async () => {
    await check('email_p1', { domain: `${'a.'.repeat(20)}toko.test` });
    expect(dns.asked.filter((question) => question.startsWith('TXT _dmarc.'))).toHaveLength(8);
  });
});

describe('MX', () => {
  it('passes a domain that takes mail, and warns of one that does not', async () => {
    dns.mx('a.test', 20, 'second.test').mx('a.test', 10, 'first.test').mx('b.test', 0, '').txt('c.test', 'hello');
    const mx = async (domain: string) => (await check('email_p1', { domain })).of('mx');
    expect(await mx('a.test')).toMatchObject({
      status: 'pass',
      code: 'mx_ok',
      found: ['10 first.test', '20 second.test'],
    });
    expect(await mx('b.test')).toMatchObject({ status: 'warn', code: 'mx_refuses' });
    expect(await mx('c.test')).toMatchObject({ status: 'warn', code: 'mx_missing' });
    expect(await mx(`${unique('d')}.test`)).toMatchObject({ status: 'fail', code: 'mx_no_domain' });
  });
});
