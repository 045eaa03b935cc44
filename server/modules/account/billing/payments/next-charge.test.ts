/** The operator's command `billing next-charge`, as it is run. */
import { expect, it } from 'vitest';
import { DAY, minute, pay, read, travelTo, useBilling } from '@/server/testing/billing';
import { useOperator } from '@/server/testing/operator';
import { useServer } from '@/server/testing/server';

const server = useServer();
const operator = useOperator(server);
useBilling(server);

/** With the settings of the embedded product, or of one that has a database of its own. */
const laris = (args: string[], more: Record<string, string> = {}): Promise<{ stdout: string }> =>
  operator(['billing', 'next-charge', ...args], { PAYMENT_PROVIDER: 'sandbox', ...more });

it('sets what the next renewal does; where the sandbox is off it says so in one line', async () => {
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
});
