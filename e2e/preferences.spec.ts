/** The page that the link of a message leads to: what a recipient wants to get, and by which way. */
import pg from 'pg';
import { loadSecrets, runningConnection } from '@/server/postgres/data-dir';
import { unsubscribeUrl } from '@/server/modules/messaging/broadcasts/unsubscribe-token';
import { callApi } from './support/api';
import { themesOf, widthsOf } from './support/looks';
import { expect, expectAccessible, test } from './support/test';

interface Found {
  accountId: string;
  messageId: string;
  contactId: string;
}

/** A message of the demo to somebody who has a phone too and has opted out of nothing. @param nth each test has another */
async function messageOf(nth: number): Promise<Found> {
  const client = new pg.Client({ connectionString: runningConnection(process.env.E2E_DATA_DIR ?? '')?.url });
  await client.connect();
  const { rows } = await client.query<Found>(
    `SELECT DISTINCT ON (c.id) m."accountId", m.id AS "messageId", c.id AS "contactId" FROM "MarketingMessage" m
     JOIN "Contact" c ON c."accountId" = m."accountId" AND c.id = m."contactId" AND c.email = m.recipient
     JOIN "ContactList" l ON l."accountId" = c."accountId" AND l.public
     WHERE c."phoneE164" IS NOT NULL AND NOT c.subscriptions::text ~ 'unsubscribed|pending' ORDER BY c.id OFFSET $1 LIMIT 1`,
    [nth],
  );
  await client.end();
  const [found] = rows;
  if (found === undefined) throw new Error('The demo has no such message.');
  return found;
}

for (const [nth, colorScheme] of themesOf('preferences').entries())
  test(`a recipient chooses what to get, ${colorScheme}`, async ({ page, baseURL }) => {
    const { accountId, messageId, contactId } = await messageOf(nth);
    const { unsubscribeSecret } = loadSecrets(process.env.E2E_DATA_DIR ?? '');
    await page.emulateMedia({ colorScheme });
    await page.goto(unsubscribeUrl({ baseUrl: baseURL ?? '', unsubscribeSecret }, { accountId, messageId }));
    for (const width of widthsOf('preferences')) {
      await page.setViewportSize({ width, height: 800 });
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
    const newsletter = page.getByRole('checkbox', { name: 'Buletin mingguan' });
    const wasOn = await newsletter.isChecked();
    await newsletter.click();
    await page.getByRole('checkbox', { name: 'WhatsApp' }).uncheck();
    await page.getByRole('button', { name: 'Save my choices' }).click();
    await expect(page.getByRole('status')).toHaveText('Your choices are saved.');
    await expect(newsletter).toBeChecked({ checked: !wasOn });
    await expect(page.getByRole('checkbox', { name: 'WhatsApp' })).not.toBeChecked();
    await expect(page.getByRole('checkbox', { name: 'E-mail' })).toBeChecked();
    const { data } = await callApi<{ data: object[] }>(baseURL, 'GET', `/api/v1/contacts/${contactId}/consents`);
    expect(data.data[0]).toMatchObject({
      family: 'whatsapp',
      to: 'unsubscribed',
      by: 'recipient',
      source: { messageId },
    });
  });
