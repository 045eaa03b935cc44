/** What is kept of a public route is kept by what of the query its answer depends on. No route of ours has both; one is given a version here. */
import { expect, it, vi } from 'vitest';
import type * as routes from '@/server/doors/rest-routes';
import { makeDiscountCode } from '@/server/testing/factories/offers';
import { expectData } from '@/server/testing/http';
import { useServer } from '@/server/testing/server';

vi.mock('@/server/doors/rest-routes', async (original) => {
  const actual = await original<typeof routes>();
  return {
    ...actual,
    restRoutes: () =>
      actual
        .restRoutes()
        .map((route) =>
          route.name === 'discountCodes.applicable' ? { ...route, version: () => Promise.resolve('1') } : route,
        ),
  };
});

const server = useServer();

it('a query that the schema reads has its own answer, one that it does not read has none', async () => {
  const make = (currency: string) =>
    makeDiscountCode(server.services.database, server.ours.accountId, { public: true, type: 'fixed', currency });
  const idr = await make('IDR');
  const codes = async (query: string): Promise<string[]> =>
    expectData(
      await server.fetch('GET', `/api/v1/discount-codes/applicable/${server.ours.accountId}?${query}`),
    ).items.map(({ id }: { id: string }) => id);
  expect(await codes('currency=IDR')).toEqual([idr.id]);
  expect(await codes('currency=USD')).toEqual([]);

  // Kept, until the version says otherwise.
  await make('IDR');
  expect(await codes('currency=IDR')).toEqual([idr.id]);
  expect(await codes('currency=IDR&utm_source=x')).toEqual([idr.id]);
  // Another one is another.
  expect(await codes('currency=IDR&productId=p')).toHaveLength(2);
});
