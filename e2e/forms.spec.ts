/** A form from the dashboard to a confirmed contact: hosted, and in the page of a shop. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { runningConnection } from '@/server/postgres/data-dir';
import { callApi } from './support/api';
import { themesOf, widthsOf } from './support/looks';
import { test } from './support/signed-in';
import { expect, expectAccessible, unique } from './support/test';

/** The link in the confirmation that went to an address. */
async function mailedLink(email: string): Promise<string> {
  const client = new pg.Client({ connectionString: runningConnection(process.env.E2E_DATA_DIR ?? '')?.url });
  await client.connect();
  const { rows } = await client.query<{ text: string }>(
    `SELECT k.content->>'text' AS text FROM "MarketingMessage" m JOIN "MessageContent" k ON k."accountId" = m."accountId" AND k.id = m."contentId"
     WHERE m.recipient = $1 AND m."submissionId" IS NOT NULL ORDER BY m."createdAt" DESC LIMIT 1`,
    [email],
  );
  await client.end();
  const link = /https?:\/\/\S+\/o\/\S+/.exec(rows[0]?.text ?? '')?.[0];
  if (link === undefined) throw new Error('No confirmation went out.');
  return link;
}

const stateOf = async (baseURL: string | undefined, email: string): Promise<unknown> => {
  const { data } = await callApi<{ data: { subscriptions: Record<string, string> }[] }>(
    baseURL,
    'GET',
    `/api/v1/contacts?q=${encodeURIComponent(email)}`,
  );
  return data.data[0]?.subscriptions.email;
};

test('a form is made, filled in on a phone without JavaScript, confirmed, and counted', async ({
  page,
  browser,
  baseURL,
}) => {
  const name = unique('Buletin ');
  await page.goto('/forms/new');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Headline', { exact: true }).fill('News from the roastery');
  await page.getByRole('button', { name: 'Add a field' }).click();
  await page.getByRole('menuitem', { name: 'First name' }).click();
  await page.getByRole('button', { name: 'Add a field' }).click();
  await page.getByRole('menuitem', { name: 'Custom field' }).click();
  const own = page.getByRole('listitem').filter({ hasText: 'Custom field' });
  await own.getByLabel('Label').fill('Brewer');
  await page.getByLabel('Attribute name').fill('brewer');
  // Beside it is what visitors will see.
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'News from the roastery' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create form' }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  const url = await page.getByRole('link', { name: /\/f\// }).getAttribute('href');

  const phone = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 800 },
    locale: 'en',
  });
  const visitor = await phone.newPage();
  await visitor.goto(url ?? '');
  const email = `${unique('sari')}@example.test`;
  await visitor.getByLabel('E-mail').fill(email);
  await visitor.getByLabel('First name').fill('Sari');
  await visitor.getByLabel('Brewer').fill('V60');
  await visitor.waitForTimeout(2_100);
  await visitor.getByRole('button', { name: 'Sign up' }).click();
  await expect(visitor.getByRole('heading', { name: 'One more step' })).toBeVisible();
  expect(await stateOf(baseURL, email)).toBe('pending');

  await visitor.goto(await mailedLink(email));
  await visitor.getByRole('button', { name: 'Yes, sign me up' }).click();
  await expect(visitor.getByRole('heading', { name: 'You are signed up' })).toBeVisible();
  expect(await stateOf(baseURL, email)).toBe('subscribed');
  await phone.close();

  await page.reload();
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Confirmed');
  await expect(page.getByRole('group', { name: 'Confirmed' })).toContainText('1');
  // Closed, its page says so.
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByText(`“${name}” is closed and takes no more sign-ups.`)).toBeVisible();
  expect((await page.request.get(url ?? '')).status()).toBe(410);
});

for (const [nth, colorScheme] of themesOf('forms').entries())
  test(`the page of a form stands in nobody's way, ${colorScheme}`, async ({ page, baseURL }) => {
    const { data } = await callApi<{ id: string }>(baseURL, 'POST', '/api/v1/forms', {
      name: unique(`Kelas ${nth} `),
      title: 'Daftar kelas seduh',
      fields: [
        { field: 'email' },
        { field: 'phone', label: 'WhatsApp' },
        { field: 'attribute', key: 'brewer', label: 'Alat', type: 'choice', options: ['V60', 'Tubruk'] },
        { field: 'attribute', key: 'gift', label: 'Untuk hadiah', type: 'boolean' },
      ],
      consents: { email: 'Ya, lewat email.', whatsapp: 'Ya, lewat WhatsApp.' },
      language: 'id',
    });
    await page.emulateMedia({ colorScheme });
    for (const width of widthsOf('forms')) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`/f/${data.id}`);
      await expectAccessible(page);
      await page.waitForTimeout(2_100);
      await page.getByLabel('Email', { exact: true }).fill('sari@example.com');
      await page.getByRole('button', { name: 'Daftar' }).click();
      await expect(page.getByText('Centang setidaknya satu')).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
  });

test('a shop has a form in its page, and another that pops up once', async ({ page, baseURL }) => {
  const make = async (more: Record<string, unknown>): Promise<string> =>
    (
      await callApi<{ id: string }>(baseURL, 'POST', '/api/v1/forms', {
        name: unique('Toko '),
        language: 'en',
        ...more,
      })
    ).data.id;
  const inline = await make({ title: 'Stay close', fields: [{ field: 'email' }, { field: 'firstName' }] });
  const popup = await make({ title: 'Ten percent', popup: { delaySeconds: 1 } });
  const shop = http.createServer((_request, response) => {
    response
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `default-src 'self'; script-src ${baseURL}; connect-src ${baseURL}`,
      })
      .end(
        `<!doctype html><html lang="en"><title>Toko</title><h1>Toko</h1>${[inline, popup]
          .map((id) => `<script async src="${baseURL}/forms.js" data-form="${id}"></script>`)
          .join('')}`,
      );
  });
  shop.listen(0, '127.0.0.1');
  await once(shop, 'listening');
  const url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`;
  try {
    await page.goto(url);
    const dialog = page.getByRole('dialog', { name: 'Ten percent' });
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    const form = page.locator('.laris-form');
    await expect(form.getByRole('heading', { name: 'Stay close' })).toBeVisible();
    await form.getByLabel('E-mail').fill('nobody@');
    // The browser's own check would stop it; ours answers whoever gets around it.
    await form.locator('form').evaluate((element: HTMLFormElement) => (element.noValidate = true));
    await page.waitForTimeout(1_200);
    await form.getByRole('button', { name: 'Sign up' }).click();
    await expect(form.getByText('This is not an e-mail address.')).toBeVisible();
    const email = `${unique('dewi')}@example.test`;
    await form.getByLabel('E-mail').fill(email);
    await form.getByRole('button', { name: 'Sign up' }).click();
    await expect(form.getByRole('heading', { name: 'One more step' })).toBeVisible();
    await page.goto(await mailedLink(email));
    await page.getByRole('button', { name: 'Yes, sign me up' }).click();
    expect(await stateOf(baseURL, email)).toBe('subscribed');

    await page.goto(url);
    await expect(page.locator('.laris-form').getByRole('heading', { name: 'Stay close' })).toBeVisible();
    await page.waitForTimeout(1_500);
    await expect(page.getByRole('dialog')).toBeHidden();
    const { data } = await callApi<{ totals: unknown }>(baseURL, 'GET', `/api/v1/forms/${popup}`);
    expect(data.totals).toEqual({ views: 1, submissions: 0, confirmed: 0 });
    const { data: submissions } = await callApi<{ data: { origin: string }[] }>(
      baseURL,
      'GET',
      `/api/v1/forms/${inline}/submissions`,
    );
    expect(submissions.data[0]?.origin).toBe(url.slice(0, -1));
  } finally {
    shop.closeAllConnections();
    shop.close();
  }
});
