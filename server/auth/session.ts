/**
 * Sessions of people: next-auth's encrypted JWT cookie, with a version that is checked against the user's row
 * (cached 2 seconds at most), so that a changed password or membership ends every session at once (4 §C).
 */
import { decode, encode } from 'next-auth/jwt';
import type { SessionPrincipal } from '@/server/auth/principal';
import type { Database } from '@/server/db/client';
import { readCookie } from '@/server/lib/cookies';
import { deriveKey } from '@/server/lib/crypto';
import { ShortCache } from '@/server/lib/short-cache';

/** What the cookie holds. */
export interface SessionToken {
  sub: string;
  accountId: string | null;
  sessionVersion: number;
}

/** 30 days, renewed as it is used. */
export const SESSION_SECONDS = 30 * 24 * 60 * 60;

interface UserState {
  email: string;
  sessionVersion: number;
  accountIds: string[];
}

const FIND_USER = {
  name: 'auth.find-user',
  text: `SELECT u.email, u."sessionVersion", coalesce(array_agg(m."accountId") FILTER (WHERE m."accountId" IS NOT NULL), '{}') AS "accountIds"
         FROM "User" u LEFT JOIN "Membership" m ON m."userId" = u.id WHERE u.id = $1 GROUP BY u.id`,
};

/** Next-auth's name for its cookie: prefixed, so that a browser accepts it over TLS only, when we are served over TLS. */
export const sessionCookieName = (baseUrl: string): string =>
  baseUrl.startsWith('https:') ? '__Secure-next-auth.session-token' : 'next-auth.session-token';

/** The secret that next-auth encrypts with. */
export const sessionSecret = (appSecret: string): string => deriveKey(appSecret, 'sessions').toString('hex');

export class SessionStore {
  private readonly cookieName: string;
  private readonly secret: string;
  private readonly users: ShortCache<UserState | null>;

  constructor(database: Database, options: { baseUrl: string; appSecret: string }) {
    this.cookieName = sessionCookieName(options.baseUrl);
    this.secret = sessionSecret(options.appSecret);
    this.users = new ShortCache(
      async (userId) => (await database.pool.query<UserState>({ ...FIND_USER, values: [userId] })).rows[0] ?? null,
    );
  }

  /** Who the cookie header speaks for; null when there is no session, or it has ended. */
  async read(cookieHeader: string | undefined): Promise<SessionPrincipal | null> {
    const cookie = readCookie(cookieHeader, this.cookieName);
    if (cookie === undefined) return null;
    const token = await this.open(cookie);
    if (token === null) return null;
    let user = await this.users.get(token.sub);
    if (user !== null && token.sessionVersion > user.sessionVersion) {
      // Nobody else can make a token, so it is what we remember that is old: the person changed the password a moment ago.
      this.forget(token.sub);
      user = await this.users.get(token.sub);
    }
    if (user === null || user.sessionVersion !== token.sessionVersion) return null;
    // A membership that was taken away takes the workspace with it.
    const accountId = token.accountId !== null && user.accountIds.includes(token.accountId) ? token.accountId : null;
    return { kind: 'session', userId: token.sub, accountId, email: user.email };
  }

  /** Ends the sessions of a person in this process at once, once their version is raised; others notice within 2 seconds. */
  forget(userId: string): void {
    this.users.forget(userId);
  }

  /** A Set-Cookie header that puts this session in the place of the browser's, with the attributes that next-auth gives its own. */
  async cookie(token: SessionToken): Promise<string> {
    const secure = this.cookieName.startsWith('__Secure-') ? '; Secure' : '';
    return `${await this.issue(token)}; Path=/; Max-Age=${SESSION_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
  }

  /** A cookie header for a session, as signing in sets it. For the operator's tools and tests. */
  async issue(token: SessionToken): Promise<string> {
    return `${this.cookieName}=${await encode({ token: { ...token }, secret: this.secret, maxAge: SESSION_SECONDS })}`;
  }

  private async open(cookie: string): Promise<SessionToken | null> {
    try {
      const token = await decode({ token: cookie, secret: this.secret });
      if (typeof token?.sub !== 'string' || typeof token.sessionVersion !== 'number') return null;
      return {
        sub: token.sub,
        accountId: typeof token.accountId === 'string' ? token.accountId : null,
        sessionVersion: token.sessionVersion,
      };
    } catch {
      return null;
    }
  }
}
