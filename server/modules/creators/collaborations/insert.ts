/** Inserts a collaboration: one for each e-mail in a brief or a program. */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import { collaborationColumns, type CollaborationRow } from '@/server/modules/creators/collaborations/rows';
import type { CreatorInput } from '@/server/modules/creators/collaborations/schema';

/** The brief or program that a collaboration belongs to. */
export type Of = { campaignId: string } | { programId: string };

interface NewRow {
  status: 'invited' | 'applied';
  creator: CreatorInput;
  phoneE164: string | null;
  message: string | null;
  fee: { amount: number; currency: string } | null;
  expiresAt: Date | null;
  emailVerified: boolean;
}

/** Returns no row when the brief or program has a collaboration with this e-mail already. */
const insert = workspaceStatement<
  CollaborationRow,
  [
    campaignId: string | null,
    programId: string | null,
    creator: string,
    status: string,
    phoneE164: string | null,
    message: string | null,
    feeAmount: number | null,
    feeCurrency: string | null,
    expiresAt: Date | null,
    emailVerified: boolean,
    now: Date,
  ]
>(
  'collaborations.insert',
  `INSERT INTO "Collaboration" AS c ("accountId", kind, "campaignId", "programId", name, email, phone, "socialHandles",
    followers, status, "phoneE164", message, "feeAmount", "feeCurrency", "invitedAt", "unreadAt", "expiresAt",
    "emailVerified", "createdAt", "updatedAt")
   SELECT $1, CASE WHEN $2::text IS NULL THEN 'affiliate'
     ELSE 'brief' END, $2::text, $3::text, i.name, i.email, i.phone, coalesce(i."socialHandles", '{}'), i.followers, $5,
     $6, $7, $8::bigint, $9,
     CASE WHEN $5 = 'invited' THEN $12::timestamptz END, CASE
       WHEN $5 = 'applied' THEN $12::timestamptz END, $10::timestamptz, $11, $12::timestamptz, $12::timestamptz
   FROM jsonb_to_record($4::jsonb) AS i(name text, email text, phone text, "socialHandles" jsonb, followers int)
   ON CONFLICT DO NOTHING RETURNING ${collaborationColumns('c')}`,
);

/** @returns undefined when the brief or program has a collaboration with this e-mail already */
export async function insertCollaboration(
  tx: StatementTx,
  of: Of,
  { status, creator, phoneE164, message, fee, expiresAt, emailVerified }: NewRow,
): Promise<CollaborationRow | undefined> {
  const [row] = await tx.rows(
    insert,
    'campaignId' in of ? of.campaignId : null,
    'programId' in of ? of.programId : null,
    JSON.stringify(creator),
    status,
    phoneE164,
    message,
    fee?.amount ?? null,
    fee?.currency ?? null,
    expiresAt,
    emailVerified,
    tx.now,
  );
  return row;
}
