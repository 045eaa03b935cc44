/** The sandbox's answers to the next messages, and whether its recipients react by themselves. */
import { stored } from '@/server/platform/db/stored';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { PROVIDER_IDS, type ProviderId } from '@/server/platform/vendors/provider-ids';
import type { SandboxRuleKind } from '@/server/sandbox/vocabulary';

export interface Rules {
  lively: boolean;
  rules: { provider: ProviderId; rule: SandboxRuleKind }[];
}

/** One rule for each provider that the workspace has a channel of, or has given a rule. */
export async function rulesOf(db: WorkspaceDb): Promise<Rules> {
  const [setting, rows, channels] = await Promise.all([
    db.prisma.sandboxSetting.findFirst({ select: { lively: true } }),
    db.prisma.sandboxRule.findMany({ select: { provider: true, rule: true } }),
    db.prisma.channelIntegration.findMany({ select: { provider: true }, distinct: ['provider'] }),
  ]);
  const given = new Map(rows.map(({ provider, rule }) => [provider, stored<SandboxRuleKind>(rule)]));
  const shown = new Set([...given.keys(), ...channels.map(({ provider }) => provider)]);
  return {
    lively: setting?.lively ?? false,
    rules: PROVIDER_IDS.filter((id) => shown.has(id)).map((provider) => ({
      provider,
      rule: given.get(provider) ?? 'accept',
    })),
  };
}

/** Holds for the next hand-over. */
export async function setRule(
  db: WorkspaceDb,
  { provider, rule }: { provider: ProviderId; rule: SandboxRuleKind },
): Promise<Rules> {
  const { accountId } = db;
  await db.prisma.sandboxRule.upsert({
    where: { accountId_provider: { accountId, provider } },
    create: { accountId, provider, rule },
    update: { rule },
  });
  return await rulesOf(db);
}

/** Holds for messages that are accepted from now on. */
export async function setLively(db: WorkspaceDb, lively: boolean): Promise<Rules> {
  const { accountId } = db;
  await db.prisma.sandboxSetting.upsert({ where: { accountId }, create: { accountId, lively }, update: { lively } });
  return await rulesOf(db);
}
