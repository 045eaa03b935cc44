/** Partners (docs/contract/admin.md#partners): the operator creates, changes, suspends and archives them. */
import type { KeyStore } from '@/server/platform/auth/keys';
import {
  operatorStatement,
  partnerStatement,
  type OperatorDb,
  type PartnerDb,
} from '@/server/platform/db/installation';
import { violates } from '@/server/platform/db/violations';
import { AppError } from '@/server/platform/errors';
import { endPartnerJob } from '@/server/modules/account/admin/jobs';
import { resumeMadeBy, suspendMadeBy } from '@/server/modules/account/admin/made-by';
import { badState, holdLivePartner, holdPartner, partnerColumns } from '@/server/modules/account/admin/rows';
import type { CreateInput, Partner, UpdateInput } from '@/server/modules/account/admin/schema';
import { PARTNER_STATUSES, type LinkMode, type PartnerStatus } from '@/server/modules/account/admin/vocabulary';

const MOST = 500;
const SHOWN = PARTNER_STATUSES.filter((status) => status !== 'archived');

const listPartners = operatorStatement<Partner, [statuses: readonly PartnerStatus[]]>(
  'admin.list',
  `SELECT ${partnerColumns} FROM "Partner" p WHERE p.status = ANY ($1::text[]) ORDER BY p."createdAt" DESC, p.id DESC
    LIMIT ${MOST}`,
);

/** Newest first. */
export const list = (db: OperatorDb, statuses: readonly PartnerStatus[] = SHOWN): Promise<Partner[]> =>
  db.rows(listPartners, statuses);

const insert = operatorStatement<
  Partner,
  [name: string, identifier: string, contactEmail: string | null, linkMode: LinkMode, now: Date]
>(
  'admin.insert',
  `INSERT INTO "Partner" AS p (name, identifier, "contactEmail", "linkMode", "createdAt", "updatedAt")
    VALUES ($1, $2, $3, $4, $5::timestamptz, $5::timestamptz)
   RETURNING ${partnerColumns}`,
);

/** @throws AppError IDENTIFIER_TAKEN */
export async function create(db: OperatorDb, input: CreateInput): Promise<Partner> {
  const { name, identifier, contactEmail = null, linkMode = 'all' } = input;
  try {
    return await db.transaction(async (tx) => {
      const [row] = await tx.rows(insert, name, identifier, contactEmail, linkMode, db.now);
      if (row === undefined) throw new Error('A partner that was made is gone.');
      await tx.audit({
        action: 'partner.create',
        targetType: 'partner',
        targetId: row.id,
        data: { name, identifier, linkMode },
      });
      return row;
    });
  } catch (error) {
    throw violates(error, 'Partner_identifier_key') ? new AppError('IDENTIFIER_TAKEN') : error;
  }
}

const change = partnerStatement<
  Partner,
  [name: string, contactEmail: string | null, linkMode: LinkMode, status: PartnerStatus, now: Date]
>(
  'admin.change',
  `UPDATE "Partner" p SET name = $2, "contactEmail" = $3, "linkMode" = $4, status = $5, "updatedAt" = $6::timestamptz
    WHERE p.id = $1 RETURNING ${partnerColumns}`,
);

const keyIds = partnerStatement<{ keyId: string }>(
  'admin.key-ids',
  `SELECT k."keyId" FROM "PlatformKey" k WHERE k."partnerId" = $1 UNION ALL SELECT k."keyId" FROM "ApiKey" k
    WHERE k."partnerId" = $1`,
);

/** Drops the partner's keys from the cache: at once in this process, in others within 2 seconds. */
async function forgetKeys(db: PartnerDb, keys: KeyStore): Promise<void> {
  for (const { keyId } of await db.rows(keyIds)) keys.forget(keyId);
}

/** Changes a partner; fields that are not sent stay. @throws AppError NOT_FOUND; BAD_STATE for an archived partner */
export async function update(db: PartnerDb, keys: KeyStore, { id: _, ...sent }: UpdateInput): Promise<Partner> {
  const partner = await db.transaction(async (tx) => {
    const before = await holdLivePartner(tx);
    const { name, contactEmail, linkMode } = { ...before, ...sent };
    const changed = (['name', 'contactEmail', 'linkMode'] as const).filter(
      (key) => sent[key] !== undefined && sent[key] !== before[key],
    );
    if (changed.length === 0) return before;
    const [row] = await tx.rows(change, name, contactEmail, linkMode, before.status, tx.now);
    await tx.audit({
      action: 'partner.update',
      targetType: 'partner',
      targetId: tx.partnerId,
      data: { name, changed, ...(changed.includes('linkMode') && { linkMode }) },
    });
    return row ?? before;
  });
  await forgetKeys(db, keys);
  return partner;
}

const askForEnd = partnerStatement<never, [job: string]>(
  'admin.ask-for-end',
  `SELECT job.id::text FROM (SELECT $1::text AS "partnerId") p,
    LATERAL graphile_worker.add_job(identifier => $2::text,
    payload => json_build_object('partnerId', p."partnerId")) job`,
);

interface Move {
  to: PartnerStatus;
  verb: 'suspend' | 'resume' | 'archive';
  data?: Record<string, string>;
}

/**
 * Changes the status; writes and records nothing if the partner has this status already. @throws AppError NOT_FOUND;
 * BAD_STATE for an archived partner
 */
async function move(db: PartnerDb, keys: KeyStore, { to, verb, data }: Move): Promise<Partner> {
  const partner = await db.transaction(async (tx) => {
    const before = await holdPartner(tx);
    if (before.status === to) return before;
    if (before.status === 'archived') throw badState(before.status);
    const [row] = await tx.rows(change, before.name, before.contactEmail, before.linkMode, to, tx.now);
    await (to === 'active' ? resumeMadeBy(tx) : suspendMadeBy(tx));
    if (to === 'archived') await tx.rows(askForEnd, endPartnerJob.name);
    await tx.audit({
      action: `partner.${verb}`,
      targetType: 'partner',
      targetId: tx.partnerId,
      data: { name: before.name, ...data },
    });
    return row ?? before;
  });
  await forgetKeys(db, keys);
  return partner;
}

/** Suspends a partner: all processes refuse its keys within 2 seconds. @throws AppError NOT_FOUND, BAD_STATE */
export const suspend = (db: PartnerDb, keys: KeyStore, reason: string): Promise<Partner> =>
  move(db, keys, { to: 'suspended', verb: 'suspend', data: { reason } });

/** @throws AppError NOT_FOUND, BAD_STATE */
export const resume = (db: PartnerDb, keys: KeyStore): Promise<Partner> =>
  move(db, keys, { to: 'active', verb: 'resume' });

/**
 * Archives a partner for good: its keys are refused, the worker ends its links and everything that it set up, and its
 * identifier stays reserved. @throws AppError NOT_FOUND
 */
export async function archive(db: PartnerDb, keys: KeyStore): Promise<{ id: string; status: 'archived' }> {
  const { id } = await move(db, keys, { to: 'archived', verb: 'archive' });
  return { id, status: 'archived' };
}
