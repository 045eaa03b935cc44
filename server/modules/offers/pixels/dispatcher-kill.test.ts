/** kill -9 of a worker that waits for Meta's answer: another takes over when the lease lapses, under the same event ids. */
import { expect, it } from 'vitest';
import { createServices } from '@/server/assembly/services';
import { createTestDatabase } from '@/server/testing/database';
import { makeAccount } from '@/server/testing/factories/account';
import { makePixels } from '@/server/testing/factories/offers';
import { eventually } from '@/server/testing/http';
import { kill9, useProgram } from '@/server/testing/program';
import { testSettings } from '@/server/testing/server';
import { useVendor } from '@/server/testing/vendor';

const EVENTS = 25;
const meta = useVendor();
const program = useProgram('server/testing/conversion-worker.ts');

it('loses nothing, and writes down each event once', async () => {
  const database = await createTestDatabase();
  const environment = {
    PROVIDERS: 'live',
    PROVIDER_BASE_AD_PIXEL_A: meta.base,
    APP_SECRET: 'a'.repeat(40),
    UNSUBSCRIBE_SECRET: 'u'.repeat(40),
  };
  const services = createServices(testSettings(database.url, environment), { name: 'test' });
  const start = () => program.start({ DATABASE_URL: database.url, ...environment });
  const accountId = await makeAccount(services.database);
  await makePixels(services, accountId);
  await services.database.prisma.pixelConversion.createMany({
    data: Array.from({ length: EVENTS }, (_, n) => ({
      accountId,
      eventId: `co_${n}`,
      value: 1_000n,
      currency: 'IDR',
      valueFrom: 'fulfil',
      customerId: 'ani',
      occurredAt: new Date(),
      dueAt: new Date(),
      createdAt: new Date(),
      updatedAt: new Date(),
    })),
  });
  const idsOf = (index: number): string[] =>
    (JSON.parse(meta.requests[index]?.body ?? '{"data":[]}') as { data: { event_id: string }[] }).data
      .map(({ event_id }) => event_id)
      .sort();
  // Meta took it and its answer never came: the first worker dies waiting.
  meta.answers('silence', { status: 200, body: '{"events_received":25,"fbtrace_id":"second"}' });
  const [first, second] = [await start(), await start()];
  try {
    first.send('go');
    await eventually(() => Promise.resolve(expect(meta.requests).toHaveLength(1)));
    await kill9(first);
    second.send('go');
    await eventually(async () =>
      expect(
        await services.database.prisma.pixelConversion.count({
          where: { accountId, status: 'sent', attempts: 1, claimedBy: null },
        }),
      ).toBe(EVENTS),
    );
    expect(meta.requests).toHaveLength(2);
    expect(idsOf(0)).toHaveLength(EVENTS);
    expect(idsOf(1)).toEqual(idsOf(0));
  } finally {
    if (first.exitCode === null && first.signalCode === null) await kill9(first);
    await kill9(second);
    await services.close();
    await database.drop();
  }
});
