/** Every range that may not be called and every way to write it (docs/contract/webhooks.md#addresses). */
import { BlockList, isIPv6 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkAddress, isPublicAddress } from '@/server/platform/lib/url-guard';

const accepted = (url: string): boolean => checkAddress(url).ok;

/** The ranges again, as the RFCs name them, judged by Node. */
const PRIVATE = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // Documentation (RFC 5737), and 6to4's relays (RFC 7526)
  ['192.0.2.0', 24],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['192.88.99.0', 24],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv4');

const PRIVATE_V6 = new BlockList();
for (const [net, bits] of [
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
  // NAT64's own prefix for local use and the rest of its block (RFC 8215), discard (RFC 6666) and dummy (RFC 9780)
  ['64:ff9b::', 32],
  ['100::', 64],
  ['100:0:0:1::', 64],
  // Protocol assignments with Teredo, benchmarking and ORCHID (RFC 2928), documentation (RFC 3849, 9637), SRv6 (RFC 9602)
  ['2001::', 23],
  ['2001:db8::', 32],
  ['3fff::', 20],
  ['5f00::', 16],
] as const)
  PRIVATE_V6.addSubnet(net, bits, 'ipv6');

const dotted = (n: number): string => [24, 16, 8, 0].map((shift) => (n >>> shift) & 255).join('.');
const hex = (n: number): string => n.toString(16).padStart(4, '0');
/** Half of them near the ranges, so that both sides of every border come up. */
const BORDERS = [
  '0.255.255.255',
  '1.0.0.0',
  '10.0.0.0',
  '9.255.255.255',
  '10.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.64.0.0',
  '100.127.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '127.0.0.1',
  '128.0.0.0',
  '169.253.255.255',
  '169.254.169.254',
  '169.255.0.0',
  '172.15.255.255',
  '172.16.0.0',
  '172.31.255.255',
  '172.32.0.0',
  '191.255.255.255',
  '192.0.0.0',
  '192.0.0.255',
  '192.0.1.0',
  '192.0.1.255',
  '192.0.2.0',
  '192.0.2.255',
  '192.0.3.0',
  '192.31.196.1',
  '192.52.193.1',
  '192.88.98.255',
  '192.88.99.0',
  '192.88.99.255',
  '192.88.100.0',
  '192.167.255.255',
  '192.168.0.0',
  '192.168.255.255',
  '192.169.0.0',
  '192.175.48.1',
  '198.17.255.255',
  '198.18.0.0',
  '198.19.255.255',
  '198.20.0.0',
  '198.51.99.255',
  '198.51.100.0',
  '198.51.100.255',
  '198.51.101.0',
  '203.0.112.255',
  '203.0.113.0',
  '203.0.113.255',
  '203.0.114.0',
  '223.255.255.255',
  '224.0.0.0',
  '239.255.255.255',
  '240.0.0.0',
  '255.255.255.255',
];
/** The first groups of addresses at both sides of every border. */
const BORDERS_V6 = [
  [0x64, 0xff9b, 0, 1],
  [0x64, 0xff9b, 1],
  [0x64, 0xff9a],
  [0x64, 0xff9c],
  [0xff, 0xffff],
  [0x100],
  [0x100, 0, 0, 0],
  [0x100, 0, 0, 1],
  [0x100, 0, 0, 2],
  [0x2000, 0xffff],
  [0x2001, 0],
  [0x2001, 0x1ff],
  [0x2001, 0x200],
  [0x2001, 0xdb7],
  [0x2001, 0xdb8],
  [0x2001, 0xdb9],
  [0x2003],
  [0x3ffe, 0xffff],
  [0x3fff, 0],
  [0x3fff, 0xfff],
  [0x3fff, 0x1000],
  [0x5eff],
  [0x5f00],
  [0x5f01],
  [0xfbff],
  [0xfc00],
  [0xfdff],
  [0xfe00],
  [0xfe7f],
  [0xfe80],
  [0xfebf],
  [0xfec0],
  [0xfeff],
  [0xff00],
];
const number = (text: string): number => text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
const v4 = fc.oneof(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.constantFrom(...BORDERS.map(number)));
const isPrivate = (n: number): boolean => PRIVATE.check(dotted(n), 'ipv4');

/** The same address as people and attackers write it. */
const notations = (n: number): string[] => {
  const parts = [24, 16, 8, 0].map((shift) => (n >>> shift) & 255);
  const [a = 0, b = 0, c = 0, d = 0] = parts;
  return [
    dotted(n),
    `${dotted(n)}.`,
    String(n),
    `0x${n.toString(16)}`,
    `0X${n.toString(16).toUpperCase()}`,
    `0${n.toString(8)}`,
    parts.map((part) => `0x${part.toString(16)}`).join('.'),
    parts.map((part) => `0${part.toString(8)}`).join('.'),
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${b * 65_536 + c * 256 + d}`,
    `0x${a.toString(16)}.${b}.0${c.toString(8)}.${d}.`,
    dotted(n).replace(/\d/g, (digit) => `%3${digit}`),
    dotted(n).replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    dotted(n).replaceAll('.', '。'),
  ];
};
/** The same address inside of IPv6. */
const inner = (n: number): string[] => {
  const [high, low] = [hex(n >>> 16), hex(n & 0xffff)];
  return [
    `::ffff:${dotted(n)}`,
    `::FFFF:${high}:${low}`,
    `0:0:0:0:0:ffff:${high}:${low}`,
    `64:ff9b::${dotted(n)}`,
    `64:ff9b:0:0:0:0:${high}:${low}`,
    `2002:${high}:${low}::`,
    `2002:${high}:${low}:1234::5678`,
    `::ffff:0:${dotted(n)}`,
    `::${dotted(n)}`,
  ];
};

describe('checkAddress', () => {
  it('judges an IPv4 address the same in every notation, and inside of IPv6', () => {
    fc.assert(
      fc.property(v4, fc.constantFrom('', ':8443'), fc.constantFrom('', '/', '/hook?a=1#b'), (n, port, rest) => {
        for (const host of notations(n)) expect(accepted(`https://${host}${port}${rest}`), host).toBe(!isPrivate(n));
        for (const host of inner(n)) expect(accepted(`https://[${host}]${port}${rest}`), host).toBe(!isPrivate(n));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    '::',
    '::1',
    '0:0:0:0:0:0:0:1',
    'fc00::1',
    'FD12:3456::1',
    'fdff:ffff::',
    'fe80::1',
    'febf::1',
    'fec0::1',
    'ff02::1',
    '64:ff9b:1::808:808',
    '64:ff9b:1:ffff::1',
    '100::',
    '100::ffff:ffff:ffff:ffff',
    '100:0:0:1::1',
    '2001::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2001:2::1',
    '2001:10::1',
    '2001:1ff:ffff::1',
    '2001:db8::1',
    '2001:DB8:ffff:ffff::1',
    '3fff::1',
    '3fff:fff:ffff::1',
    '5f00::1',
    '5f00:ffff::1',
    '2002:c000:201::1',
    '64:ff9b::203.0.113.9',
    '::ffff:198.51.100.1',
  ])('refuses [%s]', (host) => {
    expect(checkAddress(`https://[${host}]/`)).toEqual({
      ok: false,
      reason: 'must not point to a private or local address',
      isPrivate: true,
    });
  });

  it.each([
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
    'fbff::1',
    '100:0:0:2::1',
    '2001:200::1',
    '2001:db7:ffff::1',
    '2001:db9::1',
    '2620:4f:8000::1',
    '3fff:1000::1',
    '5eff:ffff::1',
    '5f01::1',
    '2002:808:808::1',
    '64:ff9b::8.8.8.8',
  ])('lets [%s] through', (host) => {
    expect(accepted(`https://[${host}]/`)).toBe(true);
  });

  it.each([
    'localhost',
    'LOCALHOST',
    'localhost.',
    'localhost..',
    'a.localhost',
    'a.b.LocalHost.',
    'ｌｏｃａｌｈｏｓｔ',
    'loc%61lhost',
    'printer.local',
    'Printer.LOCAL.',
    'metadata.google.internal',
    'db.internal.',
    'internal',
    'local',
  ])('refuses %s', (host) => {
    expect(accepted(`https://${host}/hook`)).toBe(false);
    expect(accepted(`https://${host}:8443`)).toBe(false);
  });

  it.each([
    'example.com',
    'EXAMPLE.com.',
    'mylocalhost.com',
    'localhost.com',
    'internal.example.com',
    'local.example',
    'bücher.example',
    '1.1.1.1',
    '11.0.0.1.example',
  ])('lets %s through', (host) => {
    expect(accepted(`https://${host}/hook`)).toBe(true);
  });

  it('tells the address as the URL standard writes it', () => {
    expect(checkAddress('https://EXAMPLE.com:443/a/../b?q=ü')).toEqual({
      ok: true,
      url: 'https://example.com/b?q=%C3%BC',
    });
    expect(checkAddress('https://0x08080808')).toEqual({ ok: true, url: 'https://8.8.8.8/' });
  });

  it.each([
    'http://example.com',
    'HTTPS://example.com',
    'https:example.com',
    'https:/example.com',
    ' https://example.com',
    'ftp://example.com',
    '//example.com',
    'example.com',
    '',
    'javascript:alert(1)',
  ])('wants https:// in front: %j', (url) => {
    expect(checkAddress(url)).toEqual({ ok: false, reason: 'must start with https://' });
  });

  it.each([
    'https://user@example.com',
    'https://user:pass@example.com',
    'https://:pass@example.com',
    'https://example.com@127.0.0.1',
    'https://a%40b@example.com',
  ])('refuses user info: %s', (url) => {
    expect(accepted(url)).toBe(false);
  });

  it.each([
    'https://',
    'https://.',
    'https://256.1.1.1',
    'https://1.2.3.4.5',
    'https://[::1',
    'https://[fe80::1%25eth0]/',
    'https://exa mple.com',
    'https://a:99999',
  ])('refuses what is no address: %s', (url) => {
    expect(accepted(url)).toBe(false);
  });

  it('bounds the address and its host', () => {
    const name = 'a.'.repeat(126);
    expect(accepted(`https://${name}b/`)).toBe(true);
    expect(checkAddress(`https://${name}bc/`)).toEqual({
      ok: false,
      reason: 'must have a host of at most 253 characters',
    });
    const path = 'https://example.com/'.padEnd(2048, 'a');
    expect(accepted(path)).toBe(true);
    expect(checkAddress(`${path}a`)).toEqual({ ok: false, reason: 'must have at most 2048 characters' });
  });

  it('never throws, and lets nothing through that does not parse back to https', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((rest) => `https://${rest}`),
          fc.webUrl(),
        ),
        (text) => {
          const verdict = checkAddress(text);
          if (verdict.ok) expect(new URL(verdict.url).protocol).toBe('https:');
          else expect(verdict.reason).not.toContain(text.length > 12 ? text : '\0');
          // Judging its own answer changes nothing.
          if (verdict.ok) expect(checkAddress(verdict.url)).toEqual(verdict);
        },
      ),
    );
  });
});

describe('isPublicAddress', () => {
  it('agrees with Node on every IPv4 address, alone and inside of IPv6', () => {
    fc.assert(
      fc.property(v4, (n) => {
        for (const address of [dotted(n), ...inner(n)]) expect(isPublicAddress(address), address).toBe(!isPrivate(n));
      }),
      { numRuns: 1000 },
    );
  });

  it('agrees with Node on the special ranges of IPv6, near every border of theirs', () => {
    const groups = fc
      .tuple(
        fc.constantFrom(...BORDERS_V6),
        fc.array(fc.oneof(fc.constantFrom(0, 0xffff), fc.nat(0xffff)), { minLength: 8, maxLength: 8 }),
      )
      .map(([head, random]) =>
        [...head, ...random]
          .slice(0, 8)
          .map((group) => group.toString(16))
          .join(':'),
      );
    fc.assert(
      fc.property(
        fc
          .oneof(fc.ipV6(), groups)
          // The inner address decides about these; see above.
          .filter((ip) => !/^\[(::|64:ff9b:0?:|64:ff9b::|2002:)/.test(new URL(`http://[${ip}]/`).hostname)),
        (ip) => {
          expect(isPublicAddress(ip), ip).toBe(!PRIVATE_V6.check(ip, 'ipv6'));
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('takes nothing for an address that Node does not', () => {
    const piece = fc.constantFrom(
      '::',
      ':',
      '0',
      '1',
      'ffff',
      '2606',
      '12345',
      'g',
      '.',
      '8.8.8.8',
      '%eth0',
      '/64',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        if (text.includes(':') && (!isIPv6(text) || text.includes('%')))
          expect(isPublicAddress(text), text).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    '',
    'example.com',
    '8.8.8',
    '8.8.8.8.8',
    '012.8.8.8',
    '8.8.8.8.',
    '8.8.8.256',
    '0x08080808',
    '134744072',
    'fe80::1%eth0',
    '2606:4700::1%1',
    '[2606:4700::1]',
    '8.8.8.8/24',
    '::ffff:8.8.8.8 ',
  ])('takes %j for no public address', (text) => {
    expect(isPublicAddress(text)).toBe(false);
  });
});
