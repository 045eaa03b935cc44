/** The settings of a workspace: name, logo and addresses, time zone, country and currency. */
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb, type WorkspaceTx } from '@/server/platform/db/workspace';
import { invalid } from '@/server/platform/errors';
import { requireManager } from '@/server/modules/account/accounts/members';
import {
  LOGO_KIND,
  type UpdateWorkspaceInput,
  type Workspace,
} from '@/server/modules/account/accounts/workspace-schema';
import type { UploadStore } from '@/server/platform/storage/store';

type Row = Omit<Workspace, 'logoUrl'>;

const FIELDS = ['name', 'logoKey', 'shopUrl', 'timeZone', 'country', 'currency'] as const;

const COLUMNS = 'a.id, a.name, a."logoKey", a."shopUrl", a."timeZone", a.country, a.currency, a."createdAt"';

const findWorkspace = workspaceStatement<Row>(
  'accounts.workspace',
  `SELECT ${COLUMNS} FROM (SELECT $1::text AS id) w JOIN "Account" a ON a.id = w.id`,
);
const lockWorkspace = workspaceStatement<Row>(
  'accounts.lock-workspace',
  `SELECT ${COLUMNS} FROM (SELECT $1::text AS id) w JOIN "Account" a ON a.id = w.id FOR NO KEY UPDATE OF a`,
);

const updateWorkspace = workspaceStatement<
  Row,
  [
    name: string,
    logoKey: string | null,
    timeZone: string,
    country: string,
    currency: string,
    now: Date,
    shopUrl: string | null,
  ]
>(
  'accounts.update-workspace',
  `UPDATE "Account" a SET name = $2, "logoKey" = $3, "timeZone" = $4, country = $5, currency = $6,
    "updatedAt" = $7::timestamptz, "shopUrl" = $8::text
   FROM (SELECT $1::text AS id) w WHERE a.id = w.id RETURNING ${COLUMNS}`,
);

/** Charts ask the database for days of this zone, and its list need not be JavaScript's. */
const knowsZone = workspaceStatement<{ known: boolean }, [zone: string]>(
  'accounts.knows-zone',
  `SELECT EXISTS (SELECT 1 FROM pg_timezone_names z WHERE lower(z.name) = lower($2)) AS known
    FROM (SELECT $1::text AS id) w`,
);

const present = (row: Row, uploads: UploadStore): Workspace => ({
  ...row,
  logoUrl: row.logoKey === null ? null : uploads.publicUrl(row.logoKey),
});

export async function get(db: WorkspaceDb, uploads: UploadStore): Promise<Workspace> {
  return present(orNotFound((await db.rows(findWorkspace))[0]), uploads);
}

/**
 * Changes the sent fields. A new currency is the default of new things; stored amounts are not converted. A new country
 * decides how phone numbers are parsed from now on; parsed numbers stay.
 * @throws AppError FORBIDDEN except for the owner and admins; VALIDATION for a logo that is no stored logo of this
 * workspace
 */
export async function update(db: WorkspaceDb, uploads: UploadStore, changes: UpdateWorkspaceInput): Promise<Workspace> {
  if (changes.timeZone !== undefined && (await db.rows(knowsZone, changes.timeZone))[0]?.known !== true)
    throw invalid('timeZone', 'must be a time zone that this server knows');
  return await db.prismaTransaction(async (tx) => {
    await requireManager(tx);
    const before = orNotFound((await tx.rows(lockWorkspace))[0]);
    const after = { ...before, ...changes };
    const changed = FIELDS.filter((field) => after[field] !== before[field]);
    if (changed.length === 0) return present(before, uploads);
    if (after.logoKey !== null && changed.includes('logoKey')) await requireLogo(tx, uploads, after.logoKey);
    const [row] = await tx.rows(
      updateWorkspace,
      after.name,
      after.logoKey,
      after.timeZone,
      after.country,
      after.currency,
      tx.now,
      after.shopUrl,
    );
    await tx.audit({
      action: 'workspace.update',
      targetType: 'workspace',
      targetId: tx.accountId,
      data: {
        changed,
        ...Object.fromEntries(
          changed.flatMap((field) => [
            [field, after[field]],
            [`${field}Before`, before[field]],
          ]),
        ),
      },
    });
    return present(orNotFound(row), uploads);
  });
}

/** Only our own store reports that the bytes were uploaded; for another store, a signed key is enough. */
async function requireLogo(tx: WorkspaceTx, uploads: UploadStore, key: string): Promise<void> {
  const upload = await tx.prisma.upload.findFirst({
    where: { accountId: tx.accountId, key, kind: LOGO_KIND },
    select: { storedAt: true },
  });
  if (upload === null || (uploads.reportsBytes && upload.storedAt === null))
    throw invalid('logoKey', `must be a stored upload of this workspace, of the kind ${LOGO_KIND}`);
}
