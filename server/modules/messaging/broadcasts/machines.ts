/**
 * Recognizes machines that load a picture or follow a link instead of a person (docs/contract/broadcasts.md#machines).
 * For figures only; nobody is blocked. Machines are recognized by their user agent, by their networks if these are
 * published and few, and by the time. The lists are as of 2026-11; machines.test.ts has an example of each.
 */
import ipaddr from 'ipaddr.js';
import { isVisit } from '@/server/platform/lib/robots';
import type { Machine } from '@/server/modules/messaging/broadcasts/vocabulary';
import type { RawCall } from '@/server/platform/access/route';

/**
 * Nobody reads and clicks within so little time of the delivery (spec 7.4); programs that look at mail for others do.
 */
const EARLY_MS = 2_000;

const USER_AGENTS: readonly (readonly [RegExp, Machine])[] = [
  // Apple's Mail Privacy Protection loads all pictures when the mail comes, and says no more of itself than this:
  // https://github.com/jdavidbakr/mail-tracker/issues/255,
  // https://postmarkapp.com/support/article/1257-open-tracking-and-apple-mail
  [/^Mozilla\/5\.0$/, 'apple'],
  // Gmail's proxy, on opening: https://filippo.io/how-the-new-gmail-image-proxy-works-and-what-this-means-for-you
  [/\bGoogleImageProxy\b/, 'gmail'],
  // and ahead of it: https://bird.com/blog/gmail-prefetching-images, https://github.com/mautic/mautic/pull/10245
  [/ Chrome\/42\.0\.2311\.135 Safari\/537\.36 Edge\/12\.246 Mozilla\/5\.0$/, 'gmail'],
  // https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html
  [/\bYahooMailProxy\b/, 'yahoo'],
  // Outlook.com looks at links some minutes after the delivery: https://github.com/phpList/phplist3/issues/415
  [/\bBingPreview\//, 'scanner'],
  // Gateways of companies that say who they are:
  // https://check.live-direct-marketing.online/blog/bot-clicks-security-scanners-detect
  [/barracuda|mimecast|proofpoint|CiscoSecureEmail|ironport|\bTMES\b|FortiMail|sophos/i, 'scanner'],
];

/** Mail programs of people that name themselves as programs do, and not as browsers. */
const READERS = /^(?:Outlook-(?:iOS|Android)|YahooMobile|SamsungEmail|AirMail|eM ?Client|Postbox)[/ ]/i;

const NETWORKS: readonly (readonly [string, Machine])[] = [
  // All of Apple's own: https://support.apple.com/en-us/101555
  ['17.0.0.0/8', 'apple'],
  // Barracuda's gateways, which call themselves browsers:
  // https://campus.barracuda.com/product/emailgatewaydefense/doc/96023030/
  ['64.235.144.0/20', 'scanner'],
  ['209.222.80.0/21', 'scanner'],
];
const RANGES = NETWORKS.map(([cidr, machine]) => ({ range: ipaddr.parseCIDR(cidr), machine }));

function byNetwork(address: string): Machine | undefined {
  if (!ipaddr.isValid(address)) return undefined;
  const parsed = ipaddr.process(address);
  return RANGES.find(({ range }) => parsed.kind() === range[0].kind() && parsed.match(range))?.machine;
}

/** @param deliveredAt when the message was delivered, else when it was sent; null: not stored yet */
export function machineOf(
  call: Pick<RawCall, 'method' | 'headers' | 'clientAddress' | 'now'>,
  deliveredAt: Date | null,
): Machine | null {
  const userAgent = call.headers['user-agent'] ?? '';
  const named = USER_AGENTS.find(([pattern]) => pattern.test(userAgent))?.[1] ?? byNetwork(call.clientAddress);
  if (named !== undefined) return named;
  if (deliveredAt === null || call.now.getTime() - deliveredAt.getTime() < EARLY_MS) return 'early';
  // A look at the headers, a fetch ahead, and whoever says nothing of itself: mail programs and browsers do.
  if (userAgent === '' || call.method !== 'GET') return 'robot';
  return READERS.test(userAgent) || isVisit(call) ? null : 'robot';
}
