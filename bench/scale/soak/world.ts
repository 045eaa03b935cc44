/** The workspace of the soak: a busy shop with a funnel that is live, an endpoint that hears of everything, and a person. */
import pg from 'pg';
import { createServices } from '@/server/assembly/services';
import { makeAccount, makeKey, makeSession, makeUser, makeWebhookEndpoint } from '@/server/testing/factories/account';
import { makeChannel } from '@/server/testing/factories/messaging';
import { makeDiscountCode } from '@/server/testing/factories/offers';
import { makeLiveFunnel } from '@/server/testing/funnels';
import { rowId, workspaceRows } from '@/server/testing/large-workspace';
import { testSettings } from '@/server/testing/server';
import type { TestKey } from '@/server/testing/sign';

export const PEOPLE = 20_000;
/** Those whom a broadcast goes to. */
export const FEW = 2_000;

export interface SoakWorld {
  accountId: string;
  key: TestKey;
  cookie: string;
  /** Of a contact, of the list of the few and of a code by their numbers. */
  id(what: 'p' | 'l' | 'd' | 'b', n: number): string;
  /** Any cart may use it as often as it likes. */
  code: { id: string; code: string };
}

export interface SoakWorldOptions {
  databaseUrl: string;
  appSecret: string;
  url: string;
  /** Where the sink of webhooks listens. */
  hookPort: number;
}

export async function makeSoakWorld({ databaseUrl, appSecret, url, hookPort }: SoakWorldOptions): Promise<SoakWorld> {
  const settings = testSettings(databaseUrl, { APP_SECRET: appSecret, UNSUBSCRIBE_SECRET: appSecret, BASE_URL: url });
  const services = createServices(settings, { name: 'bench', poolSize: 2 });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const accountId = await makeAccount(services.database);
    for (const text of workspaceRows(accountId, { people: PEOPLE, few: FEW })) await client.query(text);
    await client.query('VACUUM ANALYZE');
    await makeChannel(services, accountId);
    await makeWebhookEndpoint(services, accountId, {
      url: `https://shop.hook.example:${hookPort}/hooks`,
      events: ['*'],
    });
    await makeLiveFunnel(services, accountId, {
      trigger: { type: 'event', name: 'product_viewed' },
      reentry: { mode: 'always' },
      steps: [
        { id: 'd1', kind: 'delay', config: { minutes: 1 }, next: 'u1' },
        { id: 'u1', kind: 'update_contact', config: { attributes: { seen: 'yes' } }, next: 's1' },
        {
          id: 's1',
          kind: 'send',
          config: { provider: 'email_p1', content: { email: { subject: 'Halo', text: 'Halo {firstName}' } } },
          next: 'd2',
        },
        { id: 'd2', kind: 'delay', config: { minutes: 3 }, next: null },
      ],
    });
    const user = await makeUser(services.database, accountId);
    return {
      accountId,
      key: await makeKey(services.database, services.keys, accountId),
      cookie: await makeSession(services, { sub: user.id, accountId }),
      id: (what, n) => rowId(accountId, what, n),
      code: await makeDiscountCode(services.database, accountId, { code: 'SOAK' }),
    };
  } finally {
    await client.end();
    await services.close();
  }
}
