/**
 * Devices that a person has signed in with, by a cookie of ours (OWASP's device cookies): their attempts count apart,
 * so that nobody shuts a person out by guessing (docs/contract/accounts.md#known-devices). It opens nothing, says of
 * nobody who they are, and is void with another password, so that who knew the one of before has no such cookies in
 * store.
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

/** The owner of a device, as they sign in now. */
export interface DeviceOwner {
  id: string;
  passwordHash: string;
}

/** The longest time for which browsers keep a cookie, in seconds; each sign-in begins it anew. */
const LIFETIME_SECONDS = 400 * 24 * 60 * 60;
/** People who share a browser, at a till for instance; the one who was there longest ago is forgotten. */
const PEOPLE = 5;

const nameOf = ({ baseUrl }: Site): string => (baseUrl.startsWith('https:') ? '__Host-laris-devices' : 'laris-devices');

const signed = ({ appSecret }: Site, device: string, until: string, { id, passwordHash }: DeviceOwner): Signed => ({
  key: deriveKey(appSecret, 'known-device'),
  text: JSON.stringify([device, until, id, passwordHash]),
  encoding: 'base64url',
});

const tokensOf = (site: Site, cookies: string | undefined): string[] =>
  (parseCookie(cookies ?? '')[nameOf(site)] ?? '').split('~').slice(0, PEOPLE);

/** The device that a token names, if we made it for this person. */
function read(site: Site, token: string, owner: DeviceOwner): { device: string; until: Date } | null {
  const match = /^([\w-]{22})\.(\d{13})\.([\w-]{43})$/.exec(token);
  if (match === null) return null;
  const [, device = '', until = '', signature = ''] = match;
  return isToken(signature, signed(site, device, until, owner)) ? { device, until: new Date(Number(until)) } : null;
}

/**
 * @param cookies the Cookie header @returns the name that the person's attempts from this device count under; null
 * where they never signed in
 */
export function knownDevice(site: Site, owner: DeviceOwner, cookies: string | undefined, now: Date): string | null {
  const known = tokensOf(site, cookies).map((token) => read(site, token, owner));
  return known.find((found) => found !== null && found.until > now)?.device ?? null;
}

/**
 * The Set-Cookie header after a sign-in, and after a new password: the person's device from now on, beside those of
 * others.
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
