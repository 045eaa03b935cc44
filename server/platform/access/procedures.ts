/**
 * Access levels (docs/architecture.md): who may call, and the handles that an admitted caller gets. Procedures
 * (server/platform/access/trpc.ts) and raw routes (server/platform/access/route.ts) have the same levels, and
 * neither can be declared without one.
 *
 *   public            anybody, from any origin; no principal is looked at
 *   bearer            whoever has this address: a vendor's signature or our token in it is the only credential
 *   visitor           a person in the browser, or nobody                → member
 *   authenticated     whoever has credentials, with or without a workspace
 *   session           a person in the browser, with or without a workspace
 *   member            a person in the browser, in a workspace           → db
 *   workspace         any principal that names a workspace              → db
 *   merchant          the same, in the role merchant                    → db
 *   partner           a signed request that names a workspace           → db
 *   partnerOrSession  the same, and the dashboard                       → db
 *   platform          a platform key
 *   operator          a platform key of no partner                      → installation
 *   ownPartner        the same, and a partner's key for its own partner → that partner's handle
 *
 * Of people, every access level that opens a workspace asks the role too: what is declared needs `read`, `write` or `manage`
 * (server/platform/access/roles.ts). A query reads and a mutation writes unless they say otherwise, so that nobody can
 * forget it.
 */
import { permits, type Need, type Role } from '@/server/platform/access/roles';
import {
  actorOf,
  type PlatformPrincipal,
  type Principal,
  type SessionPrincipal,
} from '@/server/platform/auth/principal';
import type { Context } from '@/server/platform/access/context';
import { laggingDb, workspaceDb, type WorkspaceDb } from '@/server/platform/db/workspace';
import { operatorDb, type OperatorDb, type PartnerDb } from '@/server/platform/db/installation';
import { AppError } from '@/server/platform/errors';

export type AccessLevelName =
  | 'public'
  | 'bearer'
  | 'visitor'
  | 'authenticated'
  | 'session'
  | 'member'
  | 'workspace'
  | 'merchant'
  | 'partner'
  | 'partnerOrSession'
  | 'platform'
  | 'operator'
  | 'ownPartner';

type Authenticated = Exclude<Principal, { kind: 'anonymous' }>;
/** A person in a workspace. */
export type Member = SessionPrincipal & { accountId: string; role: Role };

export interface AccessLevel<Given extends object> {
  readonly name: AccessLevelName;
  /**
   * The credentials that are read to learn who calls: none; only the browser's session, which may be missing; or all
   * kinds.
   */
  readonly looksAt: 'nothing' | 'session' | 'credentials';
  /** Returns the handles of an admitted caller. @throws AppError with the reason why a caller is refused */
  enter(ctx: Context, need: Need, mayLag?: boolean): Given;
}

function authenticated({ principal }: Pick<Context, 'principal'>): Authenticated {
  if (principal.kind === 'anonymous') throw new AppError('UNAUTHENTICATED');
  return principal;
}

const roleIn = (principal: Principal): Role | null => (principal.kind === 'session' ? principal.role : null);

/** Checks whether a person's role allows the request. A key has no role; its scopes limit it. */
export function may(principal: Principal, need: Need): boolean {
  const role = roleIn(principal);
  return role === null || permits(role, need);
}

/** @throws AppError FORBIDDEN */
function requireRole(principal: Principal, need: Need): void {
  if (may(principal, need)) return;
  throw new AppError('FORBIDDEN', {
    message: 'Your role in this workspace does not allow this. Ask an owner or admin.',
    details: { reason: 'ROLE', role: roleIn(principal), needs: need },
  });
}

/** The workspace handle of a principal, or the error that says why there is none. */
function opened(ctx: Context, need: Need, mayLag = false): { principal: Authenticated; db: WorkspaceDb } {
  const principal = authenticated(ctx);
  if (principal.accountId === null) throw new AppError('NO_ACCOUNT');
  // Another tab went into another workspace: what this page holds does not belong there.
  if (ctx.pageAccountId !== undefined && ctx.pageAccountId !== principal.accountId)
    throw new AppError('ACCOUNT_MISMATCH', {
      message: 'This page belongs to another workspace than the one that you are in now. Reload it.',
    });
  requireRole(principal, need);
  const { database } = ctx.services;
  const scope = { accountId: principal.accountId, actor: actorOf(principal), now: ctx.now };
  return { principal, db: mayLag ? laggingDb(database, scope) : workspaceDb(database, scope) };
}

const isMember = (principal: Principal): principal is Member =>
  principal.kind === 'session' && principal.accountId !== null && principal.role !== null;

const NOTHING = {};

export const anybody: AccessLevel<object> = { name: 'public', looksAt: 'nothing', enter: () => NOTHING };

export const bearer: AccessLevel<object> = { name: 'bearer', looksAt: 'nothing', enter: () => NOTHING };

/** For routes to which another site sends people back: the route itself says whether they are still signed in. */
export const visitor: AccessLevel<{ member: Member | null }> = {
  name: 'visitor',
  looksAt: 'session',
  enter({ principal }, need) {
    requireRole(principal, need);
    return { member: isMember(principal) ? principal : null };
  },
};

export const anyPrincipal: AccessLevel<{ principal: Authenticated }> = {
  name: 'authenticated',
  looksAt: 'credentials',
  enter: (ctx) => ({ principal: authenticated(ctx) }),
};

export const session: AccessLevel<{ principal: SessionPrincipal }> = {
  name: 'session',
  looksAt: 'credentials',
  enter(ctx) {
    const principal = authenticated(ctx);
    if (principal.kind !== 'session') throw new AppError('FORBIDDEN');
    return { principal };
  },
};

/**
 * For actions that only people may take, not keys, such as changing the members of a workspace. What only the owner may
 * do is checked by the service, in the transaction of the change (accounts/members.ts).
 */
export const member: AccessLevel<{ principal: Member; db: WorkspaceDb }> = {
  name: 'member',
  looksAt: 'credentials',
  enter(ctx, need, mayLag) {
    const principal = authenticated(ctx);
    if (principal.kind !== 'session')
      throw new AppError('FORBIDDEN', { message: 'Only people who are signed in to the dashboard may do this.' });
    const { db } = opened(ctx, need, mayLag);
    if (!isMember(principal)) throw new AppError('NO_ACCOUNT');
    return { principal, db };
  },
};

export const workspace: AccessLevel<{ principal: Authenticated; db: WorkspaceDb }> = {
  name: 'workspace',
  looksAt: 'credentials',
  enter: opened,
};

/**
 * Requires the merchant role of the contract. Every principal with a workspace has it: session users, workspace keys,
 * and platform keys on behalf of a workspace.
 */
export const merchant: AccessLevel<{ principal: Authenticated; db: WorkspaceDb }> = { ...workspace, name: 'merchant' };

/**
 * The signed principal names the workspace; a body that names another workspace is refused
 * (server/platform/access/trpc.ts).
 */
export const partner: AccessLevel<{ principal: Authenticated; db: WorkspaceDb }> = {
  name: 'partner',
  looksAt: 'credentials',
  enter(ctx, need, mayLag) {
    const given = opened(ctx, need, mayLag);
    if (given.principal.kind === 'session') throw new AppError('FORBIDDEN');
    return given;
  },
};

export const partnerOrSession: AccessLevel<{ principal: Authenticated; db: WorkspaceDb }> = {
  ...workspace,
  name: 'partnerOrSession',
};

export const platform: AccessLevel<{ principal: PlatformPrincipal }> = {
  name: 'platform',
  looksAt: 'credentials',
  enter(ctx) {
    const principal = authenticated(ctx);
    if (principal.kind !== 'platform') throw new AppError('FORBIDDEN');
    return { principal };
  },
};

/** Returns the operator's handle. A platform key acts here on behalf of nobody, whatever X-Svc-On-Behalf-Of says. */
const installation = (ctx: Context, principal: PlatformPrincipal): OperatorDb =>
  operatorDb(ctx.services.database, { actor: { ...actorOf(principal), onBehalfOf: null }, now: ctx.now });

export const operator: AccessLevel<{ installation: OperatorDb }> = {
  name: 'operator',
  looksAt: 'credentials',
  enter(ctx, need) {
    const { principal } = platform.enter(ctx, need);
    if (principal.partnerId !== null)
      throw new AppError('FORBIDDEN', { message: 'Only the operator of this server may do this.' });
    return { installation: installation(ctx, principal) };
  },
};

/** A partner's key reaches its own partner only; all other partners are NOT_FOUND. */
export const ownPartner: AccessLevel<{ partnerWith: (id: string) => PartnerDb }> = {
  name: 'ownPartner',
  looksAt: 'credentials',
  enter(ctx, need) {
    const { principal } = platform.enter(ctx, need);
    return {
      partnerWith(id) {
        if (principal.partnerId !== null && principal.partnerId !== id) throw new AppError('NOT_FOUND');
        return installation(ctx, principal).partner(id);
      },
    };
  },
};

/** All access levels by name, for code that must check access before the procedure runs. */
export const ACCESS_LEVELS: Readonly<Record<AccessLevelName, AccessLevel<object>>> = {
  public: anybody,
  bearer,
  visitor,
  authenticated: anyPrincipal,
  session,
  member,
  workspace,
  merchant,
  partner,
  partnerOrSession,
  platform,
  operator,
  ownPartner,
};
