/** Campaigns as a merchant meets them: a broadcast, a code, a post and the referral program come together on one page. */
import type { Page } from '@playwright/test';
import { callApi } from './support/api';
import { test } from './support/signed-in';
import { expect, expectAccessible, expectNoSidewaysScroll, unique } from './support/test';

const CAMPAIGNS = '/api/v1/marketing-campaigns';

interface Made {
  id: string;
}

/** By the API, as a shop's own tools would. */
async function make(baseURL: string | undefined, path: string, body: object): Promise<Made> {
  return (await callApi<Made>(baseURL, 'POST', path, body)).data;
}

const makeCampaign = (baseURL: string | undefined, name: string): Promise<Made> =>
  make(baseURL, CAMPAIGNS, { name, status: 'live' });
const makeCode = (baseURL: string | undefined, code: string): Promise<Made> =>
  make(baseURL, '/api/v1/discount-codes', { code, type: 'percent', value: 10, currency: 'IDR' });

const group = (page: Page, name: string) => page.getByRole('list', { name, exact: true });

/** Attaches from the campaign's page: the kind in the menu, the one that is looked for. */
async function attach(page: Page, kind: string, search: string | null, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: kind, exact: true }).click();
  const drawer = page.getByRole('dialog');
  if (search !== null) await drawer.getByRole('searchbox').fill(search);
  await drawer.getByRole('checkbox', { name }).check();
  await drawer.getByRole('button', { name: 'Attach 1' }).click();
  await expect(drawer).toBeHidden();
}

test('a broadcast, a code, a post and the referral program on one page with what they brought; one is detached', async ({
  page,
  baseURL,
}) => {
  const tag = unique('lebaran');
  const code = tag.toUpperCase();
  const { id: codeId } = await makeCode(baseURL, code);
  await callApi(baseURL, 'POST', '/api/v1/discount-codes/redeem', {
    discountCodeId: codeId,
    checkoutSessionId: unique('order-'),
    appliedAmount: 25_000,
  });
  await make(baseURL, '/api/v1/broadcasts', {
    name: `Broadcast ${tag}`,
    providers: ['email_p1'],
    content: { email: { subject: 's', html: 'h', text: 't' } },
  });
  await callApi(baseURL, 'POST', '/api/v1/blog', { slug: tag, title: `Post ${tag}`, body: 'Words.' });

  await page.goto('/marketing-campaigns');
  await page.getByRole('button', { name: 'New campaign' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'Create campaign' }).click();
  await expect(form.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
  await form.getByLabel('Name').fill(`Campaign ${tag}`);
  await form.getByLabel('Description').fill('Two weeks before Eid.');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Create campaign' }).click();
  await expect(page.getByRole('heading', { name: `Campaign ${tag}` })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Add items to this campaign' })).toBeVisible();
  await expectAccessible(page);

  await attach(page, 'Broadcasts', tag, `Broadcast ${tag}`);
  await attach(page, 'Discount codes', tag, code);
  await attach(page, 'Blog posts', tag, `Post ${tag}`);
  await attach(page, 'Referral program', null, 'Referral program');
  await expect(group(page, 'Broadcasts').getByRole('link', { name: `Broadcast ${tag}` })).toBeVisible();
  await expect(group(page, 'Discount codes')).toContainText('1 redemption');
  await expect(group(page, 'Blog posts').getByRole('link', { name: `Post ${tag}` })).toBeVisible();
  await expect(group(page, 'Referral program').getByRole('link')).toBeVisible();
  const figure = page.getByRole('group', { name: 'Code redemptions' });
  await expect(figure).toContainText('IDR 25,000 discount given');
  await expectAccessible(page);

  await group(page, 'Discount codes')
    .getByRole('button', { name: `Detach ${code}` })
    .click();
  await expect(page.getByText(`“${code}” was detached.`)).toBeVisible();
  await expect(group(page, 'Discount codes')).toBeHidden();
  await expect(figure).toContainText('Nothing yet');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(group(page, 'Discount codes').getByRole('link', { name: code })).toBeVisible();

  await group(page, 'Broadcasts')
    .getByRole('button', { name: `Detach Broadcast ${tag}` })
    .click();
  await expect(group(page, 'Broadcasts')).toBeHidden();
  await page.reload();
  await expect(group(page, 'Blog posts')).toBeVisible();
  await expect(group(page, 'Broadcasts')).toBeHidden();
});

test('a code is made in a campaign, and leaves it by its own form', async ({ page, baseURL }) => {
  const tag = unique('imlek');
  const code = tag.toUpperCase();
  const { id } = await makeCampaign(baseURL, `Campaign ${tag}`);
  await page.goto(`/marketing-campaigns/${id}`);
  await page.getByRole('link', { name: 'New code' }).click();
  await expect(page.getByRole('combobox', { name: 'Campaign' })).toHaveValue(`Campaign ${tag}`);
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(code);
  await page.getByRole('textbox', { name: 'Percentage' }).fill('10');
  await page.getByRole('button', { name: 'Create code' }).click();
  await page.getByRole('link', { name: `Campaign ${tag}` }).click();
  await expect(group(page, 'Discount codes').getByRole('link', { name: code })).toBeVisible();

  await group(page, 'Discount codes').getByRole('link', { name: code }).click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('combobox', { name: 'Campaign' }).click();
  await page.getByRole('option', { name: 'None', exact: true }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  // The form's own heading has the code as well.
  await page.waitForURL(/\/discount-codes\/[a-z0-9]+$/);
  await expect(page.getByRole('heading', { name: code })).toBeVisible();
  expect((await callApi(baseURL, 'GET', `${CAMPAIGNS}/${id}`)).data).toMatchObject({ _count: { discountCodes: 0 } });
});

test('what belongs to another campaign says so before it moves', async ({ page, baseURL }) => {
  const tag = unique('pindah');
  const [first, second] = [await makeCampaign(baseURL, `First ${tag}`), await makeCampaign(baseURL, `Second ${tag}`)];
  const code = await makeCode(baseURL, tag.toUpperCase());
  await make(baseURL, `${CAMPAIGNS}/${first.id}/attach`, { type: 'discount_code', childIds: [code.id] });
  await page.goto(`/marketing-campaigns/${second.id}`);
  await page.getByRole('button', { name: 'Attach: Discount codes' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('searchbox').fill(tag);
  await expect(drawer.getByText(`Now in “First ${tag}”. Attaching moves it here.`)).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('checkbox', { name: tag.toUpperCase() }).check();
  await drawer.getByRole('button', { name: 'Attach 1' }).click();
  await expect(group(page, 'Discount codes').getByRole('link', { name: tag.toUpperCase() })).toBeVisible();
  expect((await callApi(baseURL, 'GET', `${CAMPAIGNS}/${first.id}`)).data).toMatchObject({
    _count: { discountCodes: 0 },
  });
});

test('a campaign is archived after a question, Linked items continues, and comes back', async ({ page, baseURL }) => {
  const tag = unique('arsip');
  const { id } = await makeCampaign(baseURL, `Campaign ${tag}`);
  const code = await makeCode(baseURL, tag.toUpperCase());
  await make(baseURL, `${CAMPAIGNS}/${id}/attach`, { type: 'discount_code', childIds: [code.id] });
  await page.goto(`/marketing-campaigns?q=${tag}`);
  await page.getByRole('link', { name: `Campaign ${tag}` }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  const question = page.getByRole('dialog', { name: `Archive “Campaign ${tag}”?` });
  await expect(question).toContainText('Linked items continue');
  await question.getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('This campaign is archived.', { exact: false })).toBeVisible();
  await expect(group(page, 'Discount codes').getByRole('link', { name: tag.toUpperCase() })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeVisible();

  await page.goto(`/marketing-campaigns?q=${tag}&status=archived`);
  await expect(page.getByText('Nothing matches', { exact: false })).toBeVisible();
});

test('the list and the page fit a phone, in Indonesian and in the dark', async ({ page, baseURL }) => {
  const tag = unique('hp');
  const { id } = await makeCampaign(baseURL, `Kampanye ${tag}`);
  await make(baseURL, `${CAMPAIGNS}/${id}/attach`, {
    type: 'discount_code',
    childIds: [(await makeCode(baseURL, tag.toUpperCase())).id],
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.context().addCookies([{ name: 'laris-locale', value: 'id', url: baseURL ?? '' }]);
  await page.goto(`/marketing-campaigns?q=${tag}`);
  await expect(page.getByText(`Kampanye ${tag}`)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.goto(`/marketing-campaigns/${id}`);
  await expect(page.getByRole('heading', { name: 'Hasil', exact: true })).toBeVisible();
  await expect(group(page, 'Kode diskon')).toContainText(tag.toUpperCase());
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
