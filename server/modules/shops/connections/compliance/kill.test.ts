/**
 * kill -9 in the middle of a shop's redaction (docs/contract/integrations.md#compliance): whoever was forgotten is forgotten
 * wholly, whoever was not is here wholly, and the next worker ends it.
 */
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { wholeConfig } from '@/server/modules/shops/connections/rows';
import { killAll } from '@/server/testing/chaos';
import { makeCheckout, makeIntegration, makeOrder } from '@/server/testing/factories/shops';
import { makeContact } from '@/server/testing/factories/audience';
import { unique } from '@/server/testing/factories/unique';
import { auditOf } from '@/server/testing/http';
import { times } from '@/server/testing/lane';
import { useProgram } from '@/server/testing/program';
import { useServer } from '@/server/testing/server';

const KILLS = times(5, 8);
const PEOPLE = times(90, 120);
/** Every third is known from elsewhere. */
const STAYS = 3;

const server = useServer();
const program = useProgram('server/testing/compliance-worker.ts');

it('leaves nobody half forgotten', async () => {
  const { database, settings } = server.services;
  const { prisma, pool } = database;
  const { accountId } = await server.makeTenant();
  const externalId = `${unique('toko-').toLowerCase()}.myshopify.com`;
  const externalSource = `storefront_p1:${externalId}`;
  const { id: integrationId } = await makeIntegration(server.services, accountId, {
    provider: 'storefront_p1',
    externalId,
    status: 'revoked',
    config: { ...wholeConfig('storefront_p1') },
  });
  const at = new Date();
  for (let n = 0; n < PEOPLE; n++) {
    const contact = await makeContact(database, accountId, {
      source: n % STAYS === 0 ? 'import' : 'shopify',
      externalRef: `c${n}`,
      attributes: { shop: { city: 'Bandung' } },
    });
    const buyer = { externalSource, email: contact.email, contactId: contact.id };
    await makeOrder(database, accountId, { ...buyer, externalRef: `o${n}`, customerRef: `c${n}` });
    await makeCheckout(database, accountId, { ...buyer, externalRef: `k${n}` });
    await prisma.customer.create({
      data: {
        accountId,
        externalSource,
        externalRef: `c${n}`,
        contactId: contact.id,
        sourceUpdatedAt: at,
        createdAt: at,
        updatedAt: at,
      },
    });
  }
  await prisma.privacyRequest.create({
    data: { accountId, integrationId, kind: 'shop_redact', deliveryId: unique('d'), receivedAt: at, dueAt: at },
  });
  const environment = {
    DATABASE_URL: settings.databaseUrl,
    APP_SECRET: 'a'.repeat(40),
    UNSUBSCRIBE_SECRET: 'u'.repeat(40),
  };

  /** How many are still here as they were; each of the others is wholly gone. */
  const wholly = async (): Promise<number> => {
    const { rows } = await pool.query<{ here: boolean; gone: boolean; waits: boolean }>(
      `SELECT c.id IS NOT NULL AND u."externalRef" IS NOT NULL AND o.email = c.email AND k.email = c.email AS here,
         c.id IS NULL AND u."externalRef" IS NULL AND num_nonnulls(o.email, o."customerRef", o."contactId", k.email, k."contactId") = 0 AS gone,
         c.source = 'import' AND u."externalRef" IS NULL AND c."externalRef" IS NULL AND NOT c.attributes ? 'shop' AS waits
       FROM generate_series(0, ${PEOPLE - 1}) n
       JOIN "Order" o ON o."accountId" = $1 AND o."externalRef" = 'o' || n JOIN "Checkout" k ON k."accountId" = $1 AND k."externalRef" = 'k' || n
       LEFT JOIN "Customer" u ON u."accountId" = $1 AND u."externalRef" = 'c' || n
       LEFT JOIN "Contact" c ON c."accountId" = $1 AND (c.id = u."contactId" OR c.id = o."contactId")`,
      [accountId],
    );
    expect(rows).toHaveLength(PEOPLE);
    for (const row of rows) expect(Object.values(row).some(Boolean), JSON.stringify(row)).toBe(true);
    return rows.filter(({ here }) => here).length;
  };

  const left: number[] = [];
  const start = () => program.start(environment);
  const word = () => ({ accountId, integrationId });
  /** As if the lease of whoever was killed had lapsed. */
  const makeDue = async (): Promise<void> =>
    void (await prisma.privacyRequest.updateMany({ where: { accountId, doneAt: null }, data: { dueAt: at } }));
  await killAll({
    kills: KILLS,
    atOnce: () => 1,
    start,
    word,
    done: async () => PEOPLE - (await prisma.customer.count({ where: { accountId } })),
    all: PEOPLE,
    momentMs: 100,
    withinMs: 30_000,
    beforeEach: makeDue,
    afterEach: async () => void left.push(await wholly()),
  });
  await makeDue();
  const last = await start();
  const ended = once(last, 'exit');
  last.send(word());
  await ended;
  // Each did a part, and went on where the one before was killed.
  expect(left).toEqual(left.toSorted((a, b) => b - a));
  expect(left.filter((count) => count > 0 && count < PEOPLE).length).toBeGreaterThanOrEqual(KILLS / 2);

  const kept = await prisma.contact.findMany({ where: { accountId } });
  expect(kept.map(({ source, externalRef, attributes }) => ({ source, externalRef, attributes }))).toEqual(
    Array.from({ length: PEOPLE / STAYS }, () => ({ source: 'import', externalRef: null, attributes: {} })),
  );
  expect(await prisma.customer.count({ where: { accountId } })).toBe(0);
  const empty = { email: null, contactId: null };
  expect(await prisma.order.count({ where: { accountId, ...empty, customerRef: null } })).toBe(PEOPLE);
  expect(await prisma.checkout.count({ where: { accountId, ...empty } })).toBe(PEOPLE);
  const audit = (await auditOf(server, accountId)).map(({ action }) => action);
  expect(audit.filter((action) => action === 'integration.redact')).toHaveLength(1);
  expect(audit.filter((action) => action === 'contact.erase')).toHaveLength(PEOPLE - PEOPLE / STAYS);
});
