/** The `/api/v1` routes that the tree of procedures declares. */
import type { AnyTRPCProcedure } from '@trpc/server';
import { forEachOpenApiProcedure, getInputOutputParsers, getPathParameters } from 'trpc-openapi';
import type * as z from 'zod';
import { bodyLimitOf } from '@/server/doors/body-limit';
import { appRouter } from '@/server/modules';
import type { Need } from '@/server/platform/access/roles';
import type { AccessLevelName } from '@/server/platform/access/procedures';
import { needOf, type Meta, type RouteMeta } from '@/server/platform/access/trpc';

export const API_PREFIX = '/api/v1';

export interface Route extends RouteMeta {
  /** Key in the tree, e.g. discountCodes.create */
  name: string;
  accessLevel: AccessLevelName;
  /** The requirement on a person's role. */
  need: Need;
  /** Names of the path's parameters. */
  parameters: string[];
  /** The input schema; it converts numbers of the query and path, which arrive as text. */
  input: z.ZodObject | undefined;
  type: 'query' | 'mutation';
  /** Bytes of the largest body that the schema accepts. */
  bodyLimit: number;
  procedure: AnyTRPCProcedure;
}

/** Lists every procedure with its meta, REST or internal. */
export function procedures(): { name: string; meta: Meta; procedure: AnyTRPCProcedure }[] {
  return Object.entries(appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>).map(
    ([name, procedure]) => ({
      name,
      meta: procedure._def.meta ?? {},
      procedure,
    }),
  );
}

/**
 * Returns the REST routes and checks their declarations, so that a wrong one fails at start, not at the first request.
 */
export function restRoutes(): Route[] {
  const routes: Route[] = [];
  forEachOpenApiProcedure(appRouter._def.procedures, ({ path: name, type, procedure }) => {
    const { accessLevel, openapi, ...meta } = procedure._def.meta as Meta;
    if (openapi === undefined) return;
    if (accessLevel === undefined)
      throw new Error(
        `${name} has no access level: build it from one of the procedures in server/platform/access/trpc.ts.`,
      );
    const own = procedure as AnyTRPCProcedure;
    const isRead = openapi.method === 'GET';
    if (isRead !== (type === 'query')) throw new Error(`${name}: a GET is a query, everything else a mutation.`);
    const { inputParser, hasInputsDefined } = getInputOutputParsers(procedure);
    routes.push({
      ...openapi,
      name,
      accessLevel,
      need: needOf(type, meta),
      parameters: getPathParameters(openapi.path),
      input: hasInputsDefined ? inputParser : undefined,
      type: isRead ? 'query' : 'mutation',
      bodyLimit: bodyLimitOf(own),
      procedure: own,
    });
  });
  return routes;
}
