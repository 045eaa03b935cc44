/** Billing as a merchant meets it: a limit is hit, a plan is paid for in the sandbox, everything says so, and it is canceled again. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, signUp, test } from './support/test';

async function fillCode(page: Page, code: string): Promise<void> {
  await page.goto('/discount-codes/new');
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(code);
  await page.getByRole('textbox', { name: 'Percentage' }).fill('10');
  await page.keyboard.press('Enter');
}

/** From the Billing page to the sandbox's own. */
async function checkOut(page: Page, plan: string): Promise<void> {
  await page.getByRole('button', { name: `Upgrade to ${plan}` }).click();
  await page.waitForURL(/\/sandbox-checkout\//);
  await expect(page.getByText('No money moves')).toBeVisible();
}

test('the free plan is full, a larger one is paid for, and it opens what was closed; then it is canceled', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const { email } = await signUp(page);
  await fillCode(page, 'FIRST');
  await expect(page.getByText('FIRST is ready.')).toBeVisible();
  await fillCode(page, 'SECOND');
  await expect(page.getByText('Your Free plan includes one active code.')).toBeVisible();

  // What lifts it, beside what is not saved yet.
  const [billing] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Starter has a higher limit, from IDR 299,000 a month' }).click(),
  ]);
  await expect(billing.getByRole('heading', { level: 1 })).toHaveText('Billing');
  await expect(billing.getByRole('meter', { name: 'Active discount codes' })).toHaveAttribute(
    'aria-valuetext',
    '1 of 1',
  );
  await expect(billing.getByText('No invoices yet')).toBeVisible();
  await expect(billing.getByRole('region', { name: 'Free' })).toContainText('Your plan');
  // Each thing that a plan has stands on a line of its own.
  const lines = await billing
    .getByRole('region', { name: 'Free' })
    .getByRole('listitem')
    .evaluateAll((items) =>
      items.map((item) => item.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })),
    );
  expect(lines.filter(({ top }, index) => index > 0 && top < (lines[index - 1]?.bottom ?? 0))).toEqual([]);
  // Both prices are there, first the workspace's own; the other one can be paid instead.
  const price = billing.getByRole('region', { name: 'Growth' }).getByRole('paragraph').first();
  await expect(price).toHaveText(/^IDR.799,000 a month ?or \$49\.00$/);
  await billing.getByText('USD', { exact: true }).click();
  await expect(price).toHaveText(/^\$49\.00 a month ?or IDR.799,000$/);
  await billing.getByText('IDR', { exact: true }).click();
  await expectAccessible(billing);

  // Leaving without paying changes nothing, and nothing is claimed.
  await checkOut(billing, 'Starter');
  await billing.getByRole('button', { name: 'Leave without paying' }).click();
  await billing.waitForURL(/\/billing\?checkout=/);
  await expect(billing.getByRole('status').filter({ hasText: 'Starter is not paid yet' })).toBeVisible();
  await expect(billing.getByRole('heading', { name: 'Free', level: 2 })).toBeVisible();
  await expect(billing.getByRole('row', { name: /Starter.*To pay/ })).toBeVisible();

  await billing.getByRole('link', { name: 'Open the payment' }).click();
  await billing.getByRole('button', { name: /^Pay / }).click();
  await billing.waitForURL(/\/billing\?checkout=/);
  await expect(billing.getByRole('status').filter({ hasText: 'Starter is paid' })).toBeVisible();
  await expect(billing.getByRole('heading', { name: 'Starter', level: 2 })).toBeVisible();
  await expect(billing.getByText(/^Starter is paid until .* and then renews for IDR.299,000/)).toBeVisible();
  await expect(billing.getByText(email)).toBeVisible();
  await expect(
    billing.getByRole('row', { name: /Starter.*IDR.299,000.*Paid/ }).getByRole('link', { name: 'Receipt' }),
  ).toBeVisible();
  await expect(billing.getByText('Your plan has no limit here.')).toBeVisible();
  await expect(billing.getByRole('meter', { name: 'Contacts added this month' })).toHaveAttribute(
    'aria-valuetext',
    '0 of 10,000',
  );
  await expectAccessible(billing);
  await billing.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(billing);
  await billing.setViewportSize({ width: 1280, height: 900 });

  // The other tab still holds the code that had no room.
  await page.getByRole('button', { name: 'Create code' }).click();
  await expect(page.getByText('SECOND is ready.')).toBeVisible();

  await billing.getByRole('button', { name: 'Upgrade to Growth' }).click();
  await expect(billing.getByRole('dialog')).toContainText('Growth starts as soon as you pay IDR 799,000');
  await billing.keyboard.press('Escape');

  await billing.getByRole('button', { name: 'Cancel plan' }).click();
  const dialog = billing.getByRole('dialog');
  await expect(dialog).toContainText('Active discount codes: you have 2, it allows 1');
  await expect(dialog).toContainText('Nothing is deleted');
  await expectAccessible(billing);
  await dialog.getByRole('button', { name: 'Cancel Starter' }).click();
  await expect(billing.getByText(/^You canceled Starter\. It stays active until/)).toBeVisible();
  await expect(billing.getByText('Ending')).toBeVisible();
  await expect(billing.getByRole('button', { name: 'Keep Starter' }).first()).toBeVisible();
  await expect(billing.getByRole('button', { name: 'Cancel plan' })).toHaveCount(0);
  await expectAccessible(billing);

  // Who did what of it stands in the audit log.
  await billing.goto('/audit-log');
  const actions = billing.getByRole('table');
  for (const action of ['billing.checkout', 'billing.subscription_update', 'billing.cancel', 'discount_code.create'])
    await expect(actions.getByText(action, { exact: true }).first()).toBeVisible();
});

test('a payment that fails says so and can be made again', async ({ page }) => {
  await signUp(page);
  await page.goto('/billing');
  await checkOut(page, 'Growth');
  await page.getByRole('button', { name: 'Let the payment fail' }).click();
  await page.waitForURL(/\/billing\?checkout=/);
  await expect(page.getByRole('status').filter({ hasText: 'The payment failed' })).toBeVisible();
  await expect(page.getByText(/^The payment failed and nothing was charged/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\/billing$/);
  await checkOut(page, 'Growth');
  await page.getByRole('button', { name: /^Pay / }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Growth is paid' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Growth', level: 2 })).toBeVisible();
});

for (const [width, height] of [
  [1280, 700],
  [390, 700],
] as const) {
  test(`what the plan refuses is said in sight of the button, ${width} px wide`, async ({ page }) => {
    test.setTimeout(180_000);
    await signUp(page);
    await page.setViewportSize({ width, height });
    const button = (name: string) => page.getByRole('button', { name, exact: true }).locator('visible=true').first();
    const refusal = page.getByRole('main').getByRole('alert');
    const pressed = async (name: string, words: RegExp): Promise<void> => {
      await button(name).click();
      await expect(refusal.filter({ hasText: words })).toBeInViewport({ ratio: 1 });
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    };

    // A segment: said before, at the button, and again when it is pressed at the end of a long form.
    await page.goto('/audience-segments/new');
    const notice = page.getByRole('note').filter({ hasText: 'The Scale plan includes custom segments' });
    await expect(notice).toBeVisible();
    await expect(button('Create segment')).toHaveAccessibleDescription(/The Scale plan includes custom segments/);
    await expect(page.getByText('Needs the Scale plan').locator('visible=true')).toBeInViewport();
    await expectAccessible(page);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Pembeli setia');
    const asked = page.getByRole('group', { name: 'Condition 1' });
    for (const [box, option] of [
      ['Field', 'Subscription to e-mail'],
      ['Comparison', 'is not'],
      ['Value', 'unsubscribed'],
    ] as const) {
      await asked.getByRole('combobox', { name: box }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    }
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight }));
    await pressed('Create segment', /Nothing was saved.*custom segments|custom segments.*Nothing was saved/);

    await page.goto('/pixels');
    await page.getByRole('switch', { name: 'Pixels on' }).click({ force: true });
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight }));
    await pressed('Save', /pixels/i);

    await page.goto('/abandoned-cart/settings');
    await page.getByRole('switch', { name: 'Remind buyers of abandoned carts' }).click({ force: true });
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight }));
    await pressed('Save changes', /./);

    for (const code of ['PERTAMA', 'KEDUA']) {
      await page.goto('/discount-codes/new');
      await page.getByRole('textbox', { name: 'Code', exact: true }).fill(code);
      await page.getByRole('textbox', { name: 'Percentage' }).fill('10');
      await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight }));
      if (code === 'KEDUA') await pressed('Create code', /Your Free plan includes one active code/);
      else {
        await button('Create code').click();
        await expect(page.getByText('PERTAMA is ready.')).toBeVisible();
      }
    }
  });
}

/** Pays for a plan from Free, as the tests above do step by step. */
async function buy(page: Page, plan: string): Promise<void> {
  await page.goto('/billing');
  await checkOut(page, plan);
  await page.getByRole('button', { name: /^Pay / }).click();
  await expect(page.getByRole('status').filter({ hasText: `${plan} is paid` })).toBeVisible();
}

test('a checkout that was left says what paying it does, is nobody’s duty, and goes', async ({ page }) => {
  test.setTimeout(180_000);
  await signUp(page);
  await buy(page, 'Scale');
  const ends = /Ends Scale as soon as you pay\. You have it until .*the rest is not refunded\./;

  await page.getByRole('button', { name: 'Change to Starter' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change from Scale to Starter?' });
  await expect(dialog).toContainText(
    /Scale, paid until .*, ends at that moment\. The remaining \d+ days are not refunded\./,
  );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^Pay IDR.299,000$/ }).click();
  await page.waitForURL(/\/sandbox-checkout\//);
  await expect(page.getByRole('note').filter({ hasText: /^Ends Scale, which you have until/ })).toContainText(
    'The remaining days are not refunded.',
  );
  await expectAccessible(page);
  const leftPage = page.url();
  await page.getByRole('button', { name: 'Leave without paying' }).click();

  const left = page.getByRole('status').filter({ hasText: 'Starter is not paid yet' });
  await expect(left).toContainText(ends);
  await expect(page.getByRole('row', { name: /Starter.*To pay/ })).toContainText(ends);
  await expectAccessible(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Set up your shop')).toBeVisible();
  await expect(page.getByText('Needs attention')).toHaveCount(0);

  // Another choice is made: the page that was left takes no money any more.
  await page.goto('/billing');
  await page.getByRole('button', { name: 'Change to Growth' }).click();
  await page.getByRole('button', { name: /^Pay IDR.799,000$/ }).click();
  await page.waitForURL(/\/sandbox-checkout\//);
  await page.getByRole('button', { name: 'Leave without paying' }).click();
  await expect(page.getByRole('row', { name: /Starter.*Void/ })).toBeVisible();
  await expect(async () => {
    await page.goto(leftPage);
    await expect(page.getByRole('heading', { name: 'This checkout is closed' })).toBeVisible({ timeout: 500 });
  }).toPass();

  // And the last one is put away by hand, on a phone.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/billing');
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('The checkout for Growth is discarded. Nothing was charged.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Pay now' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Scale', level: 2 })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/audit-log');
  await expect(page.getByRole('table').getByText('billing.discard', { exact: true })).toBeVisible();
});

test('keeping a canceled plan says for which month is paid, before anything opens; in Indonesian too', async ({
  browser,
  page,
}) => {
  test.setTimeout(180_000);
  await signUp(page);
  await buy(page, 'Growth');
  await page.goto('/billing');
  await page.getByRole('button', { name: 'Cancel plan' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Growth' }).click();
  await expect(page.getByText('Ending', { exact: true })).toBeVisible();

  for (const [place, which] of [
    ['the head', 0],
    ['its card', 1],
  ] as const) {
    await test.step(`from ${place}`, async () => {
      await page.getByRole('button', { name: 'Keep Growth' }).nth(which).click();
      const dialog = page.getByRole('dialog', { name: 'Keep Growth?' });
      await expect(dialog).toContainText(/Growth is paid until .*\. You now pay IDR.799,000 for the following month/);
      await expect(dialog).toContainText('You pay for no day twice.');
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Not now' }).click();
      await expect(dialog).toHaveCount(0);
    });
  }
  await expect(page.getByRole('row')).toHaveCount(2);

  const indonesian = await browser.newContext({ storageState: await page.context().storageState(), locale: 'id-ID' });
  const halaman = await indonesian.newPage();
  await halaman.goto('/billing');
  await halaman.getByRole('button', { name: 'Pertahankan Growth' }).first().click();
  const tanya = halaman.getByRole('dialog', { name: 'Pertahankan Growth?' });
  await expect(tanya).toContainText(/Growth sudah dibayar sampai .* Sekarang Anda membayar Rp799\.000 untuk bulan/);
  await expectAccessible(halaman);
  await indonesian.close();

  await page.getByRole('button', { name: 'Keep Growth' }).first().click();
  const until = /so Growth stays active until ([^.]+)\./.exec(await page.getByRole('dialog').innerText())?.[1] ?? '';
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Pay IDR/ })
    .click();
  await page.waitForURL(/\/sandbox-checkout\//);
  await expect(page.getByText(/^You have Growth until .* Paying extends it by a month, until/)).toBeVisible();
  await page.getByRole('button', { name: /^Pay / }).click();
  await expect(page.getByText(`Growth is paid until ${until} and then renews for`)).toBeVisible();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
});
