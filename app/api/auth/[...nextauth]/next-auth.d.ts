import type { SessionToken } from '@/server/platform/auth/session';

declare module 'next-auth' {
  interface User {
    token: SessionToken;
  }
}

declare module 'next-auth/jwt' {
  interface JWT {
    accountId?: SessionToken['accountId'];
    sessionVersion?: SessionToken['sessionVersion'];
    sessionId?: SessionToken['sessionId'];
  }
}
