/** Letting people in by hand (docs/contract/funnels.md#enroll). */
import { composedStatement, Parameters, workspaceStatement } from '@/server/platform/db/statement';
import { orderedId } from '@/server/platform/db/new-id';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError, invalid } from '@/server/platform/errors';
import { audienceRelations, segmentsOf } from '@/server/modules/messaging/broadcasts/recipients';
import { readEffectivePlan } from '@/server/modules/account/billing/effective-plan';
import { enter } from '@/server/modules/automation/funnels/enter';
import { funnelsOverLimit } from '@/server/modules/automation/funnels/over-plan-limit';
import { lockFunnels } from '@/server/modules/automation/funnels/lock';
import { findLiveFunnels, readFunnel } from '@/server/modules/automation/funnels/rows';
import type { EnrollInput, EnrollOutput } from '@/server/modules/automation/funnels/schema';
import { badState } from '@/server/modules/automation/funnels/service';
import { REFS } from '@/server/modules/automation/funnels/enrolment-state';
import { MOST_ENROLLED, type Refusal } from '@/server/modules/automation/funnels/vocabulary';

/** The most people whom one statement checks. */
const CHUNK = 5_000;

const lockKey = workspaceStatement<{ accountId: string }, [funnelId: string, key: string]>(
  'funnels.lock-enroll-key',
  `SELECT $1::text AS "accountId", pg_advisory_xact_lock(hashtextextended('enroll ' || $1 || ' ' || $2 || ' ' || $3,
    0))::text AS locked`,
);

/**
 * Enrols people by hand, and counts by reason those who may not enter. A repeated call with the same key lets nobody in
 * twice.
 * @throws AppError NOT_FOUND, BAD_STATE, EMPTY_AUDIENCE, VALIDATION for too many people
 */
export async function enroll(db: WorkspaceDb, { id, audience, key }: EnrollInput): Promise<EnrollOutput> {
  const segments = await segmentsOf(db, audience);
  return await db.longTransaction(async (tx) => {
    await lockFunnels(tx, 'shared');
    // Of two calls with one key at once the second has to see whom the first let in: else it takes them for people
    // inside.
    if (key !== undefined) await tx.rows(lockKey, id, key);
    const funnel = await readFunnel(tx, id);
    if (funnel.status !== 'live') throw badState(funnel.status);
    const parameters = new Parameters();
    const { relations } = audienceRelations(audience, segments, tx.now, parameters);
    const people = await tx.rows(
      composedStatement<{ id: string }>(
        `WITH ${relations} SELECT a.id FROM audience a WHERE $1 <> '' ORDER BY a.id LIMIT ${MOST_ENROLLED + 1}`,
        { joinsSets: true },
      ),
      ...parameters.values,
    );
    if (people.length === 0) throw new AppError('EMPTY_AUDIENCE');
    if (people.length > MOST_ENROLLED) throw invalid('audience', `must have at most ${MOST_ENROLLED} people`);
    const held = funnelsOverLimit(await readEffectivePlan(tx), await findLiveFunnels(tx));
    const { version, definition } = funnel;
    const entrance = { funnelId: id, version, definition, isHeld: held.has(id) };
    const triggerRef = `${REFS.call}${key ?? orderedId()}`;
    let enrolled = 0;
    const skipped: Partial<Record<Refusal, number>> = {};
    for (let at = 0; at < people.length; at += CHUNK) {
      const given = people
        .slice(at, at + CHUNK)
        .map((each) => ({ contactId: each.id, triggerRef, at: tx.now, cart: null }));
      const { entered, refused } = await enter(tx, entrance, given);
      enrolled += entered;
      for (const [reason, count] of Object.entries(refused) as [Refusal, number][])
        skipped[reason] = (skipped[reason] ?? 0) + count;
    }
    // The same call again, and one that lets nobody in, changed nothing.
    if (enrolled > 0)
      await tx.audit({
        action: 'funnel.enroll',
        targetType: 'funnel',
        targetId: id,
        data: { name: funnel.name, enrolled },
      });
    return { enrolled, skipped };
  });
}
