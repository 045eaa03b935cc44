/** A code as somebody typed or pasted it, through every door that takes one: what nobody sees around it does not count (lib/text.ts). */
import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { now } from '@/server/platform/lib/clock';
import { unseenCharacters } from '@/server/platform/lib/text';
import { makeAffiliate } from '@/server/testing/creators';
import { makeDiscountCode } from '@/server/testing/factories/offers';
import { makeOrder } from '@/server/testing/factories/shops';
import { unique } from '@/server/testing/factories/unique';
import { expectData } from '@/server/testing/http';
import { programCalls } from '@/server/testing/programs';
import { useServer, type Tenant } from '@/server/testing/server';
import { runJobs } from '@/server/testing/worker';

const server = useServer();
const prisma = () => server.services.database.prisma;

/** Each door reads a text as the id of a code, or of the code's owner; null where it knows none. */
async function found(us: Tenant, typed: string): Promise<Record<string, string | null>> {
  const post = async (path: string, body: object, status = 200) =>
    expectData(await server.call(us.key, 'POST', `/api/v1${path}`, { body }), status);
  const cart = { accountId: us.accountId, subtotal: 1_000, currency: 'IDR' };
  const checkoutSessionId = unique('s');
  const held = await server.call(us.key, 'POST', '/api/v1/discount-codes/holds', {
    body: { accountId: us.accountId, code: typed, checkoutSessionId },
  });
  const hold = held.status === 200 ? await prisma().discountHold.findFirst({ where: { checkoutSessionId } }) : null;
  const link = await server.fetch('GET', `/d/${us.accountId}/${encodeURIComponent(typed)}`);
  const sale = await programCalls(server, () => us.key).convert({ discountCode: typed });
  return {
    validate: (await post('/discount-codes/validate', { ...cart, code: typed })).code?.id ?? null,
    hold: hold?.discountCodeId ?? null,
    link: link.status === 200 ? 'shown' : null,
    conversion: typeof sale.commissionId === 'string' ? 'earns' : null,
    ...(await foundInOrder(us, typed)),
  };
}

/** An order that names it, of a shop that redeems; and one that is there without a redemption. */
async function foundInOrder(us: Tenant, typed: string): Promise<Record<string, string | null>> {
  const config = { redeem: true, sync: { products: false } };
  const shop = { provider: 'http_generic', displayName: 'Toko', config };
  const made = expectData(await server.call(us.key, 'POST', '/api/v1/integrations', { body: shop }), 201);
  await runJobs(server.services);
  const placedAt = new Date(now().getTime() + 1_000).toISOString();
  const order = { externalRef: unique('o'), amount: 5_000, currency: 'IDR', status: 'paid', placedAt };
  const rows = [{ ...order, discountCodes: [typed] }];
  const body = JSON.stringify({ id: unique('d'), type: 'orders', rows });
  const at = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', made.secret as string)
    .update(`${at}.${body}`)
    .digest('hex');
  const headers = { 'content-type': 'application/octet-stream', 'svc-signature': `t=${at},v1=${signature}` };
  expectData(await server.fetch('POST', `/api/v1/integrations/${made.id}/webhooks`, { headers, body }));
  await runJobs(server.services);
  const session = `http_generic:${made.id}:${order.externalRef}`;
  const redemption = await prisma().discountRedemption.findFirst({ where: { checkoutSessionId: session } });
  const before = await credited(us);
  await makeOrder(server.services.database, us.accountId, { discountCodes: [typed] });
  return { order: redemption?.discountCodeId ?? null, insights: (await credited(us)) > before ? 'credited' : null };
}

/** Orders that the insights credit to codes and affiliates. */
async function credited(us: Tenant): Promise<number> {
  const { currencies } = expectData(await server.call(us.key, 'GET', '/api/v1/insights/attribution'));
  const touches = currencies.flatMap((each: { touches: { orders: number }[] }) => each.touches);
  return touches.reduce((sum: number, { orders }: { orders: number }) => sum + orders, 0);
}

it.each([
  ['as it is', (code: string) => code],
  ['in another case', (code: string) => code.toLowerCase()],
  ['with blanks around it', (code: string) => ` ${code} `],
  ['with a line feed and a tab around it', (code: string) => `\n${code}\t`],
  [
    'with everything that nobody sees before it',
    (code: string) => `${unseenCharacters().slice(0, 20).join('')}${code}`,
  ],
  ['with everything that nobody sees behind it', (code: string) => `${code}${unseenCharacters().slice(20).join('')}`],
])('a code %s is found by every door', async (_, typed) => {
  const us = await server.makeTenant();
  const { id: sourceRefId } = await makeAffiliate(server.services.database, us.accountId);
  const code = unique('HEMAT').toUpperCase();
  const { id } = await makeDiscountCode(server.services.database, us.accountId, {
    code,
    source: 'affiliate',
    sourceRefId,
  });
  expect(await found(us, typed(code))).toEqual({
    validate: id,
    hold: id,
    link: 'shown',
    conversion: 'earns',
    order: id,
    insights: 'credited',
  });
});

it('a code that was made with blanks is found as it was made, and the one without is another', async () => {
  const us = await server.makeTenant();
  const code = unique('HEMAT');
  const { id: sourceRefId } = await makeAffiliate(server.services.database, us.accountId);
  const make = async (text: string) =>
    (await makeDiscountCode(server.services.database, us.accountId, { code: text, source: 'affiliate', sourceRefId }))
      .id;
  const [bare, blank] = [await make(code), await make(` ${code}`)];
  expect(await found(us, ` ${code}`)).toMatchObject({ validate: blank, hold: blank, order: blank });
  expect(await found(us, `${code} `)).toMatchObject({ validate: bare, hold: bare, order: bare });
});
