/**
 * The requests that pages rendered by Next may make to the server process. Next bundles its own copies of modules, and
 * must not open a second database client. So main.ts puts the process's one bridge on globalThis, and Next needs only
 * this file, which imports types alone.
 */
import type { SessionPrincipal } from '@/server/platform/auth/principal';
import type { SessionToken } from '@/server/platform/auth/session';
import type { DocumentName } from '@/server/modules';
import type { PasskeyAttempt } from '@/server/modules/account/accounts/passkey-sign-in';
import type { Attempt } from '@/server/modules/account/accounts/sign-in';

/** The reasons why a sign-in failed, as far as the person may know them. */
export const REFUSALS = ['WRONG_CREDENTIALS', 'CODE_REQUIRED', 'WRONG_CODE', 'TOO_MANY_ATTEMPTS'] as const;
type Refusal = (typeof REFUSALS)[number];

/**
 * The token of a new session, and the Set-Cookie header that makes the browser a known device; else the code of the
 * error that says why there is none.
 */
export interface SignedIn {
  token: SessionToken;
  deviceCookie: string;
}

export interface Bridge {
  baseUrl: string;
  /** True when the service sends its own mail. */
  sendsMail: boolean;
  /** The secret with which next-auth encrypts its cookie. */
  sessionSecret: string;
  sessionSeconds: number;
  /** The name that the cookie has (server/platform/auth/session.ts). */
  sessionCookie: string;
  signIn(attempt: Attempt): Promise<SignedIn | { error: Refusal | 'UNAVAILABLE' }>;
  /** Signs a person in with a passkey. */
  signInWithPasskey(attempt: PasskeyAttempt): Promise<SignedIn | { error: Refusal | 'UNAVAILABLE' }>;
  /** Ends the session of a cookie: after 2 seconds, copies of the cookie sign nobody in. */
  signOut(session: Pick<SessionToken, 'sub' | 'sessionId'>): Promise<void>;
  /** Makes a public document, which the Next route handlers under app/ send. */
  document(name: DocumentName, request: Request, params: Record<string, string>): Promise<Response>;
  /** Returns the person that the Cookie header speaks for. */
  session(cookieHeader: string | null): Promise<SessionPrincipal | null>;
  /**
   * Returns the answer of a query of the router as sent over the network: pages read it while they are drawn
   * (app/(dashboard)/page.tsx).
   * @throws what the procedure throws; AppError ACCOUNT_MISMATCH when the session is in another workspace than `of`
   */
  query(read: PageRead): Promise<unknown>;
}

export interface PageRead {
  /** The path of the procedure: `discountCodes.list`. */
  path: string;
  input: unknown;
  /** The headers of the request that the page is drawn for. */
  headers: Headers;
  /** The workspace that the page is drawn for. */
  of: string;
}

/**
 * server/doors/next.ts sets these headers on every request that it passes to Next, and drops those that the client sent
 * under these names.
 */
export const CLIENT_ADDRESS_HEADER = 'x-laris-client-address';
export const NONCE_HEADER = 'x-laris-nonce';
/**
 * Set by our pages on their typed calls: the workspace that the page was drawn for (server/platform/access/trpc.ts).
 */
export const WORKSPACE_HEADER = 'x-laris-workspace';
/** Carries the path and query as sent, because a Next layout cannot read its own. */
export const PATH_HEADER = 'x-laris-path';

const KEY = Symbol.for('laris.bridge');
type Holder = { [KEY]?: Bridge };

export function setBridge(bridge: Bridge): void {
  (globalThis as Holder)[KEY] = bridge;
}

/** @throws Error outside the server process, e.g. while Next builds. */
export function bridge(): Bridge {
  const bridge = (globalThis as Holder)[KEY];
  if (bridge === undefined)
    throw new Error('Pages run inside the Laris server only: start it with npm start or npm run dev.');
  return bridge;
}
