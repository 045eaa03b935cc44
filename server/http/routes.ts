/** The `/api/v1` routes that the tree of procedures declares. */
import type { AnyTRPCProcedure } from '@trpc/server';
import { forEachOpenApiProcedure, getInputOutputParsers, getPathParameters } from 'trpc-openapi';
import type { z } from 'zod';
import { appRouter } from '@/server/router';
import type { Meta, RouteMeta, Rung } from '@/server/trpc';

export const API_PREFIX = '/api/v1';

export interface Route extends RouteMeta {
  /** Key in the tree, e.g. discountCodes.create */
  name: string;
  rung: Rung;
  /** Names of the path's parameters. */
  parameters: string[];
  /** Numeric query and path values come as text; the input schema reads them. */
  input: z.ZodObject | undefined;
  type: 'query' | 'mutation';
  procedure: AnyTRPCProcedure;
}

/** Every procedure with its meta, REST or internal. */
export function procedures(): { name: string; meta: Meta; procedure: AnyTRPCProcedure }[] {
  return Object.entries(appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>).map(
    ([name, procedure]) => ({
      name,
      meta: procedure._def.meta ?? {},
      procedure,
    }),
  );
}

/** The REST routes, checked as they are read: a wrong declaration fails at start, not at the first request. */
export function restRoutes(): Route[] {
  const routes: Route[] = [];
  forEachOpenApiProcedure(appRouter._def.procedures, ({ path: name, type, procedure }) => {
    const { rung, openapi } = procedure._def.meta as Meta;
    if (openapi === undefined) return;
    if (rung === undefined)
      throw new Error(`${name} has no rung: build it from one of the procedures in server/trpc.ts.`);
    const isRead = openapi.method === 'GET';
    if (isRead !== (type === 'query')) throw new Error(`${name}: a GET is a query, everything else a mutation.`);
    const { inputParser, hasInputsDefined } = getInputOutputParsers(procedure);
    routes.push({
      ...openapi,
      name,
      rung,
      parameters: getPathParameters(openapi.path),
      input: hasInputsDefined ? (inputParser as z.ZodObject) : undefined,
      type: isRead ? 'query' : 'mutation',
      procedure: procedure as AnyTRPCProcedure,
    });
  });
  return routes;
}

/** `/discount-codes/{id}` as Fastify writes it. */
export const fastifyPath = (route: Pick<RouteMeta, 'path'>): string =>
  API_PREFIX + route.path.replace(/\{(\w+)\}/g, ':$1');

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;

/** Which methods a path takes, for 405 and OPTIONS; empty when there is no such path. GET brings HEAD. */
export function methodTable(
  routes: readonly Pick<Route, 'method' | 'path' | 'rung'>[],
): (path: string) => { methods: string[]; isPublic: boolean } {
  const patterns = routes.map((route) => ({
    method: route.method,
    isPublic: route.rung === 'public',
    pattern: new RegExp(`^${API_PREFIX}${route.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  }));
  return (path) => {
    const fitting = patterns.filter(({ pattern }) => pattern.test(path));
    const methods = METHODS.filter((method) => fitting.some((candidate) => candidate.method === method)).flatMap(
      (method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]),
    );
    const isPublic = fitting.some((candidate) => candidate.isPublic);
    return { methods: isPublic ? [...methods, 'OPTIONS'] : methods, isPublic };
  };
}
