/**
 * A raw route: one that is no JSON procedure, such as a redirect, a vendor's callback, a file or a page. A module
 * declares it in its `routes.ts`, like a procedure: its address, its access level, the form of its refusals, and one
 * function that returns a plain answer. server/doors/raw.ts does the rest for all of them: credentials, 405, OPTIONS,
 * HEAD, CORS, request id, body limits, compression, metrics, and the OpenAPI document.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from 'pino';
import type * as z from 'zod';
import type { Need } from '@/server/platform/access/roles';
import type { Context } from '@/server/platform/access/context';
import type { Reader } from '@/server/platform/db/reader-queue';
import type { AppError, ErrorCode } from '@/server/platform/errors';
import type { AccessLevel, AccessLevelName } from '@/server/platform/access/procedures';

/** A request as a raw route receives it. */
export interface RawCall extends Context {
  method: string;
  /** Path and query as sent. */
  url: string;
  headers: IncomingHttpHeaders;
  /** The parameters of the path, decoded. */
  params: Record<string, string>;
  /** A parameter that is sent twice is an array. */
  query: Record<string, unknown>;
  body: Buffer;
  /** The client that reads the answer: a large answer is made at this client's pace. */
  reader: Reader;
  log: Pick<Logger, 'warn' | 'error'>;
}

export interface RawAnswer {
  /** 200 when absent. */
  status?: number;
  /** Headers beside those of every answer. Unless `cache-control` says otherwise, nobody may cache the answer. */
  headers?: Record<string, string>;
  /** Text, bytes, or pieces that are made as fast as the client reads. */
  body?: string | Buffer | AsyncGenerator<string | Uint8Array, void>;
  /** For a route that answers JSON: the `data` of the envelope, in place of a body. */
  data?: unknown;
  /** For a body in pieces: aborts when the rest must not be sent. */
  signal?: AbortSignal;
}

/** Shows a refusal to a person. */
export type FailurePage = (call: Pick<RawCall, 'headers'>, error: AppError) => RawAnswer;

/** The OpenAPI document's description of a route under `/api/v1`. */
export interface RawRouteInfo {
  summary: string;
  description?: string;
  tags: [string];
  /** The route's own error codes, beside those of its access level. */
  errors?: readonly ErrorCode[];
  success: { status: number; description: string; type?: string };
  /** The query parameters. */
  query?: z.ZodObject;
  /** The path parameters, if one is not plain text. */
  parameters?: z.ZodObject;
  /** A refusal that the document itself makes, as plain text without the envelope. */
  plain?: { status: number; description: string };
}

interface Declaration {
  method: 'GET' | 'POST';
  /** The path from the site's root, with parameters in braces. */
  path: string;
  /** The role that a person needs; absent: GET reads, POST writes (server/platform/access/roles.ts). */
  need?: Need;
  /** The form of refusals: JSON, CSV and XML are read by programs, which get the envelope; text and HTML by people. */
  answers: 'json' | 'csv' | 'xml' | 'text' | 'html';
  /** For HTML: renders the page of a refusal. */
  failure?: FailurePage;
  /**
   * For HTML that scripts can also ask for as JSON: checks whether this request wants JSON. Its refusals are JSON then,
   * also those before the body is read.
   */
  wantsData?: (call: Pick<RawCall, 'query'>) => boolean;
  /** The Content-Type of a successful answer; JSON when absent. */
  type?: string;
  /** The largest body in bytes; a larger request is refused before its body is read. */
  bodyLimit?: number;
  /** True when GET changes something: HEAD must change nothing, so it gets 405. */
  noHead?: true;
  /** Required under `/api/v1`: the texts for the reference. */
  info?: RawRouteInfo;
}

export interface RouteDeclaration<Given extends object> extends Declaration {
  access: AccessLevel<Given>;
  read: (call: RawCall & Given) => RawAnswer | Promise<RawAnswer>;
}

/** A route whose document a Next route handler makes (app/); the route checks access. */
export interface DocumentDeclaration extends Declaration {
  access: AccessLevel<object>;
  /** The document's name, unique among all modules. */
  document: string;
  /** Headers of every answer that is sent without making the document: 304, and kept bytes. */
  headers?: Record<string, string>;
  /**
   * Reads, on every request and cheaply, a text that changes whenever the document may. While it stays the same, the
   * kept bytes are sent again, or 304 to a client that has them. Null: the version is unknown, and the document is made
   * anew.
   */
  version?: (call: RawCall) => Promise<string | null>;
  /** Seconds for which a client may use its copy without asking. */
  maxAge?: number;
  /** Set when the document is too large to keep: it is made for each client, at the client's pace. */
  streams?: true;
}

/** A declared route as the server registers it. */
export interface RawRoute extends Declaration {
  accessLevel: AccessLevelName;
  looksAt: AccessLevel<object>['looksAt'];
  /** Set for documents only. */
  page?: Pick<DocumentDeclaration, 'document' | 'headers' | 'version' | 'maxAge' | 'streams'>;
  /** Lets the caller in and makes the answer; of a document, only lets in. */
  answer: (call: RawCall) => RawAnswer | Promise<RawAnswer>;
}

/** Returns the permission that a route needs. */
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

/** Declares one route for each method of the document. */
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
