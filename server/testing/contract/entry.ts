/** The facts about a procedure that the contract test (server/testing/whole/contract.test.ts) needs. One file beside this for each resource. */
import type { Extension } from '@/server/platform/env';
import type { ErrorCode } from '@/server/platform/errors';
import type { Tenant, TestServer } from '@/server/testing/server';

/** The values that a call sends: path parameters, query and body together, as the procedure's input has them. */
export type Input = Record<string, unknown>;

/** The outcome of a reference that points into the neighbour's workspace (docs/contract/shared.md#workspaces); server/testing/whole/tenancy.test.ts tries it. */
export type IdRule =
  /** A row of the neighbour's; `code` is what the caller gets for it. */
  | { theirs: (them: Tenant) => Promise<string> | string; code: ErrorCode }
  /** Why this is no reference to a row of ours. */
  | { none: string };

export interface Entry {
  /** An input that succeeds, made anew for each call. */
  success: (us: Tenant) => Promise<Input> | Input;
  /** A session to call with, where the call ends the one that it is made with or is not the owner's; ours when absent. */
  cookie?: (us: Tenant) => Promise<string>;
  /** An input that is refused, and how. */
  failure: { input: Input; code: ErrorCode } | { none: string };
  /**
   * For what only an extension does (docs/contract/shared.md#extensions): how `success` is answered without it.
   * server/testing/whole/settings-together.test.ts calls it with the extension.
   */
  withoutExtension?: { extension: Extension; code: ErrorCode };
  /** The code of `success` where the service sends no mail, as in most tests: what needs a link that was mailed. */
  withoutMail?: ErrorCode;
  /** Every input whose name ends in id, Id or Ids, by its dotted path. */
  ids: Record<string, IdRule>;
}

/** A resource's entries, by the key of the procedure in the router, e.g. discountCodes.create. */
export type Entries = (server: TestServer) => Record<string, Entry>;

/** An id of the caller's own system, which we look up nowhere. */
export const foreign = (what: string): IdRule => ({ none: `${what} is an id of the caller's own system` });

/** The body's accountId of a partner-signed route. */
export const account: IdRule = { theirs: (them) => them.accountId, code: 'ACCOUNT_MISMATCH' };

export const unknownId = { input: { id: 'cunknown' }, code: 'NOT_FOUND' } as const;
