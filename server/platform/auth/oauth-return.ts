/** Checks the query and cookie with which a person comes back from a vendor (docs/contract/channels.md#oauth). */
import { parseCookie } from 'cookie';
import type { Services } from '@/server/platform/access/context';
import { spendNonce } from '@/server/platform/db/oauth-nonces';
import { cookieName, readOAuthCookie, readState, type Noun, type OAuthState } from '@/server/platform/auth/oauth-state';
import { sameText } from '@/server/platform/lib/signed-token';
import type { RawAnswer, RawCall } from '@/server/platform/access/route';
import type { Member } from '@/server/platform/access/procedures';

/** A redirect that may set a cookie. */
export interface Redirect {
  location: string;
  cookie: string;
}

/** A failure on the way back, shown to the person as plain text. */
export class OAuthFailure extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 502 | 503,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export const redirect = ({ location, cookie }: Redirect): RawAnswer => ({
  status: 302,
  headers: { 'set-cookie': cookie, location },
});

/** Answers a person who comes back from another site: a redirect, or what went wrong in plain text. */
export async function answerReturn({ log }: Pick<RawCall, 'log'>, finish: () => Promise<Redirect>): Promise<RawAnswer> {
  try {
    return redirect(await finish());
  } catch (error) {
    if (!(error instanceof OAuthFailure)) throw error;
    if (error.status >= 500) log.warn({ err: error.cause }, 'an OAuth code was not exchanged');
    return { status: error.status, body: `${error.message}\n` };
  }
}

export interface OAuthReturn {
  provider: string;
  query: Readonly<Record<string, unknown>>;
  cookieHeader: string | undefined;
  member: Member | null;
}

/** Returns a parameter that was sent once and is not empty. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/**
 * The state is ours, of this provider, not lapsed, of this session and workspace, and used for the first time.
 * @throws OAuthFailure
 */
export async function verifyReturn(
  services: Services,
  { noun, provider }: { noun: Noun; provider: string },
  given: OAuthReturn,
  now: Date,
): Promise<{ member: Member; verifier: string; state: OAuthState }> {
  const again = `Begin again on the ${noun} page.`;
  const { appSecret } = services.settings;
  const text = textOf(given.query.state);
  const state = text === undefined ? null : readState(appSecret, text);
  if (state === null || state.provider !== provider)
    throw new OAuthFailure(400, `The state is missing or not ours. ${again}`);
  const { member } = given;
  if (member === null) throw new OAuthFailure(401, `Sign in, then begin again on the ${noun} page.`);
  if (member.accountId !== state.accountId)
    throw new OAuthFailure(403, `This was begun in another workspace. ${again}`);
  const cookie = readOAuthCookie(appSecret, provider, parseCookie(given.cookieHeader ?? '')[cookieName(provider)]);
  if (cookie === null || cookie.userId !== member.userId || !sameText(cookie.nonce, state.nonce))
    throw new OAuthFailure(403, `This was begun in another browser or session. ${again}`);
  await useUp(services, state, noun, now);
  return { member, verifier: cookie.verifier, state };
}

/** @throws OAuthFailure for a state that has lapsed or was used before */
export async function useUp(services: Services, state: OAuthState, noun: Noun, now: Date): Promise<void> {
  const again = `Begin again on the ${noun} page.`;
  if (now.getTime() >= state.expiresAt) throw new OAuthFailure(400, `This took longer than ten minutes. ${again}`);
  if (!(await spendNonce(services.database, state.nonce, new Date(state.expiresAt))))
    throw new OAuthFailure(400, `This answer was used before. ${again}`);
}

/** The code that is exchanged. @throws OAuthFailure where the person or the vendor refused */
export function codeOf({ query }: OAuthReturn): string {
  const refused = textOf(query.error);
  if (refused !== undefined)
    throw new OAuthFailure(
      400,
      refused === 'access_denied'
        ? 'You did not give the permission. Nothing was connected.'
        : 'The provider refused. Nothing was connected.',
    );
  const code = textOf(query.code);
  if (code === undefined) throw new OAuthFailure(400, 'The provider sent no code. Nothing was connected.');
  return code;
}
