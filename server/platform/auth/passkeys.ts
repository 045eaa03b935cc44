/**
 * Passkeys (WebAuthn), by @simplewebauthn/server: makes the requests to browsers, and verifies the answers. The library
 * is loaded at its first use.
 *
 * A challenge contains its expiry and our signature, so that no challenge is stored; the caller makes sure that each is
 * used once.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { deriveKey } from '@/server/platform/lib/crypto';

/** The milliseconds that a browser may take to answer, by the service's clock. */
const LIFETIME_MS = 5 * 60_000;
const RANDOM_BYTES = 16;
const END_BYTES = 6;
const BODY_BYTES = RANDOM_BYTES + END_BYTES;
const NAME = 'Laris';

interface Site {
  baseUrl: string;
  appSecret: string;
}

/** Returns the site where a passkey works: the host of our address, whatever its port. */
const siteOf = ({ baseUrl }: Site): { rpID: string; origin: string } => {
  const { hostname, origin } = new URL(baseUrl);
  return { rpID: hostname, origin };
};

const signature = ({ appSecret }: Site, purpose: string, body: Buffer): Buffer =>
  createHmac('sha256', deriveKey(appSecret, 'passkey-challenge')).update(`${purpose}\n`).update(body).digest();

/** @param purpose binds the challenge: `sign-in`, or `add` with a session's id */
function newChallenge(site: Site, purpose: string, now: Date): Buffer<ArrayBuffer> {
  const body = Buffer.concat([randomBytes(RANDOM_BYTES), Buffer.alloc(END_BYTES)]);
  body.writeUIntBE(now.getTime() + LIFETIME_MS, RANDOM_BYTES, END_BYTES);
  return Buffer.concat([body, signature(site, purpose, body)]);
}

/** Returns the expiry of our challenge; null for a foreign or expired challenge, or one for another purpose. */
function endOf(site: Site, purpose: string, challenge: string, now: Date): Date | null {
  const bytes = Buffer.from(challenge, 'base64url');
  const body = bytes.subarray(0, BODY_BYTES);
  const expected = signature(site, purpose, body);
  const given = bytes.subarray(BODY_BYTES);
  // Of the several spellings of its bytes only ours, for the spelling is what is spent.
  if (bytes.toString('base64url') !== challenge || given.length !== expected.length) return null;
  if (!timingSafeEqual(given, expected)) return null;
  const end = new Date(body.readUIntBE(RANDOM_BYTES, END_BYTES));
  return end > now ? end : null;
}

/** An answered challenge; the caller must mark it as used. */
export interface Answered {
  challenge: string;
  expiresAt: Date;
}

export interface NewPasskey {
  id: string;
  /** COSE. */
  publicKey: Uint8Array<ArrayBuffer>;
  counter: number;
  transports: string[];
}

/**
 * Returns the request to a person's browser for a new passkey, which the browser finds by itself, and which asks for
 * finger, face or PIN.
 */
export async function askToAdd(
  site: Site,
  person: { id: string; sessionId: string; email: string; name: string; passkeys: readonly { id: string }[] },
  now: Date,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  return await generateRegistrationOptions({
    rpName: NAME,
    rpID: siteOf(site).rpID,
    userName: person.email,
    userDisplayName: person.name,
    userID: Uint8Array.from(Buffer.from(person.id)),
    challenge: newChallenge(site, `add ${person.sessionId}`, now),
    timeout: LIFETIME_MS,
    attestationType: 'none',
    excludeCredentials: person.passkeys.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** The passkey that the browser made for this session's question; null when the answer is not true. */
export async function added(
  site: Site,
  sessionId: string,
  response: RegistrationResponseJSON,
  now: Date,
): Promise<(NewPasskey & { answered: Answered }) | null> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { rpID, origin } = siteOf(site);
  const asked = challengeReader(site, `add ${sessionId}`, now);
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: asked.isOurs,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
    });
    const answered = asked.answered();
    if (registrationInfo === undefined || answered === null) return null;
    const { id, publicKey, counter, transports } = registrationInfo.credential;
    return { id, publicKey, counter, transports: transports ?? [], answered };
  } catch {
    // The library says by an error what is not as it has to be.
    return null;
  }
}

/** Returns the request to a browser at sign-in: any passkey of this site. */
export async function askToSignIn(site: Site, now: Date): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  return await generateAuthenticationOptions({
    rpID: siteOf(site).rpID,
    challenge: newChallenge(site, 'sign-in', now),
    timeout: LIFETIME_MS,
    userVerification: 'required',
  });
}

/**
 * Verifies an answer with this passkey, and returns the new state of the passkey; null when the answer is not valid.
 */
export async function proven(
  site: Site,
  passkey: { id: string; publicKey: Uint8Array<ArrayBuffer>; counter: number },
  response: AuthenticationResponseJSON,
  now: Date,
): Promise<{ counter: number; answered: Answered } | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { rpID, origin } = siteOf(site);
  const asked = challengeReader(site, 'sign-in', now);
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: asked.isOurs,
      expectedOrigin: origin,
      expectedRPID: rpID,
      credential: passkey,
      requireUserVerification: true,
    });
    const answered = asked.answered();
    return verified && answered !== null ? { counter: authenticationInfo.newCounter, answered } : null;
  } catch {
    return null;
  }
}

/** Returns a callback that verifies the challenge for the library, and keeps it. */
function challengeReader(site: Site, purpose: string, now: Date) {
  let found: Answered | null = null;
  return {
    isOurs: (challenge: string): boolean => {
      const expiresAt = endOf(site, purpose, challenge, now);
      found = expiresAt === null ? null : { challenge, expiresAt };
      return found !== null;
    },
    answered: (): Answered | null => found,
  };
}
