/**
 * Every limit of the plans (docs/contract/billing.md#plan-limits): hit on free, lifted by a paid checkout, back when
 * the period is over.
 */
import { expect, it } from 'vitest';
import { now } from '@/server/platform/lib/clock';
import { DAY, pay, travelTo, useBilling } from '@/server/testing/billing';
import { unique } from '@/server/testing/factories/unique';
import { expectData, expectError } from '@/server/testing/http';
import { useServer, type Answer, type Tenant } from '@/server/testing/server';

const server = useServer();
useBilling(server);

interface Gated {
  resource: string;
  /** Of the free plan. */
  limit: number;
  /** The smallest plan that allows one more than free. */
  lifted: string;
  write: (tenant: Tenant) => Promise<Answer>;
  /** Brings a free workspace to its limit. */
  fill: (tenant: Tenant) => Promise<unknown>;
}

const send = (tenant: Tenant, method: string, path: string, body: unknown) =>
  server.call(tenant.key, method, `/api/v1${path}`, { body });
const code = (tenant: Tenant) =>
  send(tenant, 'POST', '/discount-codes', { code: unique('C'), type: 'percent', value: 10, currency: 'IDR' });
const post = (tenant: Tenant) => send(tenant, 'POST', '/blog', { slug: unique('p-'), title: 'T', body: 'b' });
const shop = (tenant: Tenant) =>
  send(tenant, 'POST', '/integrations', {
    provider: 'http_generic',
    displayName: 'Toko',
    config: { sync: { products: false } },
  });
/** Made and let run. */
const funnel = async (tenant: Tenant): Promise<Answer> => {
  const definition = {
    trigger: { type: 'manual' },
    steps: [{ kind: 'update_contact', config: { attributes: { a: 'b' } }, next: null }],
  };
  const { id } = expectData(await send(tenant, 'POST', '/funnels', { name: unique('F '), definition }), 201) as {
    id: string;
  };
  return await send(tenant, 'POST', `/funnels/${id}/activate`, {});
};
/** Made and published. */
const brief = async (tenant: Tenant): Promise<Answer> => {
  const made = await send(tenant, 'POST', '/campaigns', {
    title: unique('Brief '),
    brief: 'Show it.',
    deliverables: [{ platform: 'social_p2', format: 'reel' }],
    compensation: { type: 'gift' },
  });
  return await send(tenant, 'POST', `/campaigns/${expectData(made, 201).id as string}/publish`, {});
};
/** Made and let run. */
const program = async (tenant: Tenant): Promise<Answer> => {
  const made = await send(tenant, 'POST', '/programs', {
    name: unique('Program '),
    landingUrl: 'https://toko.example/',
    commission: { type: 'percent', rate: 1000 },
  });
  return await send(tenant, 'POST', `/programs/${expectData(made, 201).id as string}/activate`, {});
};
const nothing = () => Promise.resolve();
/** Contacts of the service's month, in one statement. */
const contacts =
  (count: number) =>
  (tenant: Tenant): Promise<unknown> =>
    server.services.database.prisma.contact.createMany({
      data: Array.from({ length: count }, () => ({
        accountId: tenant.accountId,
        identityHash: unique('h'),
        createdAt: now(),
        updatedAt: now(),
      })),
    });

const GATED: Gated[] = [
  {
    resource: 'contacts',
    limit: 500,
    lifted: 'STARTER',
    fill: contacts(500),
    write: (tenant) => send(tenant, 'POST', '/contacts', { email: `${unique('c')}@example.test` }),
  },
  { resource: 'discountCodes', limit: 1, lifted: 'STARTER', fill: code, write: code },
  { resource: 'blogPosts', limit: 1, lifted: 'STARTER', fill: post, write: post },
  { resource: 'integrations', limit: 1, lifted: 'STARTER', fill: shop, write: shop },
  { resource: 'campaigns', limit: 1, lifted: 'STARTER', fill: brief, write: brief },
  { resource: 'programs', limit: 1, lifted: 'GROWTH', fill: program, write: program },
  { resource: 'funnels', limit: 1, lifted: 'STARTER', fill: funnel, write: funnel },
  {
    resource: 'pixels',
    limit: 0,
    lifted: 'STARTER',
    fill: nothing,
    write: (tenant) => send(tenant, 'PATCH', '/pixels', { enabled: true }),
  },
  {
    resource: 'abandonedCart',
    limit: 0,
    lifted: 'STARTER',
    fill: nothing,
    write: (tenant) => send(tenant, 'PATCH', '/abandoned-cart/config', { delayHours: 6 }),
  },
  {
    resource: 'feeds',
    limit: 0,
    lifted: 'GROWTH',
    fill: nothing,
    write: (tenant) => send(tenant, 'PATCH', '/feeds/config', { enabled: true }),
  },
  {
    resource: 'segments',
    limit: 0,
    lifted: 'SCALE',
    fill: nothing,
    write: (tenant) =>
      send(tenant, 'POST', '/audience-segments', {
        name: unique('S'),
        definition: { match: 'all', groups: [{ match: 'all', conditions: [{ field: 'email', op: 'is_set' }] }] },
      }),
  },
];

const refused = (answer: Answer, { resource, limit }: Gated, plan: string): void =>
  void expect(expectError(answer, 403, 'PLAN_LIMIT').details).toEqual({ plan, resource, limit });
const done = ({ status, text }: Answer): void => expect([200, 201], text).toContain(status);

const PLANS = ['STARTER', 'GROWTH', 'SCALE'];

it('each is hit on free, lifted by the plan that brings it once that is paid, and back when its period is over', async () => {
  const tenant = await server.makeTenant({ plan: null });
  for (const gated of GATED) {
    await gated.fill(tenant);
    refused(await gated.write(tenant), gated, 'free');
  }
  for (const plan of PLANS) {
    await pay(server, tenant, plan);
    for (const gated of GATED) {
      const answer = await gated.write(tenant);
      if (PLANS.indexOf(gated.lifted) <= PLANS.indexOf(plan)) done(answer);
      else refused(answer, gated, plan.toLowerCase());
    }
  }
  travelTo(new Date(Date.now() + 40 * DAY));
  // The month has begun anew, so it is filled anew.
  await contacts(500)(tenant);
  for (const gated of GATED) refused(await gated.write(tenant), gated, 'free');
  await pay(server, tenant, 'SCALE');
  for (const gated of GATED) done(await gated.write(tenant));
});

it('the one referral program of a workspace is within every plan', async () => {
  const tenant = await server.makeTenant({ plan: null });
  done(
    await send(tenant, 'PUT', '/referrals/program', {
      enabled: true,
      rewardType: 'percent',
      referrerValue: 15,
      refereeValue: 10,
      currency: 'IDR',
    }),
  );
});
