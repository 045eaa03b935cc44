/** The operator's command `billing next-charge`, as it is run. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { DAY, minute, pay, read, travelTo, useBilling } from '@/server/testing/billing';
import { useServer } from '@/server/testing/server';

const server = useServer();
useBilling(server);

/** With the settings of the embedded product, or of one that has a database of its own. */
function laris(args: string[], more: Record<string, string> = {}): Promise<{ stdout: string }> {
  const { databaseUrl, appSecret, unsubscribeSecret } = server.services.settings;
  return promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'server/operator/cli.ts', 'billing', 'next-charge', ...args],
    {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        DATABASE_URL: databaseUrl,
        APP_SECRET: appSecret,
        UNSUBSCRIBE_SECRET: unsubscribeSecret,
        PAYMENT_PROVIDER: 'sandbox',
        ...more,
      },
    },
  );
}

it(
  'sets what the next renewal does; where the sandbox is off it says so in one line',
  { timeout: 120_000 },
  async () => {
    const tenant = await server.makeTenant({ plan: null });
    const failed = ['--account', tenant.accountId, '--outcome', 'failed'];
    await pay(server, tenant, 'STARTER');
    await expect(laris(failed, { PAYMENT_PROVIDER: 'live' })).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^Only the payment sandbox.*\n$/),
    });
    expect(JSON.parse((await laris(failed)).stdout)).toEqual({ accountId: tenant.accountId, outcome: 'failed' });
    const { currentPeriodEnd } = await read(server, tenant, 'subscription');
    travelTo(new Date(new Date(currentPeriodEnd).getTime() - DAY / 2));
    await minute(server);
    expect(await read(server, tenant, 'subscription')).toMatchObject({ plan: 'starter', status: 'past_due' });
  },
);
