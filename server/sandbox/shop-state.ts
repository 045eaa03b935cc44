/** A shop of the sandbox as it is kept: read and written as a whole, by one at a time. */
import { castJson } from '@/server/platform/db/stored';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx, WorkspaceTx } from '@/server/platform/db/workspace';
import type { Storefront } from '@/server/platform/lib/shared-vocabulary';
import { seedOf } from '@/server/sandbox/shop-seed';

const hold = workspaceStatement<{ state: unknown }, [provider: string]>(
  'sandbox.shops.hold',
  `SELECT s.state FROM "SandboxShop" s WHERE s."accountId" = $1 AND s.provider = $2 FOR UPDATE`,
);

const make = workspaceStatement<never, [provider: string, state: string, now: Date]>(
  'sandbox.shops.make',
  `INSERT INTO "SandboxShop" ("accountId", provider, state, "createdAt", "updatedAt")
    VALUES ($1, $2, $3::jsonb, $4::timestamptz, $4::timestamptz)
   ON CONFLICT DO NOTHING`,
);

/**
 * Returns what the shop holds, until the end of the transaction nobody else's; made when it is first asked for.
 * @returns a ShopSnapshot or a WooSnapshot, as its provider has it
 */
export async function holdShop(tx: StatementTx, provider: Storefront): Promise<unknown> {
  const [known] = await tx.rows(hold, provider);
  if (known !== undefined) return known.state;
  await tx.rows(make, provider, JSON.stringify(seedOf(provider, tx.now)), tx.now);
  return (await tx.rows(hold, provider))[0]?.state;
}

export async function saveShop(tx: WorkspaceTx, provider: Storefront, state: object): Promise<void> {
  await tx.prisma.sandboxShop.updateMany({
    where: { provider },
    data: { state: castJson({ ...state }), updatedAt: tx.now },
  });
}
