/** Sign-in, sign-out and the session cookie: next-auth with our users (server/bridge.ts). */
import NextAuth, { type NextAuthOptions, type User } from 'next-auth';
import type { JWT } from 'next-auth/jwt';
import CredentialsProvider from 'next-auth/providers/credentials';
import type { NextRequest } from 'next/server';
import { bridge, CLIENT_ADDRESS_HEADER, type Bridge } from '@/server/bridge';
import { isUrl } from '@/server/lib/is-url';
import { readable } from './readable';

/** Where somebody signs in from. */
function clientOf(headers: Record<string, unknown> | undefined): {
  address: string;
  userAgent: string;
  cookies: string;
} {
  const header = (name: string): string => {
    const value = headers?.[name];
    return typeof value === 'string' ? value : '';
  };
  return { address: header(CLIENT_ADDRESS_HEADER), userAgent: header('user-agent'), cookies: header('cookie') };
}

/**
 * What the cookie holds is what server/auth/session.ts reads: the fields of SessionToken, nothing else.
 * @param onDevice is given the header that makes the browser a known device, once somebody is signed in
 */
function options(onDevice: (setCookie: string) => void): NextAuthOptions {
  const server = bridge();
  const { sessionSecret, sessionSeconds, sessionCookie } = server;
  const secure = sessionCookie.startsWith('__Secure-');
  /** @throws Error whose text is the code: the client finds it in the address that next-auth answers with */
  const userOf = (answer: Awaited<ReturnType<Bridge['signIn']>>): User => {
    if ('error' in answer) throw new Error(answer.error);
    onDevice(answer.deviceCookie);
    return { id: answer.token.sub, token: answer.token };
  };
  return {
    secret: sessionSecret,
    session: { strategy: 'jwt', maxAge: sessionSeconds },
    useSecureCookies: secure,
    cookies: { sessionToken: { name: sessionCookie, options: { httpOnly: true, sameSite: 'lax', path: '/', secure } } },
    pages: { signIn: '/sign-in', signOut: '/sign-in', error: '/sign-in' },
    providers: [
      CredentialsProvider({
        credentials: { email: { type: 'email' }, password: { type: 'password' }, code: {}, language: {} },
        async authorize(credentials, request) {
          const answer = await server.signIn({
            email: credentials?.email ?? '',
            password: credentials?.password ?? '',
            code: credentials?.code ?? '',
            language: credentials?.language === 'id' ? 'id' : 'en',
            ...clientOf(request.headers),
          });
          return userOf(answer);
        },
      }),
      CredentialsProvider({
        id: 'passkey',
        credentials: { answer: {} },
        authorize: async (credentials, request) =>
          userOf(await server.signInWithPasskey({ answer: credentials?.answer ?? '', ...clientOf(request.headers) })),
      }),
    ],
    callbacks: {
      // Into a header goes an address as it is written on the wire, and only one of ours.
      redirect: ({ url, baseUrl }) => {
        const to = isUrl(url, baseUrl) ? new URL(url, baseUrl) : null;
        return to?.origin === baseUrl ? to.href : baseUrl;
      },
      // The user is there at sign-in only, whatever the types say.
      jwt: ({ token, user }: { token: JWT; user?: User }) => {
        const { sub, accountId, sessionVersion, sessionId } = user?.token ?? token;
        return { sub, accountId, sessionVersion, sessionId };
      },
    },
    events: {
      // A cookie from before sessions had ids opens nothing, so there is nothing to end.
      signOut: async ({ token: { sub, sessionId } }) => {
        if (sub !== undefined && sessionId !== undefined) await server.signOut({ sub, sessionId });
      },
    },
  };
}

interface Context {
  params: Promise<{ nextauth: string[] }>;
}

async function handle(request: NextRequest, context: Context): Promise<Response> {
  const answer = await readable(request, (await context.params).nextauth);
  if (answer instanceof Response) return answer;
  const devices: string[] = [];
  const response = (await NextAuth(
    answer,
    context,
    options((setCookie) => devices.push(setCookie)),
  )) as Response;
  for (const setCookie of devices) response.headers.append('set-cookie', setCookie);
  return response;
}

export { handle as GET, handle as POST };
