/** The floor of events: the bare INSERT of 500 rows. Whose they are it does not ask; what was told before is what has the same id and time. */
import { runFloor } from './lib/floor';

const INSERT = {
  name: 'events',
  text: `INSERT INTO "ShopperEvent" ("accountId", id, name, at, "customerId", properties, "createdAt")
         SELECT $1, i.id, i.name, i.at, i."customerId", i.properties::jsonb, $7 FROM unnest($2::text[], $3::text[], $4::timestamptz[], $5::text[], $6::text[]) AS i(id, name, at, "customerId", properties)
         ON CONFLICT DO NOTHING`,
};

interface EventBody {
  events: { id: string; name: string; at: string; customerId: string; properties: object }[];
}

runFloor(() => async (pool, { body }) => {
  const { events } = body as unknown as EventBody;
  const { rowCount } = await pool.query({
    ...INSERT,
    values: [
      process.env.ACCOUNT_ID,
      events.map(({ id }) => id),
      events.map(({ name }) => name),
      events.map(({ at }) => at),
      events.map(({ customerId }) => customerId),
      events.map(({ properties }) => JSON.stringify(properties)),
      new Date(),
    ],
  });
  const accepted = rowCount ?? 0;
  return { accepted, duplicates: events.length - accepted, errors: [] };
});
