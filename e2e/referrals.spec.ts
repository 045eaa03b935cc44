/** Referrals as a merchant meets them: a program is made, a shop's calls take a friend from a link to a reward. */
import type { Page } from '@playwright/test';
import { callApi, makeKey } from './support/api';
import { BROWSER } from './support/browser';
import { themesOf } from './support/looks';
import { test as signedIn } from './support/signed-in';
import { expect, expectAccessible, expectNoSidewaysScroll, signUp, test, unique } from './support/test';

const attributionAddress = /\/referrals\/attributions\/c[a-z0-9]{24}$/;
const linkAddress = /\/referrals\/links\/c[a-z0-9]{24}$/;

test('a program is made in the browser, and a friend goes all the way from a link to two codes', async ({
  page,
  baseURL,
}) => {
  // A long way: every step of it is a page.
  test.slow();
  await signUp(page, 'Melati Putri');
  await page.getByRole('link', { name: 'Referrals' }).click();
  await expect(page.getByText(/^Customers share a link with friends/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: /^Start from an example/ }).click();

  // Both codes stand beside the form, and follow it.
  const theirs = page.getByRole('region', { name: 'Friend' });
  const mine = page.getByRole('region', { name: 'Referrer' });
  await expect(mine).toContainText('15% off');
  await expect(mine).toContainText(/REF-[A-Z2-9]{4}-[A-Z2-9]{4}/);
  await expect(theirs).toContainText('10% off');
  await expect(theirs).toContainText(/WELCOME-[A-Z2-9]{6}/);
  await expect(page.getByRole('region', { name: 'Your terms' }).locator('li strong')).toHaveText('new customers');
  await expectAccessible(page);
  const referrer = page.getByRole('textbox', { name: 'For the referrer' });
  await referrer.fill('120');
  await page.getByRole('textbox', { name: 'Order deadline' }).fill('181');
  await expect(mine).toContainText('Enter both rewards to see sample codes.');
  await page.keyboard.press('Enter');
  await expect(referrer).toBeFocused();
  await expect(referrer).toHaveAccessibleDescription(/Enter a percentage from 1 to 100\./);
  await expect(page.getByRole('textbox', { name: 'Order deadline' })).toHaveAccessibleDescription(
    /Enter a whole number of days from 1 to 180\./,
  );
  await expectAccessible(page);
  await referrer.fill('20');
  await expect(mine).toContainText('20% off');
  await page.getByRole('textbox', { name: 'Order deadline' }).fill('14');
  await page.getByRole('textbox', { name: 'Minimum order' }).fill('100000');
  await page.getByRole('button', { name: 'Save program' }).click();
  await page.waitForURL('**/referrals');
  await expect(
    page.getByText(
      'When a friend’s order of IDR 100,000 or more is paid, the referrer gets 20% off and the friend gets 10% off.',
    ),
  ).toBeVisible();
  await expect(page.getByText(/^No links yet\./)).toBeVisible();
  await expectAccessible(page);

  // What the shop's server does.
  const key = await makeKey(page);
  const call = async <Data>(path: string, body: object): Promise<Data> => {
    const answer = await callApi<Data>(baseURL, 'POST', `/api/v1/${path}`, body, key);
    expect(answer.status).toBe(200);
    return answer.data;
  };
  const { link } = await call<{ link: { code: string; accountId: string } }>('referrals/links/issue', {
    customerId: 'sari-1',
  });
  for (let click = 0; click < 4; click++) await call('referrals/links/click', { code: link.code });
  await call('referrals/attributions/signup', {
    refereeCustomerId: 'budi-1',
    refereeEmail: 'budi@surel.example',
    linkCode: link.code,
  });
  await call('referrals/attributions/signup', {
    refereeCustomerId: 'tono-1',
    refereeEmail: 'tono@surel.example',
    linkCode: link.code,
  });
  const session = unique('order-');
  await call('referrals/attributions/checkout-start', { customerId: 'budi-1', checkoutSessionId: session });
  const order = { checkoutSessionId: session, status: 'completed', currency: 'IDR', amount: 250_000 };
  expect(await call('referrals/attributions/fulfill', order)).toMatchObject({ issued: true });

  // The page has moved.
  await page.goto('/referrals');
  await expect(page.getByRole('img', { name: 'Over 30 days: 4 clicks, 2 sign-ups, 1 reward.' })).toBeVisible();
  await expect(page.getByText('25% of all clicks lead to a reward.')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Revenue from friends' })).toContainText('IDR 250,000');
  await expect(page.getByRole('table', { name: 'Links' }).getByRole('row', { name: link.code })).toContainText(
    'IDR 250,000',
  );
  await page.getByRole('tab', { name: 'Referred friends' }).click();
  await page.waitForURL('**/referrals?view=attributions');
  await expect(page.getByRole('row', { name: 'tono-1' })).toContainText('Waiting for an order');
  await expect(page.getByRole('row', { name: 'budi-1' })).toContainText('Rewarded');
  await expectAccessible(page);

  // One friend's way, with both codes.
  await page.getByRole('link', { name: 'budi-1' }).click();
  await page.waitForURL(attributionAddress);
  const attribution = page.url();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('budi-1, referred by sari-1');
  const way = page.getByRole('main').getByRole('list').first().getByRole('listitem');
  await expect(way).toHaveCount(6);
  await expect(way.nth(1)).toContainText('The link was clicked 4 times');
  await expect(way.nth(3)).toContainText(session);
  await expect(way.nth(4)).toContainText('The order of IDR 250,000 was paid');
  await expectAccessible(page);
  const codes = [];
  for (const [side, gives, shape] of [
    ['For the referrer', '20% off', /^REF-[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/],
    ['For the friend', '10% off', /^WELCOME-[A-HJ-NP-Z2-9]{6}$/],
  ] as const) {
    const reward = page.getByRole('region', { name: side });
    await expect(reward).toContainText(gives);
    await expect(reward).toContainText('Valid until');
    const code = await reward.getByRole('link').innerText();
    expect(code).toMatch(shape);
    codes.push(code);
  }
  for (const [at, discount] of [50_000, 25_000].entries()) {
    const validated = await callApi(
      baseURL,
      'POST',
      '/api/v1/discount-codes/validate',
      { accountId: link.accountId, code: codes[at], subtotal: 250_000, currency: 'IDR' },
      key,
    );
    expect(validated.data).toMatchObject({ valid: true, discountAmount: discount });
  }

  // From a code back to where it comes from.
  await page.getByRole('link', { name: codes[0] ?? '' }).click();
  await page.getByRole('link', { name: 'Referral reward for the referrer' }).click();
  await page.waitForURL(attribution);

  // The order is refunded.
  expect(await call('referrals/attributions/void', { checkoutSessionId: session })).toMatchObject({ voided: true });
  await page.reload();
  await expect(page.getByText('The order was refunded.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'For the friend' })).toContainText('Deactivated, unused');
  await page.goto('/referrals');
  await expect(page.getByRole('row', { name: link.code }).getByRole('cell').nth(4)).toHaveText('0');

  // Off, which the page says in words; the change stands on Home.
  await page.getByRole('link', { name: 'Edit program' }).click();
  await page.getByRole('switch', { name: /^On If you turn this off/ }).click({ force: true });
  await page.getByRole('link', { name: 'Templates' }).click();
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Keep editing' })
    .click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.waitForURL('**/referrals');
  await expect(page.getByText(/^The program is off/)).toBeVisible();
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByText('Melati Putri changed the referral program').first()).toBeVisible();
});

signedIn('search, order, state and period stand in the address and survive a reload', async ({ page }) => {
  await page.goto('/referrals');
  const links = page.getByRole('table', { name: 'Links' });
  await expect(links.getByRole('link')).toHaveCount(25);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect.poll(() => links.getByRole('link').count()).toBeGreaterThan(25);
  await page.getByRole('button', { name: /^Rewards/ }).click();
  await page.waitForURL('**/referrals?sort=rewards');
  await expect
    .poll(async () => Number(await links.getByRole('row').nth(1).getByRole('cell').nth(4).innerText()))
    .toBeGreaterThan(3);

  await page.getByRole('radiogroup', { name: 'Period' }).getByText('90 days').click();
  await page.getByRole('radiogroup', { name: 'Figure' }).getByText('Rewards').click();
  await expect(page.getByRole('img', { name: /^Rewards per day over the last 90 days/ })).toBeVisible();
  await page.getByRole('tab', { name: 'Referred friends' }).click();
  await page.getByRole('radio', { name: 'Voided' }).click();
  await page.waitForURL((url) => url.search === '?days=90&series=rewards&view=attributions&status=voided');
  const friends = page.getByRole('table', { name: 'Referred friends' });
  await expect(friends.getByRole('row').nth(1)).toContainText('Voided');
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Voided' })).toBeChecked();
  await expect(friends.getByText('Rewarded')).toHaveCount(0);
  await page.getByRole('searchbox').fill('no such customer');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(friends.getByRole('link')).toHaveCount(25);
});

test('rewards that look wrong wait for somebody, who gives one and declines another', async ({ page, baseURL }) => {
  test.slow();
  await signUp(page, 'Intan Permata');
  await page.goto('/referrals/program?sample=friends');
  await page.getByRole('switch', { name: 'Only for new customers' }).check();
  await page.getByRole('combobox', { name: 'Review rewards' }).click();
  await page.getByRole('option', { name: 'Suspicious ones' }).click();
  await page.getByRole('textbox', { name: 'Hold rewards' }).fill('61');
  await page.getByRole('button', { name: 'Save program' }).click();
  await expect(page.getByRole('textbox', { name: 'Hold rewards' })).toHaveAccessibleDescription(
    /Enter a whole number of days from 0 to 60\./,
  );
  await page.getByRole('textbox', { name: 'Hold rewards' }).fill('');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save program' }).click();
  await page.waitForURL('**/referrals');

  const key = await makeKey(page);
  const call = async <Data>(path: string, body: object): Promise<Data> => {
    const answer = await callApi<Data>(baseURL, 'POST', `/api/v1/referrals/${path}`, body, key);
    expect(answer.status).toBe(200);
    return answer.data;
  };
  const { link, shareText } = await call<{ link: { code: string; accountId: string }; shareText: string }>(
    'links/issue',
    { customerId: 'sari-1' },
  );
  // The friend's way begins on the hosted page, which needs no script and counts them once.
  const hosted = `/r/${link.accountId}/${link.code}`;
  expect(shareText).toContain(hosted);
  const visitor = await page.context().browser()!.newContext({ javaScriptEnabled: false, userAgent: BROWSER });
  const phone = await visitor.newPage();
  await phone.goto(`${baseURL ?? ''}${hosted}`);
  await expect(phone.getByRole('heading', { level: 1 })).toContainText('A friend invites you to');
  await expectNoSidewaysScroll(phone);
  await visitor.close();

  const friends = { 'budi-1': 'budi.s@gmail.com', 'budi-2': 'budis+2@gmail.com', 'budi-3': 'bud.is@googlemail.com' };
  for (const [friend, address] of Object.entries(friends)) {
    await call('attributions/signup', { refereeCustomerId: friend, refereeEmail: address, linkCode: link.code });
    await call('attributions/checkout-start', { customerId: friend, checkoutSessionId: `${friend}-${link.code}` });
  }
  for (const friend of Object.keys(friends)) {
    const checkoutSessionId = `${friend}-${link.code}`;
    const order = { checkoutSessionId, status: 'completed', currency: 'IDR', amount: 250_000 };
    expect(await call('attributions/fulfill', order)).toEqual({ issued: false, reason: 'held' });
  }

  await page.goto('/referrals');
  await expect(page.getByRole('group', { name: 'Clicks' })).toContainText('1');
  await page.getByRole('tab', { name: 'Reviews (3)' }).click();
  const queue = page.getByRole('list', { name: 'Held rewards' }).locator(':scope > li');
  await expect(queue).toHaveCount(3);
  await expect(queue.first()).toContainText('with a different spelling');
  await expectAccessible(page);
  await queue.first().getByRole('button', { name: 'Approve: budi-1' }).click();
  await expect(page.getByText('budi-1 and the referrer got their codes.')).toBeVisible();
  await expect(queue).toHaveCount(2);
  await queue.first().getByRole('button', { name: 'Decline: budi-2' }).click();
  const dialog = page.getByRole('dialog', { name: 'Decline the reward of budi-2?' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The same person twice');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText('The reward of budi-2 is declined.')).toBeVisible();
  await expect(queue).toHaveCount(1);
  await page.getByText('Decided', { exact: true }).click();
  await expect(queue.first()).toContainText('The same person twice');

  // The third from its own page.
  await page.getByText('Held', { exact: true }).click();
  await queue.first().getByRole('link', { name: 'budi-3' }).click();
  await page.waitForURL(attributionAddress);
  await expect(page.getByText('This reward waits until you decide.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Approve: budi-3' }).click();
  await expect(page.getByRole('main').getByText('Rewarded')).toBeVisible();
  await expect(page.getByText('A team member decided')).toBeVisible();
  await page.goto('/audit-log');
  await expect(page.getByText(/declined the reward of/)).toBeVisible();
});

signedIn('a link says how it is shared, and who came', async ({ page }) => {
  await page.goto('/referrals?sort=signups');
  await page.getByRole('table', { name: 'Links' }).getByRole('link').first().click();
  await page.waitForURL(linkAddress);
  const code = await page.getByRole('heading', { level: 1 }).locator('code').innerText();
  await expect(page.getByText(new RegExp(`^http://localhost:\\d+/r/c[a-z0-9]{24}/${code}$`))).toBeVisible();
  await expect(
    page.getByText(new RegExp(`^Belanja di Kopi Nusantara lewat tautanku.*/r/c[a-z0-9]{24}/${code}$`)),
  ).toBeVisible();
  await expect(page.getByText(new RegExp(`^https://kopinusantara.example/r/${code}$`))).toBeVisible();
  await expect(page.getByRole('table', { name: 'Friends who signed up' }).getByRole('link').first()).toBeVisible();
  await page.getByRole('button', { name: 'Copy as curl' }).click();
  await expect(page.getByRole('dialog').locator('pre')).toHaveCount(7);
  await expect(page.getByRole('dialog').locator('pre').nth(1)).toContainText(`{"code":"${code}"}`);
  await page.goto('/referrals/attributions/cdoesnotexist');
  await expect(page.getByRole('heading', { name: 'This referral does not exist' })).toBeVisible();
});

signedIn('the pages speak Indonesian', async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'laris-locale', value: 'id', url: baseURL ?? '' }]);
  await page.goto('/referrals');
  await expect(
    page.getByText(
      'Begitu pesanan teman minimal Rp100.000 lunas, pengajak mendapat diskon 15% dan temannya mendapat diskon 10%.',
    ),
  ).toBeVisible();
  await page.getByRole('tab', { name: 'Teman yang diajak' }).click();
  await page.getByRole('radio', { name: 'Dapat hadiah' }).click();
  await page.waitForURL('**/referrals?view=attributions&status=rewarded');
  await page.getByRole('table').getByRole('row', { name: 'Dapat hadiah' }).getByRole('link').first().click();
  await page.waitForURL(attributionAddress);
  await expect(page.getByText('Keduanya mendapat kode')).toBeVisible();
  await page.goto('/referrals/program');
  await expect(page.getByRole('region', { name: 'Pengajak' })).toContainText('Diskon 15%');
});

const PAGES = [
  { path: '/referrals', shows: (page: Page) => page.getByRole('img', { name: /^Clicks per day/ }) },
  {
    path: '/referrals?view=attributions',
    shows: (page: Page) => page.getByRole('table', { name: 'Referred friends' }),
  },
  {
    path: '/referrals/program',
    shows: (page: Page) => page.getByRole('region', { name: 'Friend' }).getByText('10% off'),
  },
];

async function openFirst(page: Page, list: string): Promise<void> {
  await page.goto(list);
  await page
    .getByRole('table', { name: /^(Links|Referred friends)$/ })
    .getByRole('link')
    .first()
    .click();
  await page.waitForURL(/\/referrals\/(links|attributions)\/c/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

for (const colorScheme of themesOf('referrals')) {
  signedIn(`nothing stands in anybody's way, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    for (const { path, shows } of PAGES) {
      await page.goto(path);
      await expect(shows(page)).toBeVisible();
      await expectAccessible(page);
    }
  });

  signedIn(`nor on the pages of one link and one friend, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    for (const list of [
      '/referrals?sort=signups',
      '/referrals?view=attributions&status=rewarded',
      '/referrals?view=attributions&status=voided',
    ]) {
      await openFirst(page, list);
      await expectAccessible(page);
    }
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await expect(page.getByRole('dialog').locator('pre').first()).toBeVisible();
    await expectAccessible(page);
  });
}

signedIn.describe('on a phone', () => {
  signedIn.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  signedIn('nothing scrolls sideways', async ({ page }) => {
    for (const { path, shows } of PAGES) {
      await page.goto(path);
      await expect(shows(page)).toBeVisible();
      await expectNoSidewaysScroll(page);
    }
    for (const list of ['/referrals?sort=signups', '/referrals?view=attributions&status=rewarded']) {
      await openFirst(page, list);
      await expectNoSidewaysScroll(page);
    }
  });
});
