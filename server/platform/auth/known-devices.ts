/**
 * Devices that a person has signed in with, recognised by our cookie (OWASP's device cookies). Attempts from such a
 * device are counted apart, so that nobody can lock a person out by guessing. The cookie signs nobody in and names
 * nobody (docs/contract/accounts.md#known-devices). It ends with a change of the password, so that whoever knew the old
 * one has no cookies left.
 */
import { randomBytes } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Database } from '@/server/platform/db/client';
import { deriveKey } from '@/server/platform/lib/crypto';
import { isToken, signToken, type Signed } from '@/server/platform/lib/signed-token';

interface Site {
  baseUrl: string;
  appSecret: string;
}

/** The person who signs in, with the values that their device cookie depends on. */
export interface DeviceOwner {
  id: string;
  passwordHash: string;
}

/** The longest time for which browsers keep the cookie, in seconds; each sign-in starts it anew. */
const LIFETIME_SECONDS = 400 * 24 * 60 * 60;
/** The most people whom one browser remembers, such as one at a till; the longest absent is dropped first. */
const PEOPLE = 5;

const nameOf = ({ baseUrl }: Site): string => (baseUrl.startsWith('https:') ? '__Host-laris-devices' : 'laris-devices');

const signed = ({ appSecret }: Site, device: string, until: string, { id, passwordHash }: DeviceOwner): Signed => ({
  key: deriveKey(appSecret, 'known-device'),
  text: JSON.stringify([device, until, id, passwordHash]),
  encoding: 'base64url',
});

const tokensOf = (site: Site, cookies: string | undefined): string[] =>
  (parseCookie(cookies ?? '')[nameOf(site)] ?? '').split('~').slice(0, PEOPLE);

/** Returns the device of a token; null for a token that we did not make for this person. */
function read(site: Site, token: string, owner: DeviceOwner): { device: string; until: Date } | null {
  const match = /^([\w-]{22})\.(\d{13})\.([\w-]{43})$/.exec(token);
  if (match === null) return null;
  const [, device = '', until = '', signature = ''] = match;
  return isToken(signature, signed(site, device, until, owner)) ? { device, until: new Date(Number(until)) } : null;
}

/**
 * @param cookies the Cookie header @returns the name under which attempts from this device count; null if the person
 * never signed in on it
 */
export function knownDevice(site: Site, owner: DeviceOwner, cookies: string | undefined, now: Date): string | null {
  const known = tokensOf(site, cookies).map((token) => read(site, token, owner));
  return known.find((found) => found !== null && found.until > now)?.device ?? null;
}

/**
 * Returns the Set-Cookie header after a sign-in or a new password; it keeps the devices of other people who use the
 * browser.
 */
export async function rememberDevice(
  { database, settings }: { database: Database; settings: Site },
  userId: string,
  cookies: string | undefined,
  now: Date,
): Promise<string> {
  const owner = await database.prisma.user.findUniqueOrThrow({
    where: { id: userId },
    select: { id: true, passwordHash: true },
  });
  const device = randomBytes(16).toString('base64url');
  const until = String(now.getTime() + LIFETIME_SECONDS * 1000);
  const others = tokensOf(settings, cookies).filter((token) => token !== '' && read(settings, token, owner) === null);
  const own = [device, until, signToken(signed(settings, device, until, owner))].join('.');
  return stringifySetCookie({
    name: nameOf(settings),
    value: [own, ...others].slice(0, PEOPLE).join('~'),
    path: '/',
    maxAge: LIFETIME_SECONDS,
    httpOnly: true,
    sameSite: 'lax',
    secure: nameOf(settings).startsWith('__Host-'),
  });
}
