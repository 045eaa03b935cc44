/** The audit log (docs/contract/audit-log.md). */
import * as z from 'zod';
import { clampedInteger, cursor, id, idIn, instantIn, instantOut, text } from '@/server/lib/fields';
import { EXPORT_FORMATS } from '@/server/resources/audit-log/vocabulary';

export const ACTOR_KINDS = ['session', 'key', 'platform', 'operator', 'system'] as const;

/** The fields in the order in which answers and exports have them. */
export const entry = z
  .object({
    id,
    accountId: z.string(),
    actorKind: z.enum(ACTOR_KINDS).meta({
      description:
        'session: a person; key: a key of the workspace; platform: a partner; operator: whoever runs Laris; system: Laris itself.',
    }),
    actorId: z
      .string()
      .nullable()
      .meta({ description: 'Id of the person or the key; null for operators and the system.' }),
    partnerId: z
      .string()
      .nullable()
      .meta({ description: 'Of a platform key that acted: its partner, or the key where it belongs to none.' }),
    onBehalfOf: z.string().nullable().meta({ description: 'The workspace that the partner named.' }),
    action: z.string().meta({ description: '`<noun>.<verb>`', sample: 'api_key.revoke' }),
    targetType: z.string().meta({ sample: 'api_key' }),
    targetId: z.string(),
    createdAt: instantOut,
    data: z
      .record(z.string(), z.unknown())
      .meta({ description: 'Facts of the change, such as a name. Never a secret.' }),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.output<typeof entry>;

const filter = {
  action: text(1, 120).meta({ description: 'Exactly this action.', sample: 'api_key.revoke' }).optional(),
  targetType: text(1, 120).meta({ sample: 'api_key' }).optional(),
  targetId: idIn.optional(),
  actorId: idIn.optional().meta({ description: 'Id of a person or a key.', jsonSchema: { type: 'string' } }),
  from: instantIn
    .optional()
    .meta({ description: 'The first instant, included.', jsonSchema: { type: 'string', format: 'date-time' } }),
  to: instantIn
    .optional()
    .meta({ description: 'The last instant, included.', jsonSchema: { type: 'string', format: 'date-time' } }),
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
});
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** An entry with the names of who and what it speaks of, as far as they are still known. */
export const named = entry.extend({
  /** The name of the person, the key or the partner. */
  actorName: z.string().nullable(),
  /** The person's e-mail address, the key's public id. */
  actorHandle: z.string().nullable(),
  /** What the thing is called: by its data, or, of a person, by name. */
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
