/** The error answers of the document: which codes a route can give, and each set of them once, as a component. */
import { defaultMessageOf, ERROR_CODES, statusOf, type ErrorCode } from '@/server/platform/errors';
import type { Route } from '@/server/doors/rest-routes';
import type { RawRoute, RawRouteInfo } from '@/server/platform/access/route';
import type { Json } from '@/server/doors/openapi/json';
import type { AccessLevelName } from '@/server/platform/access/procedures';

// NOT_FOUND: X-Svc-On-Behalf-Of may name no workspace.
const SIGNED = [
  'UNAUTHENTICATED',
  'INVALID_SIGNATURE',
  'TIMESTAMP_OUT_OF_RANGE',
  'REVOKED_KEY',
  'INSUFFICIENT_SCOPE',
  'FORBIDDEN_ONBEHALF',
  'NOT_FOUND',
] as const satisfies readonly ErrorCode[];
const WORKSPACE = [...SIGNED, 'NO_ACCOUNT', 'FORBIDDEN'] as const;

/** The error codes that follow from a route's access level, beside the codes that the route declares. */
const ACCESS_ERRORS: Record<AccessLevelName, readonly ErrorCode[]> = {
  public: [],
  bearer: [],
  visitor: [],
  authenticated: SIGNED,
  session: SIGNED,
  member: WORKSPACE,
  workspace: WORKSPACE,
  merchant: WORKSPACE,
  partner: [...WORKSPACE, 'ACCOUNT_MISMATCH'],
  partnerOrSession: [...WORKSPACE, 'ACCOUNT_MISMATCH'],
  platform: [...SIGNED, 'FORBIDDEN'],
  operator: [...SIGNED, 'FORBIDDEN'],
  ownPartner: [...SIGNED, 'FORBIDDEN'],
};

/** Returns every code that a route can answer with. */
export function errorsOf(route: Route): ErrorCode[] {
  const codes: ErrorCode[] = [...ACCESS_ERRORS[route.accessLevel], 'INTERNAL', 'UNAVAILABLE', ...(route.errors ?? [])];
  if (route.input !== undefined) codes.push('VALIDATION');
  if (route.method !== 'GET') codes.push('PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'VALIDATION');
  if (route.parameters.length > 0 && route.accessLevel !== 'public') codes.push('NOT_FOUND');
  // Even what refuses nobody takes one method only.
  if (codes.every((code) => statusOf(code) >= 500)) codes.push('METHOD_NOT_ALLOWED');
  return [...new Set(codes)];
}

/** Returns every code that a raw route can answer a program with. */
export const rawErrorsOf = ({ accessLevel }: RawRoute, { errors = [] }: RawRouteInfo): ErrorCode[] => [
  ...new Set<ErrorCode>([...ACCESS_ERRORS[accessLevel], 'INTERNAL', 'UNAVAILABLE', ...errors]),
];

/** Returns the meaning of a code, written once for all the answers that can have it. */
const meaningOf = (code: ErrorCode): string => `\`${code}\` (${statusOf(code)}): ${defaultMessageOf(code)}`;

/** The envelope of every error; `Meta` is declared beside it. */
export const ERROR_SCHEMA: Json = {
  type: 'object',
  examples: [
    {
      data: null,
      error: { code: 'NOT_FOUND', message: defaultMessageOf('NOT_FOUND') },
      meta: { requestId: '0b0f7c1e-5a0b-4f0f-9d53-3d1d1b1f6a11', timestamp: '2026-01-31T02:00:00.000Z' },
    },
  ],
  description: 'Shape of every error. `code` is stable; `message` is for people.',
  required: ['data', 'error', 'meta'],
  properties: {
    data: { type: 'null' },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', description: ERROR_CODES.map(meaningOf).join('\n') },
        message: { type: 'string' },
        details: { type: 'object', additionalProperties: true },
      },
    },
    meta: { $ref: '#/components/schemas/Meta' },
  },
};

/**
 * The key of errors that follow from the door and not from the route. OpenAPI has ranges too (`4XX`), but generators of
 * clients write them into TypeScript as they stand, where `4XX` is neither a number nor a name
 * (findings/openapi-range-status-clients.sh).
 */
const REST = 'default';

/** Collects the error answers of all routes: two routes with the same codes of a status share one component. */
export class ErrorResponses {
  /** The components by name, for `components.responses`. */
  readonly components: Json = {};
  private readonly names = new Map<string, string>();
  private readonly counts = new Map<string, number>();

  /**
   * @param codes every code that the route can answer with
   * @param own codes that the route declares itself
   * @returns references by status, for `responses` of an operation
   */
  of(codes: readonly ErrorCode[], own: readonly ErrorCode[] = []): Json {
    // Linters want one refusal of each operation by its status.
    const first = Math.min(...codes.map(statusOf));
    const named = new Set([...own.map(statusOf).filter((status) => status < 500), first]);
    const byStatus = new Map<string, ErrorCode[]>();
    for (const code of codes) {
      const status = statusOf(code);
      const key = named.has(status) ? String(status) : REST;
      byStatus.set(key, [...(byStatus.get(key) ?? []), code]);
    }
    return Object.fromEntries(
      [...byStatus].map(([status, own]) => [status, { $ref: `#/components/responses/${this.name(status, own)}` }]),
    );
  }

  /** @param status or REST */
  private name(status: string, codes: readonly ErrorCode[]): string {
    const sorted = [...codes].sort();
    const key = `${status} ${sorted.join(' ')}`;
    const known = this.names.get(key);
    if (known !== undefined) return known;
    const count = (this.counts.get(status) ?? 0) + 1;
    // Short, for every operation names some.
    const name = `${status === REST ? 'Errors' : `E${status}`}${count === 1 ? '' : `.${count}`}`;
    this.counts.set(status, count);
    this.names.set(key, name);
    this.components[name] = this.response(sorted);
    return name;
  }

  private response(codes: readonly ErrorCode[]): Json {
    return {
      description: 'Error.',
      content: {
        'application/json': {
          schema: {
            allOf: [
              { $ref: '#/components/schemas/Error' },
              { properties: { error: { properties: { code: { enum: codes } } } } },
            ],
          },
        },
      },
    };
  }
}
