/**
 * The ladder of procedures (architecture.md). There is no way to declare an endpoint without choosing a rung, and the
 * rung decides who may call it and what the resolver is given:
 *
 *   public            anybody; no principal is looked at
 *   authenticated     whoever has credentials, with or without a workspace
 *   session           a person in the browser, with or without a workspace
 *   member            a person in the browser, in a workspace        → ctx.db
 *   workspace         any principal that names a workspace              → ctx.db
 *   merchant          the same, in the role merchant                    → ctx.db
 *   partner           a signed request that names a workspace           → ctx.db, body accountId checked
 *   partnerOrSession  the same, and the dashboard                       → ctx.db, body accountId checked
 *   platform          a platform key
 */
import { initTRPC } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-openapi';
import { z } from 'zod';
import { actorOf, type Principal } from '@/server/auth/principal';
import type { Context } from '@/server/context';
import { workspaceDb, type WorkspaceDb } from '@/server/db/workspace';
import { AppError, toAppError, type ErrorCode } from '@/server/errors';
import type { Tag } from '@/server/openapi/tags';

export type Rung =
  | 'public'
  | 'authenticated'
  | 'session'
  | 'member'
  | 'workspace'
  | 'merchant'
  | 'partner'
  | 'partnerOrSession'
  | 'platform';

/** How a procedure shows in REST and in the OpenAPI document: trpc-openapi's own words, and what it has none for. */
export interface RouteMeta extends Pick<NonNullable<OpenApiMeta['openapi']>, 'method' | 'path' | 'description'> {
  summary: string;
  tags: [Tag];
  /** Status of success; 200 unless the spec says 201. */
  status?: 201;
  /** The route's own error codes, beside those that follow from its rung and schema. */
  errors?: readonly ErrorCode[];
  /** Seconds for which a client may keep the answer of a public route; it revalidates each time when absent (4 §I). */
  maxAge?: number;
  /** A public route whose answer is about one person: any origin may ask, but no cache keeps it (4 §I). */
  isPrivate?: true;
  /**
   * Of a public route: a text that one cheap read gives and that changes whenever the answer may (server/http/kept-payloads.ts).
   * Asked on every request; while it stays, the payload made before is sent again. Null: nothing to keep. `parameters` are the path's.
   */
  version?: (ctx: Context, parameters: Record<string, string>) => Promise<string | null>;
}

export type Meta = OpenApiMeta<{
  rung?: Rung;
  /** Present: the procedure is an `/api/v1` route; its path is below that, parameters in braces. */
  openapi?: RouteMeta;
  /** Present: why the procedure has no REST route. The contract test wants one or the other. */
  internal?: string;
}>;

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    isDev: false,
    errorFormatter({ shape, error, ctx }) {
      const appError = toAppError(error);
      return {
        ...shape,
        message: appError.message,
        data: {
          ...shape.data,
          httpStatus: appError.status,
          appCode: appError.appCode,
          details: appError.details ?? null,
          requestId: ctx?.requestId ?? null,
        },
      };
    },
  });

export const router = t.router;
export const mergeRouters = t.mergeRouters;
export const createCallerFactory = t.createCallerFactory;

type Authenticated = Exclude<Principal, { kind: 'anonymous' }>;

function authenticated(principal: Principal): Authenticated {
  if (principal.kind === 'anonymous') throw new AppError('UNAUTHENTICATED');
  return principal;
}

/** The workspace handle of a principal, or the error that says why there is none. */
function open(ctx: Context): { principal: Authenticated; db: WorkspaceDb } {
  const principal = authenticated(ctx.principal);
  if (principal.accountId === null) throw new AppError('NO_ACCOUNT');
  // Another tab went into another workspace: what this page holds does not belong there.
  if (ctx.pageAccountId !== undefined && ctx.pageAccountId !== principal.accountId)
    throw new AppError('ACCOUNT_MISMATCH', {
      message: 'This page shows another workspace than the one you are in by now.',
    });
  return {
    principal,
    db: workspaceDb(ctx.services.database, { accountId: principal.accountId, actor: actorOf(principal), now: ctx.now }),
  };
}

const rung = (name: Rung) => t.procedure.meta({ rung: name });

export const publicProcedure = rung('public');

export const authenticatedProcedure = rung('authenticated').use(({ ctx, next }) =>
  next({ ctx: { principal: authenticated(ctx.principal) } }),
);

export const sessionProcedure = rung('session').use(({ ctx, next }) => {
  const principal = authenticated(ctx.principal);
  if (principal.kind !== 'session') throw new AppError('FORBIDDEN');
  return next({ ctx: { principal } });
});

/** Who belongs to a workspace is for people to say, not for keys. Which changes are the owner's, the service asks with the change (accounts/members.ts). */
export const memberProcedure = rung('member').use(({ ctx, next }) => {
  const { principal, db } = open(ctx);
  if (principal.kind !== 'session') throw new AppError('FORBIDDEN');
  return next({ ctx: { principal, db } });
});

export const workspaceProcedure = rung('workspace').use(({ ctx, next }) => next({ ctx: open(ctx) }));

/**
 * Every principal with a workspace has the role merchant (4 §C): session users, workspace keys, and platform keys on
 * behalf of one. The rung stands for the spec's "requires the merchant role", so that a role which has less gets its
 * check here and nowhere else.
 */
export const merchantProcedure = rung('merchant').use(({ ctx, next }) => next({ ctx: open(ctx) }));

/** The workspace comes from the signed principal; a body that names another one is refused (1 §5 rule 4). */
const accountInBody = z.object({ accountId: z.string().nullish() });

const partner = (name: 'partner' | 'partnerOrSession') =>
  rung(name)
    .use(({ ctx, next }) => {
      const opened = open(ctx);
      if (opened.principal.kind === 'session' && name === 'partner') throw new AppError('FORBIDDEN');
      return next({ ctx: opened });
    })
    .input(accountInBody)
    .use(({ ctx, input, next }) => {
      if (typeof input.accountId === 'string' && input.accountId !== ctx.db.accountId)
        throw new AppError('ACCOUNT_MISMATCH');
      return next();
    });

export const partnerProcedure = partner('partner');
export const partnerOrSessionProcedure = partner('partnerOrSession');

export const platformProcedure = rung('platform').use(({ ctx, next }) => {
  const principal = authenticated(ctx.principal);
  if (principal.kind !== 'platform') throw new AppError('FORBIDDEN');
  return next({ ctx: { principal } });
});
