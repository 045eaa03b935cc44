/**
 * Creates the deliveries of a change (docs/contract/webhooks.md#delivery): one for each event and each endpoint that
 * was active at the change and subscribes to the event. Ids derive from the transaction of the change, so that nothing
 * is delivered twice.
 */
import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import { firstIdOf } from '@/server/platform/db/new-id';
import type { Consumer } from '@/server/assembly/consume';
import type { Change } from '@/server/platform/outbox/fold';

/** Locked, so that a deletion of the endpoint waits; a deleted endpoint gets no deliveries. */
const ENDPOINTS = {
  name: 'webhooks.listeners',
  text: `SELECT e.id, e.events FROM "WebhookEndpoint" e WHERE e."accountId" = $1 AND e.id = ANY ($2) FOR KEY SHARE`,
};

const INSERT = {
  name: 'webhooks.enqueue',
  text: `INSERT INTO "WebhookDelivery" ("accountId", "endpointId", id, "eventId", type, payload, "claimableAt",
    "nextRetryAt", "createdAt", "updatedAt")
    SELECT $1, d.endpoint, d.id, d.event, d.type, d.payload::json, d.at, d.at, d.at, d.at
    FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[]) d (endpoint, id, event,
      type, payload, at)
    ON CONFLICT ("accountId", id) DO NOTHING`,
};

interface Delivery {
  endpointId: string;
  id: string;
  eventId: string;
  type: string;
  payload: string;
  at: Date;
}

/** An id in the format of new_id(), but always the same for the same thing of the same transaction. */
const idOf = ({ at, transaction }: Change, thing: string): string =>
  firstIdOf(at) + createHash('sha256').update(`${transaction} ${thing}`).digest('hex').slice(0, 15);

/**
 * Returns the names by which an endpoint may call an event: everything, its type, or the type without its ends
 * (contact.created).
 */
const namesOf = (type: string): string[] => ['*', type, type.slice('svc.'.length, -'.v1'.length)];

/** An endpoint's id → the events that it subscribes to. */
type Endpoints = ReadonlyMap<string, ReadonlySet<string>>;

function deliveriesOf(accountId: string, change: Change, endpoints: Endpoints): Delivery[] {
  return change.table.eventsOf(change.row).flatMap(({ type, data }) => {
    const names = namesOf(type);
    const to = change.listeners.filter((id) => names.some((name) => endpoints.get(id)?.has(name)));
    if (to.length === 0) return [];
    const { at } = change;
    const eventId = idOf(change, `${type} ${change.key}`);
    const payload = JSON.stringify({ id: eventId, type, createdAt: at, accountId, data: data() });
    return to.map((endpointId) => ({
      endpointId,
      id: idOf(change, `${eventId} ${endpointId}`),
      eventId,
      type,
      payload,
      at,
    }));
  });
}

export const webhooks: Consumer = {
  name: 'webhooks',
  async act(client: ClientBase, accountId: string, changes: readonly Change[]) {
    const listeners = [...new Set(changes.flatMap((change) => change.listeners))].sort();
    const { rows } = await client.query<{ id: string; events: string[] }>({
      ...ENDPOINTS,
      values: [accountId, listeners],
    });
    const endpoints = new Map(rows.map(({ id, events }) => [id, new Set(events)]));
    const deliveries = changes.flatMap((change) => deliveriesOf(accountId, change, endpoints));
    if (deliveries.length === 0) return;
    await client.query({
      ...INSERT,
      values: [
        accountId,
        deliveries.map(({ endpointId }) => endpointId),
        deliveries.map(({ id }) => id),
        deliveries.map(({ eventId }) => eventId),
        deliveries.map(({ type }) => type),
        deliveries.map(({ payload }) => payload),
        deliveries.map(({ at }) => at),
      ],
    });
  },
};
