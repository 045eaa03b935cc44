/**
 * Contents of messages, copied when a funnel is published, so that a later change of a template changes no live funnel.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import { providerEntry } from '@/server/platform/vendors/catalog';
import { contentAtSend, type CompileServices } from '@/server/modules/messaging/broadcasts/compile-content';
import { contentOf } from '@/server/modules/messaging/broadcasts/content';
import type { FunnelDefinition } from '@/server/modules/automation/funnels/definition-schema';
import { contentOfStep, type Named } from '@/server/modules/automation/funnels/problems';
import type { StepContent } from '@/server/modules/automation/funnels/versions';

const insertContent = workspaceStatement<{ id: string }, [family: string, content: string, now: Date]>(
  'funnels.copy-content',
  `INSERT INTO "MessageContent" ("accountId", family, content, "createdAt") SELECT $1, $2, $3::jsonb, $4::timestamptz
    RETURNING id`,
);

const CODE = /\{discountCode(\|)?/g;

/** Tells whether a message needs a discount code, or can be sent without one. */
export function wantsCode(content: unknown): StepContent['discountCode'] {
  const tags = [...JSON.stringify(content ?? '').matchAll(CODE)];
  if (tags.length === 0) return 'none';
  return tags.every(([, fallback]) => fallback !== undefined) ? 'optional' : 'needed';
}

/** Copies the contents of a definition without blocking problems. @returns by step that sends */
export async function copyContents(
  tx: Pick<StatementTx, 'rows' | 'accountId' | 'now'>,
  services: CompileServices,
  definition: FunnelDefinition,
  named: Named,
): Promise<Record<string, StepContent>> {
  const contents: Record<string, StepContent> = {};
  for (const step of definition.steps) {
    if (step.kind !== 'send') continue;
    const { family } = providerEntry(step.config.provider);
    const own = { [family]: contentOfStep(step, named) };
    const leaving = contentOf(family === 'email' ? await contentAtSend(tx, services, own) : own, family) ?? {};
    const [row] = await tx.rows(insertContent, family, JSON.stringify(leaving), tx.now);
    if (row === undefined) throw new Error('A copy of a content returned no row.');
    const { templateId = null } = step.config;
    contents[step.id] = {
      contentId: row.id,
      templateId,
      templateUpdatedAt:
        templateId === null ? null : (named.templates.get(templateId)?.updatedAt.toISOString() ?? null),
      discountCode: wantsCode(leaving),
    };
  }
  return contents;
}
