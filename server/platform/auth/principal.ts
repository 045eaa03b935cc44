/** The caller (docs/contract/shared.md#who-may-call). Made by authentication, checked by the access levels. */
import type { Role } from '@/server/platform/access/roles';
import type { Actor } from '@/server/platform/db/workspace';

export type Scope = 'read' | 'write' | 'admin';
export const PLATFORM_SCOPE = 'svc:platform:admin';

/** A person in the browser, by the next-auth cookie. */
export interface SessionPrincipal {
  kind: 'session';
  /** The id of the session's row: one browser of the person. */
  sessionId: string;
  userId: string;
  accountId: string | null;
  /** The person's role in the workspace; null without a workspace. */
  role: Role | null;
  email: string;
}

/** A workspace's own HMAC key. */
export interface KeyPrincipal {
  kind: 'key';
  /** The row's id, for the audit log. */
  id: string;
  keyId: string;
  accountId: string;
  scopes: readonly string[];
}

/** A platform's HMAC key; the header X-Svc-On-Behalf-Of names its workspace, if any. */
export interface PlatformPrincipal {
  kind: 'platform';
  id: string;
  keyId: string;
  /** Null: the operator's own key. */
  partnerId: string | null;
  accountId: string | null;
  scopes: readonly string[];
}

export type Principal = SessionPrincipal | KeyPrincipal | PlatformPrincipal | { kind: 'anonymous'; accountId: null };

export const ANONYMOUS: Principal = { kind: 'anonymous', accountId: null };

/** Returns the audit log's name for a principal. */
export function actorOf(principal: Exclude<Principal, { kind: 'anonymous' }>): Actor {
  switch (principal.kind) {
    case 'session':
      return { kind: 'session', id: principal.userId, partnerId: null, onBehalfOf: null };
    case 'key':
      return { kind: 'key', id: principal.id, partnerId: null, onBehalfOf: null };
    case 'platform':
      return {
        kind: 'platform',
        id: principal.id,
        partnerId: principal.partnerId ?? principal.id,
        onBehalfOf: principal.accountId,
      };
  }
}
