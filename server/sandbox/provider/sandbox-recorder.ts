/**
 * Writes what the sandbox takes. Whatever comes in while one INSERT is under way goes into the next, so the number of
 * statements follows the database's pace and not the number of messages.
 */
import type { Database } from '@/server/platform/db/client';
import { systemDb } from '@/server/platform/db/workspace';
import { enqueue } from '@/server/platform/jobs/enqueue';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import type { ShownRequest } from '@/server/sandbox/provider/sandbox-request';
import { reactJob } from '@/server/sandbox/jobs';
import { planReactions, type Reaction } from '@/server/sandbox/reactions';
import type { SandboxRuleKind } from '@/server/sandbox/vocabulary';

/** A message as it was handed over. */
export interface Taken {
  accountId: string;
  channelId: string;
  provider: ProviderId;
  messageId: string;
  recipient: string;
  /** The id that it gets if it is new. */
  providerMessageId: string;
  content: Readonly<Record<string, unknown>>;
  headers: Readonly<Record<string, string>>;
  request: ShownRequest;
}

/** The sandbox's reply to a message; a message that was handed over before keeps its id, as with an idempotency key. */
export interface Recorded {
  rule: SandboxRuleKind;
  providerMessageId: string;
}

interface Pending {
  taken: Taken;
  reactions: Reaction[];
  resolve: (recorded: Recorded) => void;
  reject: (error: unknown) => void;
}

interface RecordedRow extends Recorded {
  n: number;
  lively: boolean;
}

const LARGEST_BATCH = 200;

const RECORD = {
  name: 'sandbox.record',
  text: `WITH judged AS (
      SELECT g.*, coalesce(r.rule, 'accept') AS rule, coalesce(s.lively, false) AND r.rule IS NULL AS lively
      FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::jsonb[], $8::jsonb[],
        $9::jsonb[], $10::jsonb[], $11::timestamptz[])
        WITH ORDINALITY AS g("accountId", "channelId", provider, "messageId", recipient, "providerMessageId", content,
          headers, request, reactions, "reactAt", n)
      LEFT JOIN "SandboxRule" r ON r."accountId" = g."accountId" AND r.provider = g.provider AND r.rule <> 'accept'
      LEFT JOIN "SandboxSetting" s ON s."accountId" = g."accountId"
    ), put AS (
      INSERT INTO "SandboxMessage" AS m ("accountId", "channelId", provider, "messageId", recipient,
        "providerMessageId", content, headers, request, status, reactions, "reactAt", "createdAt", "updatedAt")
      SELECT j."accountId", j."channelId", j.provider, j."messageId", j.recipient, j."providerMessageId", j.content,
        j.headers, j.request,
        CASE j.rule WHEN 'accept' THEN 'sent' WHEN 'refuse' THEN 'refused' WHEN 'throttle' THEN 'throttled'
          ELSE j.rule END,
        CASE WHEN j.lively THEN j.reactions ELSE '[]' END, CASE WHEN j.lively THEN j."reactAt" END, $12, $12
      FROM judged j ORDER BY j."accountId", j."channelId", j."messageId"
      ON CONFLICT ("accountId", "channelId", "messageId")
        DO UPDATE SET handovers = m.handovers + 1, request = excluded.request, "updatedAt" = excluded."updatedAt",
        status = CASE WHEN m.status IN ('refused', 'throttled', 'unavailable', 'unanswered') THEN excluded.status
          ELSE m.status END,
        reactions = CASE WHEN m.status IN ('refused', 'throttled', 'unavailable', 'unanswered') THEN excluded.reactions
          ELSE m.reactions END,
        "reactAt" = CASE WHEN m.status IN ('refused', 'throttled', 'unavailable', 'unanswered') THEN excluded."reactAt"
          ELSE m."reactAt" END
      RETURNING m."accountId", m."channelId", m."messageId", m."providerMessageId"
    )
    SELECT j.n::int AS n, j.rule, j.lively, p."providerMessageId" FROM judged j
      JOIN put p USING ("accountId", "channelId", "messageId")`,
};

/**
 * The time after a message until the first reactions are looked for, in milliseconds; also the interval at which that
 * is asked for.
 */
const REACT_AFTER_MS = 2_000;

export class SandboxRecorder {
  private waiting: Pending[] = [];
  private writing = false;
  /** Until when the job that plays the reactions of a workspace has been asked for. */
  private readonly asked = new Map<string, number>();

  constructor(
    private readonly database: Database,
    private readonly now: () => Date,
    private readonly random: () => number,
  ) {}

  /** Resolves once it is stored. Rejects when the database is away. */
  record(taken: Taken): Promise<Recorded> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ taken, reactions: planReactions(taken.provider, this.now(), this.random), resolve, reject });
      if (!this.writing) void this.write();
    });
  }

  private async write(): Promise<void> {
    this.writing = true;
    // All that comes in the same turn goes along.
    await Promise.resolve();
    while (this.waiting.length > 0) {
      const batch = this.nextBatch();
      try {
        await this.writeBatch(batch);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.writing = false;
  }

  /**
   * A message that is in it twice would be written twice by one statement, which PostgreSQL refuses: the second waits.
   */
  private nextBatch(): Pending[] {
    const keys = new Set<string>();
    const batch: Pending[] = [];
    const rest: Pending[] = [];
    for (const pending of this.waiting) {
      const key = `${pending.taken.channelId} ${pending.taken.messageId}`;
      const fits = batch.length < LARGEST_BATCH && !keys.has(key);
      keys.add(key);
      (fits ? batch : rest).push(pending);
    }
    this.waiting = rest;
    return batch;
  }

  private async writeBatch(batch: readonly Pending[]): Promise<void> {
    const column = <Value>(of: (pending: Pending) => Value): Value[] => batch.map(of);
    const { rows } = await this.database.pool.query<RecordedRow>({
      ...RECORD,
      values: [
        column(({ taken }) => taken.accountId),
        column(({ taken }) => taken.channelId),
        column(({ taken }) => taken.provider),
        column(({ taken }) => taken.messageId),
        column(({ taken }) => taken.recipient),
        column(({ taken }) => taken.providerMessageId),
        column(({ taken }) => JSON.stringify(taken.content)),
        column(({ taken }) => JSON.stringify(taken.headers)),
        column(({ taken }) => JSON.stringify(taken.request)),
        column(({ reactions }) => JSON.stringify(reactions)),
        column(({ reactions }) => reactions[0]?.at ?? null),
        this.now(),
      ],
    });
    const byPosition = new Map(rows.map((row) => [row.n - 1, row]));
    await this.askForReactions(
      new Set(rows.filter(({ lively }) => lively).map(({ n }) => batch[n - 1]?.taken.accountId ?? '')),
    );
    for (const [position, { resolve, reject }] of batch.entries()) {
      const row = byPosition.get(position);
      if (row === undefined) reject(new Error('The outbox returned no row.'));
      else resolve({ rule: row.rule, providerMessageId: row.providerMessageId });
    }
  }

  /** Once in a while, not once a message: the job itself goes on for as long as something is due. */
  private async askForReactions(accounts: ReadonlySet<string>): Promise<void> {
    const now = this.now();
    for (const accountId of accounts) {
      if ((this.asked.get(accountId) ?? 0) > now.getTime()) continue;
      const runAt = new Date(now.getTime() + REACT_AFTER_MS);
      this.asked.set(accountId, runAt.getTime());
      const db = systemDb(this.database, accountId, now);
      await enqueue(db, reactJob, {}, { runAt });
    }
  }
}
