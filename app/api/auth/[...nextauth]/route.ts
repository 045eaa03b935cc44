/** Sign-in, sign-out and the session cookie: next-auth with our users (server/doors/bridge.ts). */
import NextAuth, { type NextAuthOptions, type User } from 'next-auth';
import type { JWT } from 'next-auth/jwt';
import CredentialsProvider from 'next-auth/providers/credentials';
import { bridge, CLIENT_ADDRESS_HEADER, type Bridge } from '@/server/doors/bridge';
import { isUrl } from '@/server/platform/lib/is-url';
import { NextRequest } from 'next/server';

/** The limit for a sign-in or sign-out request, a form of five short fields. */
const BODY_LIMIT = 64 * 1024;

const CALLBACK_COOKIE = /^(?:__Secure-)?next-auth\.callback-url$/;

/** An address on which next-auth can go on; what is not ours it replaces itself. */
function isAddress(text: string, base: string): boolean {
  return isUrl(text, text.startsWith('/') ? base : undefined) && /^(?:\/|https?:)/i.test(text);
}

/** The body, or null when it is too large to be one of ours. */
async function textOf(request: NextRequest): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
    size += read.value.length;
    if (size > BODY_LIMIT) return null;
    chunks.push(read.value);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The fields of a form, as JSON or as browsers send them; null when they are none. */
function fieldsOf(text: string, contentType: string): Record<string, string> | null {
  if (!contentType.includes('application/json')) return Object.fromEntries(new URLSearchParams(text));
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null;
    const fields: [string, unknown][] = Object.entries(parsed);
    return fields.every((field): field is [string, string] => typeof field[1] === 'string')
      ? Object.fromEntries(fields)
      : null;
  } catch {
    return null;
  }
}

const refuse = (status: number, message: string): Response => Response.json({ message }, { status });

/**
 * Keeps from next-auth what it would take for a fault of ours and answer with 500.
 * The request with its body read, for next-auth; or what to answer in its place.
 * @param path what follows /api/auth
 */
async function readable(request: NextRequest, path: readonly string[]): Promise<NextRequest | Response> {
  const { nextUrl, headers, method } = request;
  const isPost = method === 'POST';
  if (path[0] === 'callback' && !isPost) return refuse(400, 'Signing in takes a POST.');
  // next-auth puts this text into a header unchanged.
  const error = nextUrl.searchParams.get('error') ?? path[1] ?? '';
  if (!/^[\x20-\x7e]*$/.test(error)) return refuse(400, 'error must be plain text.');

  const text = isPost ? await textOf(request) : '';
  if (text === null) return refuse(413, 'The body is too large.');
  const fields = fieldsOf(text, isPost ? (headers.get('content-type') ?? '') : '');
  if (fields === null) return refuse(400, 'The body must be a form, or a JSON object of texts.');
  const addresses = [...nextUrl.searchParams.getAll('callbackUrl'), fields.callbackUrl ?? ''];
  if (!addresses.every((address) => address === '' || isAddress(address, nextUrl.origin)))
    return refuse(400, 'callbackUrl must be a path or an address.');
  const broken = request.cookies
    .getAll()
    .find(({ name, value }) => CALLBACK_COOKIE.test(name) && value !== '' && !isAddress(value, nextUrl.origin));
  if (broken !== undefined) {
    const answer = refuse(400, 'The cookie of the callback address is broken. It is removed; try again.');
    answer.headers.append('set-cookie', `${broken.name}=; Path=/; Max-Age=0`);
    return answer;
  }
  return isPost ? new NextRequest(request.url, { method, headers, body: text }) : request;
}

/** Returns where somebody signs in from. */
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
 * The cookie holds the fields of SessionToken, which server/platform/auth/session.ts reads, and nothing else.
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
