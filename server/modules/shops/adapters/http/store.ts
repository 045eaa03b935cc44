/**
 * Any shop, by HTTP (docs/contract/integrations.md#webhooks): it tells everything itself, signed as our own deliveries
 * are, and there is nothing of it to ask.
 */
import { realTimeOf } from '@/server/platform/lib/clock';
import { webhookBody, type WebhookBody } from '@/server/modules/shops/orders/schema';
import { isSigned, SIGNATURE_HEADER } from '@/server/modules/shops/connections/signature';
import { parseBody } from '@/server/modules/shops/adapters/body';
import type { ShopCheck, Store } from '@/server/modules/shops/adapters/store';
import type { ParsedRows } from '@/server/modules/shops/adapters/parsed-rows';

const LONGEST_REASON = 500;

async function parse(body: Buffer): Promise<{ said: WebhookBody } | { reason: string }> {
  const json = await parseBody(body);
  if (json === undefined) return { reason: 'The body is not JSON.' };
  const { data, error } = webhookBody.safeParse(json);
  if (data !== undefined) return { said: data };
  const [issue] = error.issues;
  return { reason: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`.slice(0, LONGEST_REASON) };
}

/** Dates a row without a time of its own by when it came, however late it is applied. */
function dated<Row extends { updatedAt?: Date | null | undefined }>(rows: readonly Row[], at: Date): Row[] {
  return rows.map((row) => ({ ...row, updatedAt: row.updatedAt ?? at }));
}

function rowsOf(said: WebhookBody, at: Date): ParsedRows {
  switch (said.type) {
    case 'products':
      return { resource: said.type, rows: dated(said.rows, at) };
    case 'customers':
      return { resource: said.type, rows: dated(said.rows, at) };
    case 'orders':
      return { resource: said.type, rows: dated(said.rows, at) };
    case 'checkouts':
      return { resource: said.type, rows: dated(said.rows, at) };
  }
}

/** The check of a shop that has no name of its own but what the merchant calls it. */
const NOTHING_TO_ASK: ShopCheck = { name: '', scopesGranted: [], lacking: [], ordersSince: null, expiresAt: null };

export const httpStore: Store = {
  webhookHeaders: [SIGNATURE_HEADER],
  check: () => Promise.resolve(NOTHING_TO_ASK),
  async readWebhook({ credentials }, { headers, body, receivedAt }) {
    // Shops sign by the real time, which CLOCK_OFFSET does not move.
    if (!isSigned(credentials.secret ?? '', headers[SIGNATURE_HEADER], body, realTimeOf(receivedAt)))
      return { kind: 'refused' };
    const parsed = await parse(body);
    if ('reason' in parsed) return { kind: 'malformed', ...parsed };
    const { said } = parsed;
    return { kind: 'changes', deliveryId: said.id, changes: [{ kind: 'checked', parsed: rowsOf(said, receivedAt) }] };
  },
};
