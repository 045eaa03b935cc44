/** The audit log (docs/contract/audit-log.md). */
import * as z from 'zod';
import { ofLength } from '@/server/platform/lib/bounded';
import {
  clampedIfSent,
  clampedInteger,
  cursor,
  id,
  idIn,
  instantIn,
  instantOut,
  queryBoolean,
  text,
} from '@/server/platform/lib/fields';
import { EXPORT_FORMATS } from '@/server/modules/account/audit-log/vocabulary';

export const ACTOR_KINDS = ['session', 'key', 'platform', 'operator', 'system'] as const;

/** The fields in the order of answers and exports. */
export const entry = z
  .object({
    id,
    accountId: z.string(),
    actorKind: z.enum(ACTOR_KINDS).meta({
      description:
        'session: a person; key: a key of the workspace; platform: a partner; operator: the operator of this server; system: Laris itself.',
    }),
    actorId: z
      .string()
      .nullable()
      .meta({ description: 'Id of the person or the key; null for operators and the system.' }),
    partnerId: z.string().nullable().meta({
      description:
        'Partner of the platform key that acted, or the id of the key when it belongs to none. Null for other actors.',
    }),
    onBehalfOf: z.string().nullable().meta({ description: 'Workspace that the partner named; null for other actors.' }),
    action: z.string().meta({ description: 'Action as `<noun>.<verb>`.', sample: 'api_key.revoke' }),
    targetType: z.string().meta({ sample: 'api_key' }),
    targetId: z.string(),
    createdAt: instantOut,
    data: z
      .record(z.string(), z.unknown())
      .meta({ description: 'Facts of the change, such as a name. Never a secret.' }),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.output<typeof entry>;

/** An entry of the export with its place in the chain; null while the worker has not linked it. */
export type ChainedEntry = AuditEntry & { position: number | null; hash: string | null };

const filter = {
  action: text(1, 120).meta({ description: 'Exact action.', sample: 'api_key.revoke' }).optional(),
  targetType: text(1, 120).meta({ sample: 'api_key' }).optional(),
  targetId: idIn.optional(),
  actorId: idIn.optional().meta({ description: 'Id of a person or a key.', jsonSchema: { type: 'string' } }),
  from: instantIn
    .optional()
    .meta({ description: 'First instant, included.', jsonSchema: { type: 'string', format: 'date-time' } }),
  to: instantIn
    .optional()
    .meta({ description: 'Last instant, included.', jsonSchema: { type: 'string', format: 'date-time' } }),
};
export type Filter = z.output<z.ZodObject<typeof filter>>;

export const listInput = z.object({ ...filter, limit: clampedInteger({ fallback: 50, min: 1, max: 100 }), cursor });
export const listOutput = z.object({
  entries: z.array(entry),
  cursor: z.string().nullable().meta({ description: 'Null on the last page.' }),
  hasMore: z.boolean(),
});
export type ListInput = z.output<typeof listInput>;
export type ListOutput = z.output<typeof listOutput>;

export const byId = z.object({ id: idIn });

export const exportInput = z.object({
  ...filter,
  format: z.enum(EXPORT_FORMATS, { error: 'must be csv or ndjson' }).default('csv'),
  chain: queryBoolean.optional().meta({
    description: 'True adds `position` and `hash` to each entry, so that the chain can be verified without Laris.',
  }),
});
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Entries; some seconds. */
export const MOST_OF_PART = 100_000;

export const verifyInput = z.object({
  limit: clampedIfSent({ min: 1, max: MOST_OF_PART })
    .optional()
    .meta({
      description: `Entries of one part, clamped to 1…${MOST_OF_PART}. Left out: the whole chain in one answer.`,
      jsonSchema: { type: 'integer', minimum: 1, maximum: MOST_OF_PART },
    }),
  cursor: ofLength(z.string(), 100)
    .regex(/^[1-9]\d{0,14}\.[0-9a-f]{64}$/, 'must be the cursor of a verification')
    .optional()
    .meta({ description: 'Cursor of the previous part.', jsonSchema: { type: 'string' } }),
});
export type VerifyInput = z.output<typeof verifyInput>;

export const verified = z
  .object({
    ok: z.boolean(),
    checked: z.int().meta({ description: 'Number of entries verified before the first fault.' }),
    firstBrokenId: z.string().nullable().meta({
      description:
        'Id of the first entry that was changed, removed, moved or added past the chain; null when no entry can be named.',
    }),
    cursor: z.string().nullable().optional().meta({
      description: 'Start of the next part, only with `limit`; null after the last part.',
    }),
  })
  .meta({ id: 'AuditVerification' });
export type Verified = z.output<typeof verified>;

/** The state of the chain before it is verified, for the dashboard. */
export const chainState = z.object({
  entries: z.int(),
  /** The time of the newest entry. */
  newestAt: instantOut.nullable(),
  /** Entries that wait for the worker, counted up to a hundred. */
  waiting: z.int(),
  /** True when entries from before there was a chain are being linked. */
  isBackfilling: z.boolean(),
});
export type ChainState = z.output<typeof chainState>;

/** An entry with the names of its actor and target, if they are still known. */
export const named = entry.extend({
  /** The name of the person, the key or the partner. */
  actorName: z.string().nullable(),
  /** The person's e-mail address, the key's public id. */
  actorHandle: z.string().nullable(),
  /** The name of the thing: by its data, or, of a person, by name. */
  subject: z.string().nullable(),
});
export const namedListOutput = listOutput.extend({ entries: z.array(named) });
export type NamedEntry = z.output<typeof named>;

export const actorsOutput = z.object({
  actors: z.array(
    z.object({ id: z.string(), kind: z.enum(ACTOR_KINDS), name: z.string().nullable(), handle: z.string().nullable() }),
  ),
});
export type Actors = z.output<typeof actorsOutput>;
