/** Ids that are asked for, from all over the year, so that what was asked last is not what is asked next. */
import pg from 'pg';
import { encodeCursor } from '@/server/platform/db/cursor';
import type { Space } from './load';
import { BROADCASTS } from './rows';

const SAMPLES = 300;

const TABLES = {
  contacts: 'Contact',
  codes: 'DiscountCode',
  links: 'ReferralLink',
  attributions: 'ReferralAttribution',
  deliveries: 'WebhookDelivery',
  audit: 'AuditEntry',
  conversations: 'Conversation',
  orders: 'Order',
  checkouts: 'Checkout',
  reminders: 'AbandonedCartReminder',
} as const;

export interface Samples {
  accountId: string;
  people: number;
  codes: string[];
  /** Of contacts: after the newest, and all over the list. */
  cursors: { next: string; middle: string[] };
  ids: Record<keyof typeof TABLES, string[]> & {
    lists: string[];
    broadcasts: string[];
    endpoints: string[];
    campaigns: string[];
    segments: string[];
    /** The broadcast that a tenth of all messages are of. */
    largest: string;
    /** The code that a tenth of all redemptions are of. */
    usedMost: string;
  };
}

const few = (what: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => `c${`${what}${n + 1}`.padStart(24, '0')}`);

/** The segment that is counted and previewed: of attributes and of what was opened. */
export const SEGMENT = {
  match: 'all',
  groups: [
    {
      match: 'all',
      conditions: [
        { field: 'attributes.city', op: 'eq', value: 'Bandung' },
        { field: 'attributes.orders', op: 'gte', value: 5 },
        { event: 'message.opened', op: 'at_least', count: 1, withinDays: 30 },
      ],
    },
  ],
};

/** @param segmentId of a segment that the workspace has */
export async function samplesOf(
  databaseUrl: string,
  { accountId, people }: Pick<Space, 'accountId' | 'people'>,
  segmentId: string,
): Promise<Samples> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // The first after a moment that is drawn, so that all of the year is as likely as any other part.
    const some = async (table: string, column: string): Promise<string[]> => {
      const { rows } = await client.query<{ value: string }>(
        `SELECT x.value FROM (SELECT random() * interval '350 days' AS ago FROM generate_series(1, $2::int)) drawn
         CROSS JOIN LATERAL (
           SELECT t.${column} AS value FROM "${table}" t WHERE t."accountId" = $1
             AND t.id > 'c' || lpad(to_hex((extract(epoch FROM now() - ago) * 1000)::bigint >> 6), 9, '0') ORDER BY t.id LIMIT 1) x`,
        [accountId, SAMPLES],
      );
      if (rows.length === 0) throw new Error(`There is no row of ${table}.`);
      return rows.map(({ value }) => value);
    };
    const ids = {} as Samples['ids'];
    for (const [name, table] of Object.entries(TABLES)) ids[name as keyof typeof TABLES] = await some(table, 'id');
    const { rows: contacts } = await client.query<{ id: string; key: Date }>(
      `SELECT c.id, c."createdAt" AS key FROM "Contact" c WHERE c."accountId" = $1 AND c.id = ANY ($2) ORDER BY c."createdAt" DESC`,
      [accountId, ids.contacts],
    );
    const cursors = contacts.map(({ id, key }) => encodeCursor({ id, key: key.toISOString() }));
    const { rows: used } = await client.query<{ id: string }>(
      `SELECT d.id FROM "DiscountCode" d WHERE d."accountId" = $1 ORDER BY d."redemptionCount" DESC LIMIT 1`,
      [accountId],
    );
    const broadcasts = few('b', BROADCASTS);
    return {
      accountId,
      people,
      codes: await some('DiscountCode', 'code'),
      cursors: { next: cursors[0] ?? '', middle: cursors },
      ids: {
        ...ids,
        lists: few('l', 12),
        endpoints: few('w', 1),
        campaigns: few('k', 1),
        segments: [segmentId],
        // A small one has the last few only.
        broadcasts: broadcasts.slice(people > 1_000 ? 0 : -5, -1),
        largest: broadcasts.at(-1) ?? '',
        usedMost: used[0]?.id ?? '',
      },
    };
  } finally {
    await client.end();
  }
}
