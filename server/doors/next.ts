/**
 * Passes pages to Next, with the values that a document needs: a nonce and a policy, the request id, the client's
 * address.
 */
import { randomBytes } from 'node:crypto';
import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  CLIENT_ADDRESS_HEADER,
  NONCE_HEADER,
  PATH_HEADER,
  REFUSALS,
  setBridge,
  type Bridge,
} from '@/server/doors/bridge';
import { rememberDevice } from '@/server/platform/auth/known-devices';
import { SESSION_SECONDS, sessionCookieName, sessionSecret, type SessionToken } from '@/server/platform/auth/session';
import type { Services } from '@/server/platform/access/context';
import { toAppError } from '@/server/platform/errors';
import type { Pages } from '@/server/doors/app';
import { clientAddressOf } from '@/server/doors/client-address';
import { documentHeaders, documentPolicy } from '@/server/doors/headers';
import { refusalOf } from '@/server/doors/page-requests';
import { refuse } from '@/server/doors/refuse';
import { pageReads } from '@/server/doors/page-reads';
import { answeringUnavailable, noteUnavailable } from '@/server/doors/page-status';
import { documentResponse, documentsVia } from '@/server/doors/next-documents';
import { requestIdOf } from '@/server/doors/request-id';
import { now } from '@/server/platform/lib/clock';
import { packageRoot } from '@/server/platform/lib/package-root';
import { signInWithPasskey } from '@/server/modules/account/accounts/passkey-sign-in';
import { signIn } from '@/server/modules/account/accounts/sign-in';
import { endSession, type Client } from '@/server/modules/account/accounts/sessions';

export interface NextPages {
  pages: Pages;
  /** The server on which Next listens for upgrades; nobody connects to it. */
  upgrades: Server;
  close(): Promise<void>;
}

/** Starts Next inside this process. */
export async function createPages(services: Services): Promise<NextPages> {
  const { settings, database, sessions, log } = services;
  // next-auth reads its address from here; the cookies' names follow from it.
  process.env.NEXTAUTH_URL = settings.baseUrl;
  process.env.NEXT_TELEMETRY_DISABLED = '1';
  const signedIn = async (
    attempt: Promise<SessionToken>,
    { cookies }: Pick<Client, 'cookies'>,
  ): ReturnType<Bridge['signIn']> => {
    try {
      const token = await attempt;
      return { token, deviceCookie: await rememberDevice(services, token.sub, cookies, now()) };
    } catch (error) {
      const { appCode, cause } = toAppError(error);
      const refusal = REFUSALS.find((known) => known === appCode);
      if (refusal !== undefined) return { error: refusal };
      log.error({ err: cause ?? error }, 'sign-in failed');
      return { error: 'UNAVAILABLE' };
    }
  };
  setBridge({
    baseUrl: settings.baseUrl,
    sendsMail: services.mail !== null,
    sessionSecret: sessionSecret(settings.appSecret),
    sessionSeconds: SESSION_SECONDS,
    sessionCookie: sessionCookieName(settings.baseUrl),
    async session(cookieHeader) {
      try {
        return await sessions.read(cookieHeader ?? undefined);
      } catch (error) {
        noteUnavailable(error);
        throw error;
      }
    },
    query: pageReads(services),
    document: (name, request, params) => documentResponse(services, name, request, params),
    signIn: (attempt) => signedIn(signIn(services, attempt, now()), attempt),
    signInWithPasskey: (attempt) => signedIn(signInWithPasskey(services, attempt, now()), attempt),
    async signOut({ sub, sessionId }) {
      await endSession(database, sessionId, now());
      sessions.forget(sub);
    },
  });

  const { default: next } = await import('next');
  // Without a server of its own Next listens for upgrades on ours, and leaves each without an answer.
  const upgrades = http.createServer();
  const app = next({
    dev: settings.dev,
    dir: packageRoot,
    hostname: settings.host,
    port: settings.port,
    httpServer: upgrades,
  });
  await app.prepare();
  const handle = app.getRequestHandler();
  const headers = Object.entries(documentHeaders(settings.baseUrl));

  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const refusal = refusalOf(request, settings.dev);
    if (refusal !== null) return refuse(response, refusal.error, refusal.headers);
    const requestId = requestIdOf(request);
    const nonce = randomBytes(16).toString('base64');
    const policy = documentPolicy(nonce, settings.dev, services.uploads.origins);
    // Next takes the nonce for its own scripts from the request's policy. What a client sent under these names goes.
    Object.assign(request.headers, {
      [NONCE_HEADER]: nonce,
      [PATH_HEADER]: request.url ?? '/',
      [CLIENT_ADDRESS_HEADER]: clientAddressOf(request, settings.trustProxy),
      'content-security-policy': policy,
      'x-request-id': requestId,
    });
    for (const [name, value] of headers) response.setHeader(name, value);
    response.setHeader('content-security-policy', policy);
    response.setHeader('x-request-id', requestId);
    answeringUnavailable(response, () => handle(request, response)).catch((error: unknown) => {
      log.error({ err: error, requestId }, 'page failed');
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' });
      response.end(`Something went wrong. Request ${requestId}\n`);
    });
  };
  return { pages: { handle: answer, document: documentsVia(handle) }, upgrades, close: () => app.close() };
}
