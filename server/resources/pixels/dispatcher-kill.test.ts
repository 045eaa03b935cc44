/** kill -9 of a worker that waits for Meta's answer: another takes over when the lease lapses, under the same event ids. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packageRoot } from '@/server/lib/package-root';
import { createServices } from '@/server/services';
import { createTestDatabase } from '@/server/testing/database';
import { makeAccount, makePixels } from '@/server/testing/factories';
import { eventually } from '@/server/testing/http';
import { testSettings } from '@/server/testing/server';
import { useVendor } from '@/server/testing/vendor';

const EVENTS = 25;
const meta = useVendor();
const program = path.join(packageRoot, '.test', `conversion-worker-${process.pid}.mjs`);

beforeAll(() =>
  build({
    entryPoints: [path.join(packageRoot, 'server/testing/conversion-worker.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  }),
);
afterAll(() => fs.rmSync(program, { force: true }));

it('loses nothing, and writes down each event once', { timeout: 30_000 }, async () => {
  const database = await createTestDatabase();
  const environment = {
    PROVIDERS: 'live',
    PROVIDER_BASE_AD_PIXEL_A: meta.base,
    APP_SECRET: 'a'.repeat(40),
    UNSUBSCRIBE_SECRET: 'u'.repeat(40),
  };
  const services = createServices(testSettings(database.url, environment), { name: 'test' });
  const start = async (): Promise<ChildProcess> => {
    const child = fork(program, {
      cwd: packageRoot,
      env: {
        PATH: process.env.PATH ?? '',
        NODE_ENV: 'test',
        DATABASE_URL: database.url,
        LARIS_EMBEDDED: '1',
        LOG_LEVEL: 'silent',
        ...environment,
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await once(child, 'message');
    return child;
  };
  const kill = async (child: ChildProcess): Promise<void> => {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
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
    await eventually(() => Promise.resolve(expect(meta.requests).toHaveLength(1)), 10_000);
    await kill(first);
    second.send('go');
    await eventually(
      async () =>
        expect(
          await services.database.prisma.pixelConversion.count({
            where: { accountId, status: 'sent', attempts: 1, claimedBy: null },
          }),
        ).toBe(EVENTS),
      10_000,
    );
    expect(meta.requests).toHaveLength(2);
    expect(idsOf(0)).toHaveLength(EVENTS);
    expect(idsOf(1)).toEqual(idsOf(0));
  } finally {
    if (first.exitCode === null && first.signalCode === null) await kill(first);
    await kill(second);
    await services.close();
    await database.drop();
  }
});
