/** Collaborations as the dashboard shows them: each with its brief or program, and its results. */
import type { Services } from '@/server/platform/access/context';
import type { ListPage } from '@/server/platform/db/list-page';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { openPortal, portalFacts } from '@/server/modules/creators/collaborations/portal';
import {
  holdCollaboration,
  presentCollaboration,
  readCollaboration,
} from '@/server/modules/creators/collaborations/rows';
import type { Collaboration, ListInput, PageOutput } from '@/server/modules/creators/collaborations/schema';
import { openCreatorSecret } from '@/server/modules/creators/collaborations/secrets';
import { auditVerb, list } from '@/server/modules/creators/collaborations/service';
import { namesOf } from '@/server/modules/creators/programs/commissions';

type Needs = Pick<Services, 'settings' | 'database'>;

/** Lists collaborations for the dashboard. @throws AppError VALIDATION for a cursor that is not from this list */
export async function listShown(
  db: WorkspaceDb,
  services: Needs,
  input: ListInput,
): Promise<ListPage<Collaboration & { about: string }>> {
  const page = await list(db, services, input);
  const nameOf = await namesOf(
    db,
    page.data.map(({ id }) => id),
  );
  return { ...page, data: page.data.map((each) => ({ ...each, about: nameOf(each.id).program })) };
}

/** @throws AppError NOT_FOUND */
export async function collaborationPage(db: WorkspaceDb, services: Needs, id: string): Promise<PageOutput> {
  const row = await readCollaboration(db, id);
  const link = { accountId: db.accountId, id, version: row.portalVersion };
  const [nameOf, facts, opened] = await Promise.all([
    namesOf(db, [id]),
    portalFacts(db, row, { commissions: 1, statements: 1, messages: 1 }),
    openPortal(services, link, db.now),
  ]);
  return {
    collaboration: await presentCollaboration(db, services.settings, row),
    about: nameOf(id).program,
    code: facts.code,
    figures: facts.figures,
    hasAddress: row.address !== null,
    wantsMails: opened?.row.optedOut !== true,
  };
}

/** Returns the creator's delivery address; the audit log records who read the address. @throws AppError NOT_FOUND */
export async function readAddress(
  db: WorkspaceDb,
  { settings }: Pick<Services, 'settings'>,
  id: string,
): Promise<{ address: string | null }> {
  return await db.transaction(async (tx) => {
    const row = await holdCollaboration(tx, id);
    await auditVerb(tx, 'address', row);
    return { address: row.address === null ? null : openCreatorSecret(settings, row, row.address) };
  });
}
