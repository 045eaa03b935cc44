/** The blog: written, covered, scheduled, live on time, read by anybody without JavaScript, taken back, deleted. */
import type { Page } from '@playwright/test';
import { callApi } from './support/api';
import { themesOf } from './support/looks';
import { makePost, slugOf, type StoredPost } from './support/posts';
import { test } from './support/signed-in';
import { expect, expectAccessible, expectNoSidewaysScroll, unique } from './support/test';

const postAddress = /\/blog\/c[a-z0-9]{24}$/;

/** What the preview shows, read from the page that wrote it: nothing can run inside the frame. */
const previewed = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      document
        .querySelector<HTMLIFrameElement>('section[aria-label="Preview"] iframe')
        ?.contentDocument?.querySelector('body')?.innerText ?? '',
  );
const body = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });
const title = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true });
const save = (page: Page, name = 'Save draft') =>
  page.getByRole('main').getByRole('button', { name, exact: true }).filter({ visible: true });

/** A picture that the browser itself draws. */
async function picture(page: Page, name: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1200, 630];
    const pen = canvas.getContext('2d');
    if (pen) pen.fillStyle = '#0f766e';
    pen?.fillRect(0, 0, 1200, 630);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  return { name, mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') };
}

test('a post is written with a cover, scheduled, and goes live on time', async ({ page, baseURL, browser }) => {
  test.slow();
  const name = unique('Kopi Gayo ');
  await page.goto('/blog/new');
  await title(page).fill(name);
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue(slugOf(name));

  // Words with the keyboard: marks, a list that goes on, and Ctrl-Z.
  await body(page).focus();
  await page.keyboard.type('Biji ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('terbaik');
  await expect(body(page)).toHaveValue('Biji **terbaik**');
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' dari Aceh.\n\n- satu\ndua');
  await expect(body(page)).toHaveValue('Biji **terbaik** dari Aceh.\n\n- satu\n- dua');
  await page.getByRole('toolbar').getByRole('button', { name: 'Bold' }).focus();
  for (let step = 0; step < 7; step++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(body(page)).toHaveValue('Biji **terbaik** dari Aceh.\n\n- satu\n\n> - dua');
  await page.keyboard.press('Control+z');
  await expect(body(page)).toHaveValue('Biji **terbaik** dari Aceh.\n\n- satu\n- dua');
  await expect.poll(() => previewed(page)).toContain('Biji terbaik dari Aceh.');

  // An image into the text.
  await page.keyboard.press('Control+End');
  await page
    .getByLabel('Insert an image')
    .and(page.locator('input'))
    .setInputFiles(await picture(page, 'kebun-gayo.png'));
  await expect(body(page)).toHaveValue(/- dua\n\n!\[kebun gayo\]\(http\S+\/uploads\/\S+\.png\)$/);
  await expect
    .poll(() =>
      page.evaluate(() =>
        document
          .querySelector<HTMLIFrameElement>('section[aria-label="Preview"] iframe')
          ?.contentDocument?.querySelector('main img, article img')
          ?.getAttribute('alt'),
      ),
    )
    .toBe('kebun gayo');

  // The first save keeps caret and undo, at an address of its own.
  await page.keyboard.press('Control+s');
  await page.waitForURL(postAddress);
  await expect(page.getByText(`“${name}” is saved.`)).toBeVisible();
  await expect(body(page)).toBeFocused();

  await page
    .locator('input[type="file"]')
    .last()
    .setInputFiles(await picture(page, 'sampul.png'));
  await expect(page.getByRole('button', { name: 'Remove', exact: true })).toBeVisible();
  await page
    .getByRole('combobox', { name: 'Tags' })
    .or(page.getByRole('textbox', { name: 'Tags' }))
    .fill('Gayo,');
  await page.getByRole('textbox', { name: 'Search description' }).fill('Kopi dari Aceh Tengah. '.repeat(12).trim());
  const found = page.getByTestId('search-result');
  await expect(found).toContainText(name);
  await expect(found).toContainText(/Kopi dari Aceh Tengah\..* …$/);
  await expect(page.getByTestId('share-card').locator('iframe')).toBeVisible();
  await expectAccessible(page);

  // A time a few seconds ahead: with the clock field as far as it reaches, to the second over the API.
  await page.getByRole('button', { name: 'Publish…' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'Publish' });
  await drawer.getByText('Later').click();
  await drawer.getByRole('button', { name: 'Date and time' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Next month' }).click();
  await page.locator('table button:not([data-outside])').filter({ hasText: /^15$/ }).click();
  await page.getByRole('button', { name: 'Set the time' }).click();
  await drawer.getByRole('button', { name: 'Schedule' }).click();
  await expect(
    page
      .getByRole('main')
      .locator('header')
      .getByText(/^Scheduled for .*15/),
  ).toBeVisible();
  const id = page.url().split('/').at(-1) ?? '';
  const at = new Date(Date.now() + 8_000);
  const { data } = await callApi<{ post: StoredPost }>(baseURL, 'PATCH', `/api/v1/blog/${id}`, {
    publishedAt: at.toISOString(),
  });
  const address = `/b/${data.post.accountId}/${data.post.slug}`;
  expect((await page.request.get(address)).status()).toBe(404);
  await page.reload();
  await expect(
    page
      .getByRole('main')
      .locator('header')
      .getByText(/^Published/),
  ).toBeVisible({ timeout: 20_000 });
  expect(Date.now()).toBeGreaterThanOrEqual(at.getTime());
  expect((await page.request.get(address)).status()).toBe(200);

  // Anybody, without an account and without JavaScript, on a desk and on a phone.
  for (const viewport of [
    { width: 1280, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const context = await browser.newContext({ baseURL, viewport, storageState: { cookies: [], origins: [] } });
    const reader = await context.newPage();
    await reader.goto(address);
    await expect(reader.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(reader.getByRole('img', { name: 'kebun gayo' })).toBeVisible();
    expect(await reader.locator('script:not([type="application/ld+json"])').count()).toBe(0);
    await expectNoSidewaysScroll(reader);
    await expectAccessible(reader);
    await context.close();
  }
  const quiet = await browser.newContext({
    baseURL,
    javaScriptEnabled: false,
    storageState: { cookies: [], origins: [] },
  });
  const still = await quiet.newPage();
  await still.goto(`/b/${data.post.accountId}`);
  await still.getByRole('link', { name }).first().click();
  await expect(still.getByRole('heading', { level: 1, name })).toBeVisible();
  await quiet.close();
});

test('an address that is taken is said at its field, and what is unsaved is guarded', async ({ page, baseURL }) => {
  const name = unique('Sudah ada ');
  await makePost(baseURL, name);
  await page.goto('/blog/new');
  await title(page).fill(name);
  await save(page).click();
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveAccessibleDescription(
    /Another post has this address/,
  );
  await expect(page.getByRole('textbox', { name: 'Address' })).toBeFocused();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Channels' }).click();
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Keep editing' })
    .click();
  await page.getByRole('textbox', { name: 'Address' }).fill(`${slugOf(name)} Kedua!`);
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue(`${slugOf(name)}-kedua-`);
  await page.keyboard.press('Enter');
  await page.waitForURL(postAddress);
  await expect(page.getByText('Not saved')).toBeHidden();

  // Without a title nothing is saved, and nobody is asked for a day.
  await title(page).fill('');
  await page.getByRole('button', { name: 'Publish…' }).first().click();
  await expect(title(page)).toHaveAccessibleDescription(/Enter a title/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a post becomes a broadcast, which waits for its audience', async ({ page, baseURL }) => {
  const name = unique('Kabar ');
  const { id } = await makePost(baseURL, name);
  await page.goto(`/blog/${id}`);
  await page.getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Send as broadcast' }).click();
  await page.waitForURL(/\/broadcasts\/c[a-z0-9]{24}\/edit/);
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(name);
  await page.getByRole('button', { name: 'Continue to content' }).click();
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue(name);
});

test('a post is published, taken back, dated and deleted, and its page follows at once', async ({ page, baseURL }) => {
  const name = unique('Sekarang ');
  const { accountId, slug, id } = await makePost(baseURL, name);
  const address = `/b/${accountId}/${slug}`;
  const status = async () => (await page.request.get(address)).status();
  await page.goto(`/blog/${id}`);
  expect(await status()).toBe(404);
  // A colleague reads the draft by a link before anybody else does.
  await page.getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Preview link…' }).click();
  const preview = page.getByRole('dialog', { name: 'Preview link' });
  const url = (await preview.getByRole('link', { name: 'Open' }).getAttribute('href')) ?? '';
  await expectAccessible(page);
  const colleague = await page.context().browser()!.newContext();
  const reader = await colleague.newPage();
  await reader.goto(url);
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(reader.getByText(/^Pratinjau: siapa pun yang punya tautan ini/)).toBeVisible();
  await colleague.close();
  await preview.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Publish…' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click();
  const link = page.getByRole('alert').getByRole('link', { name: 'View page' });
  await expect(link).toHaveAttribute('href', address);
  expect(await status()).toBe(200);

  await page.getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Unpublish' }).click();
  await page
    .getByRole('dialog', { name: `Unpublish “${name}”?` })
    .getByRole('button', { name: 'Unpublish' })
    .click();
  await expect(page.getByRole('main').locator('header').getByText('Draft', { exact: true })).toBeVisible();
  expect(await status()).toBe(404);

  // The day of its first appearance was kept.
  await page.getByRole('button', { name: 'Publish…' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish with this date' }).click();
  await expect(
    page
      .getByRole('main')
      .locator('header')
      .getByText(/^Published/),
  ).toBeVisible();
  expect(await status()).toBe(200);

  await page.goto(`/blog?q=${slug}`);
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('Published');
  await expect(row.getByRole('link', { name: `Open the page of “${name}”` })).toHaveAttribute('href', address);
  await page.getByText('Drafts', { exact: true }).click();
  await expect(page.getByText('Nothing matches this search.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  const search = page.getByRole('searchbox', { name: 'Search posts' });
  // Written over what is cleared a moment later, the same words would be no change.
  await expect(search).toHaveValue('');
  await search.fill(slug);
  await expect(page).toHaveURL(new RegExp(`q=${slug}`));
  await page.getByRole('link', { name: new RegExp(`^${name}`) }).click();
  await expect(page).toHaveURL(postAddress);
  await page.getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: `Delete “${name}”?` })
    .getByRole('button', { name: 'Delete' })
    .click();
  await page.waitForURL((url) => url.pathname === '/blog');
  await expect(page.getByText(`“${name}” is deleted.`)).toBeVisible();
  expect(await status()).toBe(404);
  await page.goto(`/blog/${id}`);
  await expect(page.getByRole('heading', { name: 'This post does not exist' })).toBeVisible();
});

test('after a post another one is begun with empty fields', async ({ page }) => {
  const name = unique('Pertama ');
  await page.goto('/blog/new?start=sample');
  await expect(body(page)).toHaveValue(/## Step by step/);
  await page.goto('/blog/new');
  await title(page).fill(name);
  await page.keyboard.press('Enter');
  await page.waitForURL(postAddress);
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^Search/ })
    .first()
    .click();
  await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill('New post');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/blog/new');
  await expect(title(page)).toHaveValue('');
  await page.goBack();
  await page.waitForURL(postAddress);
  await expect(title(page)).toHaveValue(name);
});

test('Escape closes the calendar alone, and the drawer under it at the second press', async ({ page }) => {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/blog/new');
    await title(page).fill(unique('Nanti '));
    await body(page).fill('Satu paragraf.');
    await page.getByRole('button', { name: 'Publish…' }).filter({ visible: true }).first().click();
    const drawer = page.getByRole('dialog', { name: 'Publish' });
    await drawer.getByText('Later', { exact: true }).click();
    await drawer.getByRole('button', { name: 'Date and time' }).click();
    const calendar = page.getByRole('dialog').filter({ has: page.getByRole('table') });
    // The calendar takes the focus in the moment after it has opened.
    await expect(calendar.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(calendar).toBeHidden();
    await expect(drawer).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
  }
});

test('images are dropped and pasted into the text, and what is no image is said', async ({ page }) => {
  await page.goto('/blog/new');
  await body(page).fill('Satu');
  const give = async (event: 'drop' | 'paste', name: string, mimeType: string, bytes: Buffer) =>
    await body(page).evaluate(
      (field, [kind, fileName, type, base64]) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], fileName, { type }));
        const options = { bubbles: true, cancelable: true };
        field.dispatchEvent(
          kind === 'drop'
            ? new DragEvent('drop', { ...options, dataTransfer: data })
            : new ClipboardEvent('paste', { ...options, clipboardData: data }),
        );
      },
      [event, name, mimeType, bytes.toString('base64')] as const,
    );
  const { buffer } = await picture(page, '');
  await give('drop', 'biji.png', 'image/png', buffer);
  await expect(body(page)).toHaveValue(/^Satu\n\n!\[biji\]\(http\S+\.png\)$/);
  await give('paste', 'layar.png', 'image/png', buffer);
  await expect(body(page)).toHaveValue(/!\[biji\]\(\S+\)\n\n!\[layar\]\(http\S+\.png\)$/);
  const before = await body(page).inputValue();
  await give('drop', 'catatan.pdf', 'application/pdf', Buffer.from('%PDF-1.4'));
  await expect(page.getByText('catatan.pdf: Use a PNG, JPEG, WebP, GIF or AVIF image.')).toBeVisible();
  await expect(body(page)).toHaveValue(new RegExp(`^${before.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*$`));
});

test.describe('in a new workspace', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('the blog begins with a sample, and the plan says when it is full', async ({ page }) => {
    await page.goto('/sign-up');
    await page.getByLabel('Shop or company').fill('Toko Sari');
    await page.getByLabel('Your name').fill('Sari Dewi');
    await page.getByLabel('E-mail').fill(`${slugOf(unique('sari blog '))}@toko.example`);
    await page.getByRole('textbox', { name: 'Password' }).fill('kopi susu gula aren');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/');
    await page.goto('/blog');
    await expect(page.getByText(/Blog posts bring visitors from search/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Start from a sample' }).click();
    await expect(body(page)).toHaveValue(/## Step by step/);
    await expect(page.getByRole('textbox', { name: 'Author' })).toHaveValue('Sari Dewi');
    await save(page).click();
    await page.waitForURL(postAddress);
    await page.goto('/blog/new');
    await title(page).fill('Kedua');
    await save(page).click();
    await expect(page.getByText('The Free plan includes 1 post.')).toBeVisible();
    await expect(title(page)).toHaveValue('Kedua');
    await expectAccessible(page);
  });
});

for (const colorScheme of themesOf('blog')) {
  test(`nothing stands in anybody's way, ${colorScheme}`, async ({ page, baseURL }) => {
    await page.emulateMedia({ colorScheme });
    const { id } = await makePost(baseURL, unique('Terang gelap '), {
      body: '## Judul\n\nIsi dengan [tautan](https://toko.example).\n\n| A | B |\n| --- | --- |\n| 1 | 2 |',
      tags: ['Uji'],
    });
    await page.goto('/blog');
    await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
    await expectAccessible(page);
    await page.goto(`/blog/${id}`);
    await expect.poll(() => previewed(page)).toContain('Isi dengan tautan.');
    await expectAccessible(page);
    await page.locator('label', { hasText: 'Dark' }).click();
    await expectAccessible(page);
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('writing, details and preview are three sides, and nothing scrolls sideways', async ({ page }) => {
    const name = unique('Di ponsel ');
    await page.goto('/blog');
    await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.goto('/blog/new');
    await title(page).fill(name);
    await body(page).fill('Halo dari ponsel.');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    const side = (words: string) => page.getByRole('main').locator('label', { hasText: words }).first();
    await side('Preview').click();
    await expect(body(page)).toBeHidden();
    await expect.poll(() => previewed(page)).toContain('Halo dari ponsel.');
    await expectNoSidewaysScroll(page);
    await side('Details').click();
    await expect(page.getByTestId('search-result')).toContainText(name);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await save(page).click();
    await page.waitForURL(postAddress);
  });
});

test('the pages speak Indonesian', async ({ page }) => {
  await page.goto('/blog');
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitemradio', { name: 'Bahasa Indonesia' }).click();
  await expect(page.getByRole('link', { name: 'Artikel baru' })).toBeVisible();
  await expect(page.getByText(/^Terbit \d/).first()).toBeVisible();
  await page.goto('/blog/new');
  await page.getByRole('button', { name: 'Simpan draf' }).first().click();
  await expect(page.getByRole('textbox', { name: 'Judul', exact: true })).toHaveAccessibleDescription(
    /Isi judul artikel/,
  );
  await expectAccessible(page);
});
