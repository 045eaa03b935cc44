/**
 * A raw route: one that speaks no JSON procedure, such as a redirect, a vendor's callback, a file or a page. It is
 * declared as a procedure is, in its module's `routes.ts`: its address, its access level, how its refusals look,
 * and one function that makes a plain answer. What follows from that is done in one place (server/doors/raw.ts):
 * credentials, 405, OPTIONS, HEAD, CORS, request id, limits of the body, compression, metrics, and the OpenAPI
 * document.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from 'pino';
import type * as z from 'zod';
import type { Need } from '@/server/platform/access/roles';
import type { Context } from '@/server/platform/access/context';
import type { Reader } from '@/server/platform/db/reader-queue';
import type { AppError, ErrorCode } from '@/server/platform/errors';
import type { AccessLevel, AccessLevelName } from '@/server/platform/access/procedures';

/** A request as a raw route sees it. */
export interface RawCall extends Context {
  method: string;
  /** Path and query as sent. */
  url: string;
  headers: IncomingHttpHeaders;
  /** The parameters of the path, decoded. */
  params: Record<string, string>;
  /** A key that is sent twice comes as an array. */
  query: Record<string, unknown>;
  body: Buffer;
  /** The reader that the answer is written for: what is too much for memory is made at its pace. */
  reader: Reader;
  log: Pick<Logger, 'warn' | 'error'>;
}

export interface RawAnswer {
  /** 200 when absent. */
  status?: number;
  /** Beside those that every answer has. Nothing is kept by anybody unless `cache-control` says so. */
  headers?: Record<string, string>;
  /** Text or bytes; or pieces, which are made as fast as the client takes them. */
  body?: string | Buffer | AsyncGenerator<string | Uint8Array, void>;
  /** For a route that answers JSON: the `data` of the envelope, in place of a body. */
  data?: unknown;
  /** For a body in pieces: aborts when it must not be written on. */
  signal?: AbortSignal;
}

/** Shows a refusal to a person. */
export type FailurePage = (call: Pick<RawCall, 'headers'>, error: AppError) => RawAnswer;

/** The OpenAPI document's description of a route under `/api/v1`. */
export interface RawRouteInfo {
  summary: string;
  description?: string;
  tags: [string];
  /** Its own error codes, beside those of its access level. */
  errors?: readonly ErrorCode[];
  success: { status: number; description: string; type?: string };
  /** The parameters that the query takes. */
  query?: z.ZodObject;
  /** The parameters that the path takes, where one is no plain text. */
  parameters?: z.ZodObject;
  /** A refusal that the document itself makes, as plain text in place of the envelope. */
  plain?: { status: number; description: string };
}

interface Declaration {
  method: 'GET' | 'POST';
  /** From the root of the site, with parameters in braces. */
  path: string;
  /** The role that a person needs; absent: GET reads, POST writes (server/platform/access/roles.ts). */
  need?: Need;
  /** The form of refusals: JSON, CSV and XML are read by programs, which get the envelope; text and HTML by people. */
  answers: 'json' | 'csv' | 'xml' | 'text' | 'html';
  /** For HTML: the page of a refusal. */
  failure?: FailurePage;
  /**
   * For HTML that scripts ask for as JSON too: checks whether this request does. Its refusals, those before its body is
   * read too, are JSON then.
   */
  wantsData?: (call: Pick<RawCall, 'query'>) => boolean;
  /** Content-Type of what is answered when all is well; JSON when absent. */
  type?: string;
  /** Bytes; a request with more is refused before they are read. */
  bodyLimit?: number;
  /** HEAD changes nothing anywhere, so where GET does something, it is not taken. */
  noHead?: true;
  /** Under `/api/v1`: what the reference says. */
  info?: RawRouteInfo;
}

export interface RouteDeclaration<Given extends object> extends Declaration {
  access: AccessLevel<Given>;
  read: (call: RawCall & Given) => RawAnswer | Promise<RawAnswer>;
}

/** A document is made by a Next route handler (app/), and this route guards it. */
export interface DocumentDeclaration extends Declaration {
  access: AccessLevel<object>;
  /** Its name among those that modules declare. */
  document: string;
  /** Headers of every answer that the door gives by itself: 304, and what it has kept. */
  headers?: Record<string, string>;
  /**
   * One cheap read, made on every request: a text that changes whenever the document may. While it stays, the bytes
   * made before are sent again, and whoever has them is told so. Null: nothing is known of it, and it is made anew.
   */
  version?: (call: RawCall) => Promise<string | null>;
  /** Seconds for which a client may keep it without asking. */
  maxAge?: number;
  /** Set when the answer is too large to keep: it is made for each client, at the client's pace. */
  streams?: true;
}

/** A declared route as the door knows it. */
export interface RawRoute extends Declaration {
  accessLevel: AccessLevelName;
  looksAt: AccessLevel<object>['looksAt'];
  /** For a document only. */
  page?: Pick<DocumentDeclaration, 'document' | 'headers' | 'version' | 'maxAge' | 'streams'>;
  /** Lets the caller in and makes the answer; of a document, only lets in. */
  answer: (call: RawCall) => RawAnswer | Promise<RawAnswer>;
}

/** Returns the permission that a route asks of a person's role. */
export const needOf = ({ method, need }: Pick<Declaration, 'method' | 'need'>): Need =>
  need ?? (method === 'GET' ? 'read' : 'write');

export function defineRoute<Given extends object>(declaration: RouteDeclaration<Given>): RawRoute {
  const { access, read, ...route } = declaration;
  const need = needOf(route);
  return {
    ...route,
    accessLevel: access.name,
    looksAt: access.looksAt,
    answer: (call) => read({ ...call, ...access.enter(call, need) }),
  };
}

/** One route for each method that the document takes. */
export function defineDocument(
  methods: readonly Declaration['method'][],
  declaration: Omit<DocumentDeclaration, 'method'>,
): RawRoute[] {
  const { access, document, headers, version, maxAge, streams, ...route } = declaration;
  return methods.map((method) => ({
    ...route,
    method,
    accessLevel: access.name,
    looksAt: access.looksAt,
    page: {
      document,
      ...(headers === undefined ? {} : { headers }),
      ...(version === undefined ? {} : { version }),
      ...(maxAge === undefined ? {} : { maxAge }),
      ...(streams === undefined ? {} : { streams }),
    },
    answer(call) {
      access.enter(call, needOf({ ...route, method }));
      return {};
    },
  }));
}
