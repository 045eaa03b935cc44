/**
 * Stored replies (docs/contract/shared.md#idempotency): a request that changes something and carries an Idempotency-Key
 * runs once; the same request again, for 24 hours, is answered with the first one's reply. Off by default: the contract
 * says that the key is part of the string to sign and nothing else (docs/contract/shared.md#authentication).
 *
 * What is stored is the payload, not the envelope, so that each answer has its own request id; it is encrypted, for it
 * may hold a secret that is shown once. A reply of 5xx is not stored: the request may be tried again. What cannot be
 * written because the database went away is written when it is back (server/doors/extensions/late-keys.ts). When a
 * process dies between the change and the storing of its reply, the key is free again after HELD_MS; what then keeps
 * the change from happening twice is each resource's natural key.
 */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { actorOf, type Principal } from '@/server/platform/auth/principal';
import type { Services } from '@/server/platform/access/context';
import { workspaceStatement } from '@/server/platform/db/statement';
import { workspaceDb, type WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError, ERROR_CODES, invalid, isUnavailable, toAppError } from '@/server/platform/errors';
import { writeLater } from '@/server/doors/extensions/late-keys';
import { Vault, type AppSecrets } from '@/server/platform/lib/crypto';

/** The milliseconds for which a stored reply is sent again. */
const KEPT_MS = 24 * 60 * 60_000;
/** The milliseconds that the first request may run before a repeat may run in its place. */
const HELD_MS = 5 * 60_000;
const LONGEST_KEY = 255;

interface Kept {
  mine: boolean;
  requestHash: string;
  status: number | null;
  body: string | null;
}

/** Takes the key, or reads the stored reply. No row: another request took the key at the same moment. */
const claim = workspaceStatement<
  Kept,
  [keyHash: string, requestHash: string, heldUntil: Date, expiresAt: Date, now: Date]
>(
  'idempotency.claim',
  `WITH claimed AS (
     INSERT INTO "IdempotentReply" AS r ("accountId", "keyHash", "requestHash", "heldUntil", "expiresAt")
       VALUES ($1, $2, $3, $4::timestamptz, $5::timestamptz)
     ON CONFLICT ("accountId", "keyHash")
       DO UPDATE SET "requestHash" = excluded."requestHash", status = NULL, body = NULL,
       "heldUntil" = excluded."heldUntil", "expiresAt" = excluded."expiresAt"
       WHERE r."expiresAt" <= $6::timestamptz
         OR (r.status IS NULL AND r."heldUntil" <= $6 AND r."requestHash" = excluded."requestHash")
     RETURNING r."requestHash")
   SELECT true AS mine, "requestHash", NULL::int AS status, NULL::text AS body FROM claimed
   UNION ALL
   SELECT false, r."requestHash", r.status, r.body FROM "IdempotentReply" r
     WHERE r."accountId" = $1 AND r."keyHash" = $2 AND NOT EXISTS (SELECT FROM claimed)`,
);

/** Stores the reply of the request that holds the key: `heldUntil` tells one holder from the next. */
const keep = workspaceStatement<never, [keyHash: string, heldUntil: Date, status: number, body: string]>(
  'idempotency.keep',
  `UPDATE "IdempotentReply" SET status = $4, body = $5
    WHERE "accountId" = $1 AND "keyHash" = $2 AND "heldUntil" = $3::timestamptz AND status IS NULL`,
);

const release = workspaceStatement<never, [keyHash: string, heldUntil: Date]>(
  'idempotency.release',
  `DELETE FROM "IdempotentReply" WHERE "accountId" = $1 AND "keyHash" = $2 AND "heldUntil" = $3::timestamptz
    AND status IS NULL`,
);

const keptError = z.object({
  code: z.enum(ERROR_CODES),
  message: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
});

/** The vault that encrypts stored replies; a value's context is `<accountId>:<keyHash>`. */
export const replyVault = (appSecrets: AppSecrets): Vault => new Vault(appSecrets, 'idempotency');

const sha256 = (...parts: (string | Buffer)[]): string =>
  parts.reduce((hash, part) => hash.update(part).update('\n'), createHash('sha256')).digest('hex');

/** The parts of a request that a stored reply belongs to. */
export interface KeyedRequest {
  key: string;
  method: string;
  /** The path with its query. */
  url: string;
  body: Buffer;
}

export interface Reply {
  /** JSON of `data`. */
  payload: string;
  /** True when the reply is the stored one of an earlier request. */
  replayed: boolean;
}

/**
 * Runs the request, unless the same key ran before; then returns the stored reply.
 * @param run returns the payload as JSON, or throws the error that the client gets
 * @throws AppError IDEMPOTENCY_MISMATCH, IDEMPOTENCY_IN_PROGRESS, VALIDATION for a key that is too long, and whatever
 * `run` throws or has thrown before
 */
export async function once(
  services: Pick<Services, 'database' | 'settings' | 'log'>,
  principal: Principal,
  request: KeyedRequest,
  now: Date,
  run: () => Promise<string>,
): Promise<Reply> {
  if (principal.kind === 'anonymous' || principal.accountId === null) return { payload: await run(), replayed: false };
  if (request.key.length > LONGEST_KEY) throw invalid('Idempotency-Key', `must have at most ${LONGEST_KEY} characters`);
  const db = workspaceDb(services.database, { accountId: principal.accountId, actor: actorOf(principal), now });
  const keyHash = sha256(request.key);
  const requestHash = sha256(request.method, request.url, request.body);
  const heldUntil = new Date(now.getTime() + HELD_MS);
  const later = (write: () => Promise<unknown>): void => writeLater(services, { heldUntil, write });
  const free = (): Promise<unknown> => db.rows(release, keyHash, heldUntil);
  const earlier = await take(db, keyHash, requestHash, heldUntil).catch((error: unknown) => {
    // Its answer may have been lost after the key was ours.
    if (isUnavailable(error)) later(free);
    throw error;
  });
  const vault = replyVault(services.settings.appSecrets);
  const context = `${db.accountId}:${keyHash}`;
  if (earlier !== null) return replay(earlier, requestHash, (sealed) => vault.open(sealed, context));

  const settle = async (status: number, text: string): Promise<void> => {
    const write = (): Promise<unknown> => db.rows(keep, keyHash, heldUntil, status, vault.seal(text, context));
    await write().catch((error: unknown) => {
      services.log.warn({ err: error }, 'the reply of an idempotency key could not be stored, trying again');
      later(write);
    });
  };
  let payload: string;
  try {
    payload = await run();
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.status >= 500) await free().catch(() => later(free));
    else
      await settle(
        error.status,
        JSON.stringify({ code: error.appCode, message: error.message, details: error.details }),
      );
    throw thrown;
  }
  await settle(200, payload);
  return { payload, replayed: false };
}

/** Null: this request holds the key and must run. */
async function take(db: WorkspaceDb, keyHash: string, requestHash: string, heldUntil: Date): Promise<Kept | null> {
  const expiresAt = new Date(db.now.getTime() + KEPT_MS);
  for (let tries = 0; tries < 3; tries++) {
    const [row] = await db.rows(claim, keyHash, requestHash, heldUntil, expiresAt, db.now);
    if (row !== undefined) return row.mine ? null : row;
  }
  throw new AppError('IDEMPOTENCY_IN_PROGRESS');
}

function replay({ requestHash, status, body }: Kept, wanted: string, open: (sealed: string) => string): Reply {
  if (requestHash !== wanted) throw new AppError('IDEMPOTENCY_MISMATCH');
  if (status === null || body === null) throw new AppError('IDEMPOTENCY_IN_PROGRESS');
  const text = open(body);
  if (status < 400) return { payload: text, replayed: true };
  const { code, message, details } = keptError.parse(JSON.parse(text));
  throw new ReplayedError(code, { message, ...(details === undefined ? {} : { details }) });
}

/** The stored refusal of an earlier request. */
export class ReplayedError extends AppError {}
