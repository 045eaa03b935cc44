import type { WorkspaceDb } from '@/server/db/workspace';
import { phoneReader } from '@/server/resources/contacts/write';

/** A phone in E.164 as the workspace's country has it; null without one that can be read. */
export const phoneE164Of = async (db: WorkspaceDb, phone: string | null | undefined): Promise<string | null> =>
  typeof phone === 'string' ? (await phoneReader(db))(phone) : null;
