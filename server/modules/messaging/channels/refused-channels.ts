/**
 * Channels that their vendor refuses, with the vendor's reason. For the dashboard, because the public view does not
 * contain the reason.
 */
import type * as z from 'zod';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import type { faultsOutput } from '@/server/modules/messaging/channels/schema';

type Fault = z.output<typeof faultsOutput>[number];

const findFaults = workspaceStatement<Fault>(
  'channels.faults',
  `SELECT c.id, c."lastError" AS reason FROM "ChannelIntegration" c
    WHERE c."accountId" = $1 AND c.status = 'active' AND c."lastError" IS NOT NULL`,
);

/** Returns the faults of the active channels. */
export const faults = (db: WorkspaceDb): Promise<Fault[]> => db.rows(findFaults);
