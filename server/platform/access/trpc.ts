/**
 * Procedures. Each must choose an access level (server/platform/access/procedures.ts), which decides who may call it
 * and which handles its resolver receives.
 */
import { initTRPC } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-openapi';
import * as z from 'zod';
import type { Need } from '@/server/platform/access/roles';
import type { Context } from '@/server/platform/access/context';
import { AppError, toAppError, type ErrorCode } from '@/server/platform/errors';
import { ofLength } from '@/server/platform/lib/bounded';
import { idIn } from '@/server/platform/lib/fields';
import * as accessLevels from '@/server/platform/access/procedures';
import type { AccessLevel, AccessLevelName } from '@/server/platform/access/procedures';

/** A procedure's form in REST and in the OpenAPI document: trpc-openapi's fields, and ours beside them. */
export interface RouteMeta extends Pick<NonNullable<OpenApiMeta['openapi']>, 'method' | 'path' | 'description'> {
  summary: string;
  tags: [string];
  /** Status of success; 200 unless the contract says 201. */
  status?: 201;
  /** For a 201: the answer's `created` says whether the thing was made; if it existed, the status is 200. */
  reportsCreated?: true;
  /**
   * For a POST that is safe to repeat, by a natural key or because it writes nothing: a client may send it again when
   * no answer came. The contract test sends each twice.
   */
  repeatable?: true;
  /** The route's own error codes, beside those of its access level and schema. */
  errors?: readonly ErrorCode[];
  /**
   * Seconds for which a client may use the answer of a public route without asking; absent: the client revalidates each
   * time (docs/contract/shared.md#public-routes).
   */
  maxAge?: number;
  /** Optional fields to include in the document's sample, because a key's request needs them. */
  sampled?: readonly string[];
  /** Set for a public route whose answer is about one person: any origin may ask, but no cache may keep the answer. */
  isPrivate?: true;
  /**
   * For a public route: reads, on every request and cheaply, a text that changes whenever the answer may
   * (server/doors/kept-payloads.ts). While it stays the same, the kept payload is sent again. Null: nothing is kept.
   * `parameters` are the path's.
   */
  version?: (ctx: Context, parameters: Record<string, string>) => Promise<string | null>;
}

export type Meta = OpenApiMeta<{
  accessLevel?: AccessLevelName;
  /** The role that a person needs; absent: a query reads, a mutation writes (server/platform/access/roles.ts). */
  need?: Need;
  /**
   * For a query whose answer may be a second old, so that it may come from a standby
   * (docs/scale.md#reads-from-a-standby).
   */
  mayLag?: true;
  /** Present: the procedure is an `/api/v1` route; its path is below that, parameters in braces. */
  openapi?: RouteMeta;
  /** Present: the reason why the procedure has no REST route. The contract test demands this or `openapi`. */
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

/** Returns the permission that a procedure needs. */
export const needOf = (type: string, { need }: Pick<Meta, 'need'> = {}): Need =>
  need ?? (type === 'query' ? 'read' : 'write');

/** @returns a procedure builder whose resolvers receive the access level's handles */
const on = <Given extends object>(accessLevel: AccessLevel<Given>) =>
  t.procedure.meta({ accessLevel: accessLevel.name }).use(({ ctx, type, meta, next }) => {
    const work = next({ ctx: accessLevel.enter(ctx, needOf(type, meta), meta?.mayLag === true) });
    return type === 'mutation' ? notingWrites(ctx, work) : work;
  });

/**
 * Makes a workspace read from the primary while it changes something and for some time after, so that it sees its own
 * changes.
 */
async function notingWrites<Result>({ services, principal }: Context, work: Promise<Result>): Promise<Result> {
  const { standby } = services.database;
  const accountId = principal.kind === 'anonymous' ? null : principal.accountId;
  if (standby === undefined || accountId === null) return await work;
  standby.noteWrite(accountId);
  try {
    return await work;
  } finally {
    standby.noteWrite(accountId);
  }
}

export const publicProcedure = t.procedure.meta({ accessLevel: accessLevels.anybody.name });
export const authenticatedProcedure = on(accessLevels.anyPrincipal);
export const sessionProcedure = on(accessLevels.session);
export const memberProcedure = on(accessLevels.member);
export const workspaceProcedure = on(accessLevels.workspace);
/** For keys and billing, which need the permission `manage`. */
export const managerProcedure = workspaceProcedure.meta({ need: 'manage' });
export const merchantProcedure = on(accessLevels.merchant);
export const platformProcedure = on(accessLevels.platform);
export const operatorProcedure = on(accessLevels.operator);

/** The partner that the path names. */
const partnerInPath = z.object({ id: idIn });

/** About one partner, for the operator only. */
export const operatorPartnerProcedure = operatorProcedure
  .input(partnerInPath)
  .use(({ ctx, input, next }) => next({ ctx: { partner: ctx.installation.partner(input.id) } }));

/** About one partner, for the operator and that partner's keys; all other partners are NOT_FOUND to those keys. */
export const ownPartnerProcedure = on(accessLevels.ownPartner)
  .input(partnerInPath)
  .use(({ ctx, input, next }) => next({ ctx: { partner: ctx.partnerWith(input.id) } }));

/**
 * The workspace comes from the principal; a body that names another one is refused
 * (docs/contract/shared.md#who-may-call).
 */
const accountInBody = z.object({ accountId: ofLength(z.string(), 255).nullish() });

const ofPartner = (accessLevel: typeof accessLevels.partner) =>
  on(accessLevel)
    .input(accountInBody)
    .use(({ ctx, input, next }) => {
      if (typeof input.accountId === 'string' && input.accountId !== ctx.db.accountId)
        throw new AppError('ACCOUNT_MISMATCH');
      return next();
    });

export const partnerProcedure = ofPartner(accessLevels.partner);
/** A partner's signed request without a body; the path names the resource. */
export const partnerPathProcedure = on(accessLevels.partner);
export const partnerOrSessionProcedure = ofPartner(accessLevels.partnerOrSession);
