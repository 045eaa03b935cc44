import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { phoneReader } from '@/server/modules/audience/contacts/write';

/** A phone in E.164 as the workspace's country has it; null without one that can be read. */
export const phoneE164Of = async (db: WorkspaceDb, phone: string | null | undefined): Promise<string | null> =>
  typeof phone === 'string' ? (await phoneReader(db))(phone) : null;
