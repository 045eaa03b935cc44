/** Published definitions. They never change, so a process reads each of them once. */
import { LRUCache } from 'lru-cache';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { Family } from '@/server/platform/vendors/provider-ids';
import type { FunnelDefinition } from '@/server/modules/automation/funnels/definition-schema';
import { targetsOf, type Step } from '@/server/modules/automation/funnels/step-schema';

/** The content that publishing copied for a step that sends. */
export interface StepContent {
  /** The id of the MessageContent. */
  contentId: string;
  /** The template that the content was copied from; null: the content is the step's own. */
  templateId: string | null;
  templateUpdatedAt: string | null;
  /** The use of the tag {discountCode}: `needed` without a fallback, `optional` with one, else `none`. */
  discountCode: 'none' | 'optional' | 'needed';
}

export interface FunnelVersion {
  funnelId: string;
  version: number;
  definition: FunnelDefinition;
  /** The contents, by the id of the send step. */
  contents: Readonly<Record<string, StepContent>>;
}

/** A version, with values derived from it that the machine reads again and again. */
export class Plan {
  private readonly steps: ReadonlyMap<string, Step>;
  private readonly ahead = new Map<string | null, ReadonlySet<Family>>();

  constructor(readonly of: FunnelVersion) {
    this.steps = new Map(of.definition.steps.map((step) => [step.id, step]));
  }

  get funnelId(): string {
    return this.of.funnelId;
  }

  get definition(): FunnelDefinition {
    return this.of.definition;
  }

  step(id: string | null): Step | undefined {
    return id === null ? undefined : this.steps.get(id);
  }

  /** Families of the messages to people that may still come from this step on. */
  familiesFrom(stepId: string | null): ReadonlySet<Family> {
    const known = this.ahead.get(stepId);
    if (known !== undefined) return known;
    const families = new Set<Family>();
    const seen = new Set<string>();
    const visit = (id: string | null): void => {
      const step = this.step(id);
      if (step === undefined || seen.has(step.id)) return;
      seen.add(step.id);
      if (step.kind === 'send') {
        const { family, perBroadcast } = providerEntry(step.config.provider);
        if (perBroadcast !== true) families.add(family);
      }
      targetsOf(step).forEach(visit);
    };
    visit(stepId);
    this.ahead.set(stepId, families);
    return families;
  }
}

/** Makes the plan of a version. A published definition has no circles, so every path through it ends. */
export const planOf = (version: FunnelVersion): Plan => new Plan(version);

const MOST_CHARACTERS = 16 * 1024 * 1024;
const cache = new LRUCache<string, Plan>({ max: 1_000, maxSize: MOST_CHARACTERS });
const keyOf = (accountId: string, funnelId: string, version: number): string => `${accountId} ${funnelId} ${version}`;

interface VersionRow {
  funnelId: string;
  version: number;
  definition: FunnelDefinition;
  contents: Readonly<Record<string, StepContent>>;
}

const find = workspaceStatement<VersionRow, [funnelIds: string[], versions: number[]]>(
  'funnels.versions',
  `SELECT v."funnelId", v.version, v.definition, v.contents FROM unnest($2::text[], $3::int[]) AS g(id, version)
   CROSS JOIN LATERAL (SELECT * FROM "FunnelVersion" f
     WHERE f."accountId" = $1 AND f."funnelId" = g.id AND f.version = g.version OFFSET 0) v`,
);

export interface VersionKey {
  funnelId: string;
  version: number;
}

/** @returns each that exists */
export async function plansOf(
  tx: Pick<StatementTx, 'rows' | 'accountId'>,
  keys: readonly VersionKey[],
): Promise<(key: VersionKey) => Plan | undefined> {
  const found = new Map<string, Plan>();
  const unknown = new Map<string, VersionKey>();
  for (const key of keys) {
    const name = keyOf(tx.accountId, key.funnelId, key.version);
    const known = cache.get(name);
    if (known === undefined) unknown.set(name, key);
    else found.set(name, known);
  }
  if (unknown.size > 0) {
    const asked = [...unknown.values()];
    const versions = await tx.rows(
      find,
      asked.map(({ funnelId }) => funnelId),
      asked.map(({ version }) => version),
    );
    for (const version of versions) {
      const plan = planOf(version);
      const name = keyOf(tx.accountId, version.funnelId, version.version);
      found.set(name, plan);
      cache.set(name, plan, { size: JSON.stringify(version.definition).length + 1 });
    }
  }
  return ({ funnelId, version }) => found.get(keyOf(tx.accountId, funnelId, version));
}
