import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { phoneReader } from '@/server/modules/audience/contacts/write';

/** Returns a phone number in E.164, read with the workspace's country; null when there is no readable number. */
export const phoneE164Of = async (db: WorkspaceDb, phone: string | null | undefined): Promise<string | null> =>
  typeof phone === 'string' ? (await phoneReader(db))(phone) : null;
