/** What machines look like that load pictures and follow links, each as its source has it (docs/contract/broadcasts.md#machines). */
import { describe, expect, it } from 'vitest';
import { machineOf } from '@/server/modules/messaging/broadcasts/machines';

const NOW = new Date('2026-03-01T09:00:10Z');
const DELIVERED = new Date('2026-03-01T09:00:00Z');
const by = (
  userAgent: string | undefined,
  clientAddress = '192.0.2.7',
  more: object = {},
  deliveredAt: Date | null = DELIVERED,
) =>
  machineOf(
    {
      method: 'GET',
      headers: userAgent === undefined ? {} : { 'user-agent': userAgent },
      clientAddress,
      now: NOW,
      ...more,
    },
    deliveredAt,
  );

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

const MACHINES: [machine: string, userAgent: string, source: string][] = [
  ['apple', 'Mozilla/5.0', 'https://github.com/jdavidbakr/mail-tracker/issues/255'],
  [
    'gmail',
    'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
    'https://filippo.io/how-the-new-gmail-image-proxy-works-and-what-this-means-for-you',
  ],
  [
    'gmail',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/42.0.2311.135 Safari/537.36 Edge/12.246 Mozilla/5.0',
    'https://github.com/mautic/mautic/pull/10245',
  ],
  [
    'yahoo',
    'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html',
    'https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html',
  ],
  [
    'scanner',
    'Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/534+ (KHTML, like Gecko) BingPreview/1.0b',
    'https://github.com/phpList/phplist3/issues/415',
  ],
  [
    'scanner',
    'BarracudaCentral',
    'https://check.live-direct-marketing.online/blog/bot-clicks-security-scanners-detect',
  ],
  ['robot', 'WhatsApp/2.23.20.0 A', 'https://github.com/monperrus/crawler-user-agents'],
  ['robot', 'python-requests/2.32.3', 'https://github.com/monperrus/crawler-user-agents'],
];

/** Mail programs and browsers of people. */
const PEOPLE = [
  CHROME,
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)',
  'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Thunderbird/128.4.0',
  'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17328; Pro)',
  'Outlook-iOS/2.0',
  'Outlook-Android/2.0',
  'eM Client/9.2.2157.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
];

describe('a machine', () => {
  it.each(MACHINES)('%s: %s (%s)', (machine, userAgent) => {
    expect(by(userAgent)).toBe(machine);
  });

  it.each(PEOPLE)('is not %s', (userAgent) => {
    expect(by(userAgent)).toBeNull();
  });

  it.each([
    ['apple', '17.58.97.3', 'https://support.apple.com/en-us/101555'],
    ['apple', '::ffff:17.58.97.3', 'the same, written as IPv6'],
    ['scanner', '209.222.82.4', 'https://campus.barracuda.com/product/emailgatewaydefense/doc/96023030/'],
    ['scanner', '64.235.151.9', 'https://campus.barracuda.com/product/emailgatewaydefense/doc/96023030/'],
    [null, '18.0.0.1', 'beside the range'],
    [null, '209.222.88.1', 'beside the range'],
    [null, '2001:db8::1', 'no range of IPv6'],
    [null, '', 'unknown'],
  ])('is %s from %s (%s)', (machine, address, source) => {
    expect(by(CHROME, address), source).toBe(machine);
  });

  it('is whoever comes within 2 seconds of the delivery, or before it is known', () => {
    const after = (ms: number) => by(CHROME, undefined, { now: new Date(DELIVERED.getTime() + ms) });
    expect([after(-500), after(0), after(1_999), after(2_000)]).toEqual(['early', 'early', 'early', null]);
    expect(by(CHROME, undefined, {}, null)).toBe('early');
    expect(by('Mozilla/5.0', undefined, {}, null)).toBe('apple');
  });

  it('is who looks at the headers only, fetches ahead, or says nothing of itself', () => {
    expect(by(CHROME, undefined, { method: 'HEAD' })).toBe('robot');
    expect(by(undefined)).toBe('robot');
    const ahead = { headers: { 'user-agent': CHROME, 'sec-purpose': 'prefetch' } };
    expect(by(CHROME, undefined, ahead)).toBe('robot');
  });
});
