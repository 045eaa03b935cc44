/**
 * A module: everything that one resource adds to the server and to the worker. server/modules.ts lists all modules.
 */
import type { AnyRouter } from '@trpc/server';
import type { RawRoute } from '@/server/platform/access/route';
import type { Settings } from '@/server/platform/env';
import type { Job } from '@/server/platform/jobs/job';
import type { AnyTableEvents } from '@/server/platform/outbox/declaration';
import type { Document } from '@/server/platform/pages/document';

export interface Module {
  /** Groups of the API reference, by name, each with a text about its content. */
  tags?: Record<string, string>;
  /** The procedures. The module's key in server/modules.ts is their prefix. */
  router?: AnyRouter;
  /** Routes that are no procedures: redirects, callbacks, files, pages. */
  routes?: readonly RawRoute[];
  /** Routes that exist under some settings only. */
  routesFor?: (settings: Settings) => readonly RawRoute[];
  /** Public pages, feeds and sitemaps, by the name that routes and the Next route handlers (app/) use. */
  documents?: Record<string, Document>;
  /** Work for the worker. */
  jobs?: readonly Job[];
  /** Tables whose changes are sent as events to webhook endpoints. */
  events?: readonly AnyTableEvents[];
}

/** Checks a module's declaration and keeps its exact type, from which the types of all procedures follow. */
export const defineModule = <const Declared extends Module>(module: Declared): Declared => module;
