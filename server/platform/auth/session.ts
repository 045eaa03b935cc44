/**
 * Sessions of people: next-auth's encrypted JWT cookie. The cookie names a session row, which ends when the person
 * signs out or ends it, and the user's version, which a changed password or membership raises
 * (docs/contract/accounts.md#sessions). One statement reads both, and the result is cached for at most 2 seconds; after
 * that, a copied cookie opens nothing.
 */
import { parseCookie, stringifyCookie, stringifySetCookie } from 'cookie';
import { decode, encode } from 'next-auth/jwt';
import { LastUsed } from '@/server/platform/auth/last-used';
import type { SessionPrincipal } from '@/server/platform/auth/principal';
import { roleOf } from '@/server/platform/access/roles';
import type { Database } from '@/server/platform/db/client';
import { now } from '@/server/platform/lib/clock';
import { deriveKey } from '@/server/platform/lib/crypto';
import { ShortCache } from '@/server/platform/lib/short-cache';

/**
 * The person and workspace of a session: decided by signing in, and decided anew by a new password or another
 * workspace.
 */
export interface SessionClaims {
  sub: string;
  accountId: string | null;
  sessionVersion: number;
}

/** The content of the cookie. */
export interface SessionToken extends SessionClaims {
  sessionId: string;
}

/** The lifetime of a session in seconds, 30 days, renewed with each use. */
export const SESSION_SECONDS = 30 * 24 * 60 * 60;

/** Returns the time before which a session's last use means that it has ended. */
export const unseenSince = (now: Date): Date => new Date(now.getTime() - SESSION_SECONDS * 1000);

/** The least milliseconds between two writes of a session's last use. */
const SEEN_EVERY_MS = 60_000;

interface SessionState {
  lastSeenAt: Date;
  email: string;
  sessionVersion: number;
  /** Role by workspace. */
  memberships: Record<string, string>;
}

const FIND_SESSION = {
  name: 'auth.find-session',
  text: `SELECT s."lastSeenAt", u.email, u."sessionVersion",
    coalesce(jsonb_object_agg(m."accountId", m.role) FILTER (WHERE m."accountId" IS NOT NULL), '{}') AS memberships
         FROM "Session" s JOIN "User" u ON u.id = s."userId" LEFT JOIN "Membership" m ON m."userId" = u.id
         WHERE s."userId" = $1 AND s.id = $2 AND s."endedAt" IS NULL AND s."lastSeenAt" > $3 GROUP BY s.id, u.id`,
};

/** Ids have no space. */
const keyOf = (userId: string, sessionId: string): string => `${userId} ${sessionId}`;

const TOUCH_SESSIONS = `UPDATE "Session" s SET "lastSeenAt" = u.at
  FROM unnest($1::text[], $2::timestamptz[]) AS u(id, at)
                        WHERE s.id = u.id AND s."endedAt" IS NULL AND s."lastSeenAt" < u.at`;

/**
 * Returns next-auth's name for its cookie. Over TLS the name has a prefix, with which browsers accept the cookie over
 * TLS only.
 */
export const sessionCookieName = (baseUrl: string): string =>
  baseUrl.startsWith('https:') ? '__Secure-next-auth.session-token' : 'next-auth.session-token';

/** The secret that next-auth encrypts with. */
export const sessionSecret = (appSecret: string): string => deriveKey(appSecret, 'sessions').toString('hex');

export class SessionStore {
  private readonly cookieName: string;
  private readonly secret: string;
  private readonly live: ShortCache<SessionState | null>;
  private readonly seen: LastUsed;

  constructor(
    database: Database,
    options: { baseUrl: string; appSecret: string },
    onFlushError: (error: unknown) => void,
  ) {
    this.cookieName = sessionCookieName(options.baseUrl);
    this.secret = sessionSecret(options.appSecret);
    this.seen = new LastUsed(database, [TOUCH_SESSIONS], onFlushError);
    this.live = new ShortCache(
      async (key) =>
        (await database.pool.query<SessionState>({ ...FIND_SESSION, values: [...key.split(' '), unseenSince(now())] }))
          .rows[0] ?? null,
    );
  }

  /** Returns the principal of a Cookie header; null without a session, or when it has ended. */
  async read(cookieHeader: string | undefined): Promise<SessionPrincipal | null> {
    const cookie = parseCookie(cookieHeader ?? '')[this.cookieName];
    if (cookie === undefined) return null;
    const token = await this.open(cookie);
    if (token === null) return null;
    const { sub: userId, sessionId } = token;
    const key = keyOf(userId, sessionId);
    let session = await this.live.get(key);
    if (session !== null && token.sessionVersion > session.sessionVersion) {
      // Nobody else can make a token, so it is what we remember that is old: the person changed the password a moment
      // ago.
      this.live.forget(key);
      session = await this.live.get(key);
    }
    if (session?.sessionVersion !== token.sessionVersion) return null;
    this.touch(sessionId, session);
    // A membership that was taken away takes the workspace with it.
    const stored = token.accountId === null ? undefined : session.memberships[token.accountId];
    return {
      kind: 'session',
      sessionId,
      userId,
      accountId: stored === undefined ? null : token.accountId,
      role: stored === undefined ? null : roleOf(stored),
      email: session.email,
    };
  }

  /**
   * Returns the present principal of a session, read without the cache: for a request without the cookie, such as the
   * keys that a shop posts. Null when the session or the membership has ended.
   */
  async now(sessionId: string, userId: string, accountId: string): Promise<SessionPrincipal | null> {
    const key = keyOf(userId, sessionId);
    this.live.forget(key);
    const session = await this.live.get(key);
    const stored = session?.memberships[accountId];
    if (session === null || stored === undefined) return null;
    return { kind: 'session', sessionId, userId, accountId, role: roleOf(stored), email: session.email };
  }

  /**
   * Drops a person's sessions from this process's cache, after one has ended or the version was raised; other processes
   * notice within 2 seconds.
   */
  forget(userId: string): void {
    this.live.forgetAll((key) => key.startsWith(keyOf(userId, '')));
  }

  /** Writes when sessions were last seen; at shut-down too. */
  flush(): Promise<void> {
    return this.seen.flush();
  }

  /** Returns a Set-Cookie header that replaces the browser's session, with next-auth's own attributes. */
  async cookie(token: SessionToken): Promise<string> {
    return stringifySetCookie({
      name: this.cookieName,
      value: await this.seal(token),
      path: '/',
      maxAge: SESSION_SECONDS,
      httpOnly: true,
      sameSite: 'lax',
      secure: this.cookieName.startsWith('__Secure-'),
    });
  }

  /** Returns the Cookie header of a session, as signing in sets it. For the operator's tools and tests. */
  async issue(token: SessionToken): Promise<string> {
    return stringifyCookie({ [this.cookieName]: await this.seal(token) });
  }

  private seal(token: SessionToken): Promise<string> {
    return encode({ token: { ...token }, secret: this.secret, maxAge: SESSION_SECONDS });
  }

  private touch(sessionId: string, session: SessionState): void {
    const at = now();
    if (at.getTime() - session.lastSeenAt.getTime() < SEEN_EVERY_MS) return;
    session.lastSeenAt = at;
    this.seen.note(sessionId, at);
  }

  private async open(cookie: string): Promise<SessionToken | null> {
    try {
      const token = await decode({ token: cookie, secret: this.secret });
      if (typeof token?.sub !== 'string' || typeof token.sessionVersion !== 'number') return null;
      // A cookie of the time before sessions had rows could never be ended: its person signs in again.
      if (typeof token.sessionId !== 'string') return null;
      return {
        sub: token.sub,
        sessionId: token.sessionId,
        accountId: typeof token.accountId === 'string' ? token.accountId : null,
        sessionVersion: token.sessionVersion,
      };
    } catch {
      return null;
    }
  }
}
