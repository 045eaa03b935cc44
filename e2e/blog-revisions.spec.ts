/** The editor saves by itself and loses nothing; what was written over is compared and brought back; a post in two languages. */
import type { Page } from '@playwright/test';
import { callApi } from './support/api';
import { makePost, type StoredPost } from './support/posts';
import { test } from './support/signed-in';
import { expect, expectAccessible, expectNoSidewaysScroll, unique } from './support/test';

const body = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });
const title = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true });
const state = (page: Page, words: string | RegExp) => page.getByRole('main').locator('header').getByText(words);
const action = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'More actions' }).filter({ visible: true }).click();
  await page.getByRole('menuitem', { name }).click();
};

const stored = async (baseURL: string | undefined, id: string): Promise<StoredPost> =>
  (await callApi<{ post: StoredPost }>(baseURL, 'GET', `/api/v1/blog/${id}`)).data.post;

test('a draft saves itself; a reload in the middle of typing loses nothing', async ({ page, baseURL }) => {
  test.slow();
  page.on('dialog', (dialog) => void dialog.accept());
  const name = unique('Tulis terus ');
  await page.goto('/blog/new');
  await title(page).fill(name);
  await body(page).fill('Kalimat pertama.');
  await page.waitForURL(/\/blog\/c[a-z0-9]{24}$/);
  await expect(state(page, /^Saved at/)).toBeVisible();
  const id = page.url().split('/').at(-1) ?? '';
  expect((await stored(baseURL, id)).body).toBe('Kalimat pertama.');

  // Typing goes on, the caret stays, and what came before the pause is with the server.
  await body(page).press('Control+End');
  await body(page).pressSequentially(' Kalimat kedua.');
  await expect.poll(async () => (await stored(baseURL, id)).body).toBe('Kalimat pertama. Kalimat kedua.');
  await expect(body(page)).toBeFocused();
  await body(page).pressSequentially(' Terputus di ten');
  await page.reload();
  await page.getByRole('region', { name: 'Unsaved draft' }).getByRole('button', { name: 'Restore' }).click();
  await expect(body(page)).toHaveValue('Kalimat pertama. Kalimat kedua. Terputus di ten');
  await expect.poll(async () => (await stored(baseURL, id)).body).toContain('Terputus');

  // Without a connection it says so, and tries again.
  await page.context().setOffline(true);
  await body(page).press('Control+End');
  await body(page).pressSequentially('gah.');
  await expect(state(page, /^No connection/)).toBeVisible();
  await page.context().setOffline(false);
  await expect(state(page, /^Saved at/)).toBeVisible();
  expect((await stored(baseURL, id)).body).toContain('di tengah.');
});

test('who saves while the first autosave is under way has one post; a refused one says why', async ({
  page,
  baseURL,
}) => {
  test.slow();
  const name = unique('Satu saja ');
  const taken = await makePost(baseURL, unique('Sudah ada '));
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const begun = page.waitForRequest(/blog\.create/);
  await page.route(/blog\.create/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/blog/new');
  await title(page).fill(name);
  await body(page).fill('Kalimat pertama.');
  await begun;
  await body(page).fill('Kalimat pertama dan kedua.');
  await page.keyboard.press('Control+s');
  letGo();
  await expect(page.getByText('is saved.')).toBeVisible();
  await page.waitForURL(/\/blog\/c[a-z0-9]{24}$/);
  const { data } = await callApi<{ posts: StoredPost[] }>(baseURL, 'GET', '/api/v1/blog?limit=100');
  expect(data.posts.filter((post) => post.title === name)).toHaveLength(1);
  expect((await stored(baseURL, page.url().split('/').at(-1) ?? '')).body).toBe('Kalimat pertama dan kedua.');

  await page.getByRole('textbox', { name: 'Address' }).fill(taken.slug);
  await expect(state(page, 'Not saved: Another post has this address.')).toBeVisible();
});

test('what is typed into a published post is kept beside it until somebody saves', async ({
  page,
  baseURL,
  browser,
}) => {
  test.slow();
  const post = await makePost(baseURL, unique('Sudah terbit '), { status: 'published' });
  const address = `/b/${post.accountId}/${post.slug}`;
  await page.goto(`/blog/${post.id}`);
  await body(page).fill('Belum untuk umum.');
  await expect(state(page, /not live yet$/)).toBeVisible();
  expect(await (await page.request.get(address)).text()).toContain('Satu paragraf.');
  expect(await stored(baseURL, post.id)).toEqual(post);

  // On another device, where this browser's drafts are not.
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    storageState: await page.context().storageState(),
  });
  const elsewhere = await context.newPage();
  await elsewhere.addInitScript(() => {
    if (window.sessionStorage.getItem('emptied') === null) window.localStorage.clear();
    window.sessionStorage.setItem('emptied', 'yes');
  });
  await elsewhere.goto(`/blog/${post.id}`);
  await elsewhere.getByRole('region', { name: 'Unsaved draft' }).getByRole('button', { name: 'Restore' }).click();
  await expect(body(elsewhere)).toHaveValue('Belum untuk umum.');
  await elsewhere.keyboard.press('Control+s');
  await expect.poll(async () => await (await page.request.get(address)).text()).toContain('Belum untuk umum.');
  await context.close();
});

test('somebody else’s version is not written over: the editor says so and waits', async ({ page, baseURL }) => {
  const post = await makePost(baseURL, unique('Berdua '));
  await page.goto(`/blog/${post.id}`);
  await expect(body(page)).toHaveValue('Satu paragraf.');
  await callApi(baseURL, 'PATCH', `/api/v1/blog/${post.id}`, { body: 'Dari orang lain.' });
  await body(page).fill('Dari saya.');
  await expect(state(page, /^Somebody changed this post/)).toBeVisible();
  expect((await stored(baseURL, post.id)).body).toBe('Dari orang lain.');
});

test('revisions are compared and restored, on a desk and on a phone', async ({ page, baseURL }) => {
  test.slow();
  const name = unique('Berubah ');
  const post = await makePost(baseURL, name, { body: 'Air panas 92 derajat.\n\nTunggu sebentar.' });
  await callApi(baseURL, 'PATCH', `/api/v1/blog/${post.id}`, { body: 'Air panas 94 derajat.\n\nTunggu sebentar.' });
  await callApi(baseURL, 'PATCH', `/api/v1/blog/${post.id}`, { title: `${name} lagi` });
  await page.goto(`/blog/${post.id}`);
  await action(page, 'Revisions…');
  const drawer = page.getByRole('dialog', { name: 'Revisions' });
  await expect(drawer.getByRole('listitem')).toHaveCount(3);
  await drawer.getByRole('button', { name: /no\. 2/ }).click();
  await expect(drawer.getByRole('deletion')).toHaveText('Air panas 92 derajat.');
  await expect(drawer.getByRole('insertion')).toHaveText('Air panas 94 derajat.');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await drawer.getByRole('button', { name: 'All revisions' }).click();
  await drawer.getByRole('button', { name: /no\. 1/ }).click();
  await drawer.getByText('Current version').click();
  await expect(drawer.getByRole('deletion').first()).toContainText('lagi');
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('dialog', { name: 'Restore revision 1?' }).getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Revision 1 is restored.')).toBeVisible();
  await expect(body(page)).toHaveValue(/92 derajat/);
  await expect(title(page)).toHaveValue(name);
  expect((await stored(baseURL, post.id)).body).toContain('92 derajat');
});

test('a post is copied into another language, and both pages lead to each other', async ({ page, baseURL }) => {
  test.slow();
  const post = await makePost(baseURL, unique('Dua bahasa '), { status: 'published' });
  await page.goto(`/blog/${post.id}`);
  await page.getByRole('combobox', { name: 'Language', exact: true }).fill('Indonesian');
  await page.getByRole('option', { name: 'Indonesian' }).click();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('is saved.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Add a translation' }).fill('English');
  await page.getByRole('option', { name: 'English' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Copy as a draft' }).click();
  await page.waitForURL((url) => url.pathname !== `/blog/${post.id}`);
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue(`${post.slug}-en`);
  await page.getByRole('button', { name: 'Publish…' }).filter({ visible: true }).click();
  await page.getByRole('dialog', { name: 'Publish' }).getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByText(/is live\./)).toBeVisible();
  await page.goto(`/b/${post.accountId}/${post.slug}`);
  await page.getByRole('link', { name: 'Read in English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Baca dalam bahasa Indonesia' }).click();
  await expect(page).toHaveURL(new RegExp(`${post.slug}$`));
});
