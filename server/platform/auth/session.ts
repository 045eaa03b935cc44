/**
 * Sessions of people: next-auth's encrypted JWT cookie. It names a row that ends when the person signs out or ends it,
 * and a version of the user's that a changed password or membership raises (docs/contract/accounts.md#sessions). Both
 * are read by one statement, and remembered for 2 seconds at most: a cookie that was copied opens nothing after that.
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

/** 30 days, renewed as it is used. */
export const SESSION_SECONDS = 30 * 24 * 60 * 60;

/** A session that was last seen before this moment has ended. */
export const unseenSince = (now: Date): Date => new Date(now.getTime() - SESSION_SECONDS * 1000);

/** Uses within this time of the one that is written are not written. */
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
 * Next-auth's name for its cookie: prefixed, so that a browser accepts it over TLS only, when we are served over TLS.
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

  /** Returns the principal that the cookie header speaks for; null when there is no session, or it has ended. */
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
   * Returns the principal that a session speaks for at this moment, past what is remembered: for an answer that comes
   * without the cookie, such as the keys that a shop posts. Null once the session or the membership has ended.
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
   * Looks a person's sessions up anew in this process, once one has ended or the version is raised; others notice
   * within 2 seconds.
   */
  forget(userId: string): void {
    this.live.forgetAll((key) => key.startsWith(keyOf(userId, '')));
  }

  /** Writes when sessions were last seen; at shut-down too. */
  flush(): Promise<void> {
    return this.seen.flush();
  }

  /**
   * A Set-Cookie header that puts this session in the place of the browser's, with the attributes that next-auth gives
   * its own.
   */
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

  /** A cookie header for a session, as signing in sets it. For the operator's tools and tests. */
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
