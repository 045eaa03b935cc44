/**
 * Registers our callback address with a vendor by the vendor's API (docs/contract/inbox.md#channels). Runs in the
 * worker, because it needs the credentials.
 */
import type { Services } from '@/server/platform/access/context';
import { castStored } from '@/server/platform/db/stored';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { ADAPTERS } from '@/server/modules/messaging/adapters/adapters';
import { reasonOf } from '@/server/platform/vendors/answers';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import { openConnection } from '@/server/modules/messaging/adapters/connection';
import { isAway, type Hook } from '@/server/platform/vendors/provider';
import { inSandbox } from '@/server/platform/vendors/sandbox-mode';
import { callbackToken, callbackUrl } from '@/server/modules/messaging/channels/callback-address';

interface Wanted {
  receiving: boolean;
  replace: boolean;
}

const find = workspaceStatement<Wanted, [channelId: string]>(
  'inbox.wanted-hook',
  `SELECT i.receiving, i.replace FROM "InboxChannel" i WHERE i."accountId" = $1 AND i."channelId" = $2`,
);
/** Does nothing when receiving was switched meanwhile: the switch has a job of its own. */
const settle = workspaceStatement<
  never,
  [channelId: string, receiving: boolean, hook: string, problem: string | null, now: Date]
>(
  'inbox.settle-hook',
  `UPDATE "InboxChannel" i SET hook = $4, problem = $5, replace = false, "updatedAt" = $6::timestamptz
    WHERE i."accountId" = $1 AND i."channelId" = $2 AND i.receiving = $3`,
);

export async function setHook(services: Services, db: WorkspaceDb, channelId: string): Promise<void> {
  const row = await db.prisma.channelIntegration.findFirst({ where: { id: channelId } });
  const [wanted] = await db.rows(find, channelId);
  if (row === null || wanted === undefined) return;
  const provider = castStored<ProviderId>(row.provider);
  const { hook } = ADAPTERS[provider];
  if (hook === undefined) return;
  const isCalled = wanted.receiving && row.status !== 'revoked';
  const said = async (state: string, problem: string | null): Promise<void> => {
    await db.rows(settle, channelId, wanted.receiving, state, problem, db.now);
  };
  if (inSandbox(services.settings, provider)) return await said(isCalled ? 'set' : 'none', null);
  const connection = openConnection(services.settings, row);
  const address = callbackUrl(services.settings, { id: channelId, provider });
  const token = callbackToken(services.settings.appSecrets[0], channelId);
  const call = {
    read: () => hook.read(connection, services.transport),
    set: () => hook.set(connection, services.transport, address, token),
    clear: () => hook.clear(connection, services.transport),
  };
  try {
    await said(...(await (isCalled ? takeOver(call, address, wanted.replace) : letGo(call, address))));
  } catch (error) {
    // The vendor is not there: the queue asks again.
    if (isAway(error)) throw error;
    const words = error instanceof Error ? error.message : 'The provider did not answer. Try again.';
    await said('failed', reasonOf(provider, connection, words));
  }
}

type Call = { [Name in keyof Hook]: () => ReturnType<Hook[Name]> };

/** Reads the address that the vendor calls now. Replaces another address only when `replace` is true. */
async function takeOver(
  call: Call,
  address: string,
  replace: boolean,
): Promise<[state: string, problem: string | null]> {
  const now = await call.read();
  if (now !== null && now !== '' && now !== address && !replace) return ['elsewhere', now];
  await call.set();
  return ['set', null];
}

/** Removes our address; another address stays. */
async function letGo(call: Call, address: string): Promise<[state: string, problem: string | null]> {
  if ((await call.read()) === address) await call.clear();
  return ['none', null];
}
