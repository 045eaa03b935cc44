/** How clients' addresses are read, against an independent model: addresses as numbers, written in every way that proxies do. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientAddressOf } from '@/server/doors/client-address';
import { addressIn, isOfNetworks, networkOf, parsedNetwork, UNKNOWN_ADDRESS } from '@/server/platform/lib/address';

const v4 = fc.tuple(...Array.from({ length: 4 }, () => fc.nat(255))).map((parts) => parts.join('.'));
const groups = fc
  .array(fc.nat(0xffff), { minLength: 8, maxLength: 8 })
  // No other reading of these: IPv4 within IPv6 begins with zeros.
  .map(([first = 0, ...rest]) => [0x2000 + (first % 0x1fff), ...rest]);
/** Whole, and as the URL standard shortens it. */
const spellings = (parts: readonly number[]): string[] => {
  const whole = parts.map((part) => part.toString(16)).join(':');
  const short = new URL(`http://[${whole}]/`).hostname.slice(1, -1);
  return [whole, whole.toUpperCase(), short, parts.map((part) => part.toString(16).padStart(4, '0')).join(':')];
};
const port = fc.integer({ min: 0, max: 65_535 });
const hex = (octets: string): string =>
  octets
    .split('.')
    .map((octet) => Number(octet).toString(16).padStart(2, '0'))
    .join('')
    .replace(/(.{4})/, '$1:');

describe('an address', () => {
  it('of IPv4 is one subject, with any port and as IPv6', () => {
    fc.assert(
      fc.property(v4, port, (address, number) => {
        const written = [
          address,
          `${address}:${number}`,
          ` ${address} `,
          `[${address}]:${number}`,
          `::ffff:${address}`,
          `::ffff:${address}:${number}`,
          `[::ffff:${address}]:${number}`,
          `::FFFF:${hex(address)}`,
          `[::ffff:${hex(address)}]`,
        ];
        expect(written.map(addressIn)).toEqual(written.map(() => address));
        expect(new Set(written.map(networkOf))).toEqual(new Set([address]));
        expect(written.every((text) => isOfNetworks(text, [parsedNetwork(`${address}/32`)]))).toBe(true);
      }),
    );
  });

  it('of IPv6 is one subject with all of its /64, with any port and zone', () => {
    fc.assert(
      fc.property(groups, groups, port, (parts, others, number) => {
        const neighbour = [...parts.slice(0, 4), ...others.slice(4)];
        const written = spellings(parts).flatMap((text) => [text, `[${text}]`, `[${text}]:${number}`, `${text}%eth0`]);
        expect(new Set(written.map(addressIn)).size).toBe(1);
        expect(new Set([...written, ...spellings(neighbour)].map(networkOf)).size).toBe(1);
        const further = [...parts.slice(0, 3), parts[3]! ^ 1, ...parts.slice(4)];
        expect(spellings(further).map(networkOf)).not.toContain(networkOf(written[0]!));
        expect(written.every((text) => isOfNetworks(text, [parsedNetwork(`${written[2 * 4]!}/128`)]))).toBe(true);
      }),
    );
  });

  it('that cannot be read is one subject and of no network', () => {
    const anywhere = [parsedNetwork('0.0.0.0/0'), parsedNetwork('::/0')];
    const unreadable = fc.oneof(
      fc.constantFrom('', 'unknown', '_hidden', '-', '12345', '0x7f.1', '127.1', '010.0.0.1', '1.2.3.4.5', '1.2.3.256'),
      fc.constantFrom(
        '[',
        '[]',
        '[::1',
        '::1]',
        '[::1]x',
        '[::1]:',
        '1.2.3.4:',
        '1.2.3.4:port',
        '1.2.3.4:123456',
        '::1::2',
      ),
      // Letters that are of no hexadecimal digit make no address.
      fc.string({ unit: fc.constantFrom('g', 'k', 'x', 'z', '_', '-') }),
    );
    fc.assert(
      fc.property(unreadable, (text) => {
        expect([addressIn(text), networkOf(text), isOfNetworks(text, anywhere)]).toEqual([
          null,
          UNKNOWN_ADDRESS,
          false,
        ]);
      }),
    );
  });
});

describe('the client of a request', () => {
  const of = (forwarded: string | string[] | undefined, remoteAddress: string | undefined, trustProxy = true) =>
    clientAddressOf({ headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } }, trustProxy);

  it('is what the one proxy wrote last, whatever the client wrote before it', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme-ascii' })), v4, port, (before, address, number) => {
        const last = `${address}:${number}`;
        expect(of([...before, last].join(', '), '10.0.0.1')).toBe(address);
        expect(of([...before, last], '10.0.0.1')).toBe(address);
        expect(of([...before, last].join(', '), '10.0.0.1', false)).toBe('10.0.0.1');
      }),
    );
  });

  it('is the connection where no proxy wrote anything, and nobody that is known where it wrote no address', () => {
    expect([of(undefined, '::ffff:10.0.0.1'), of(' ', 'fe80::1%eth0')]).toEqual(['10.0.0.1', 'fe80::1']);
    // The proxy's own address would let in whoever it could not name.
    for (const forwarded of ['198.51.100.7, unknown', '198.51.100.7,', 'unknown'])
      expect(of(forwarded, '10.0.0.1')).toBe(UNKNOWN_ADDRESS);
    expect(of(undefined, undefined)).toBe(UNKNOWN_ADDRESS);
  });
});
