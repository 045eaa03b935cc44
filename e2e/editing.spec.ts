/** Nothing typed is ever lost: Back, links, reload, an ended session, another's save; on every kind of editor. */
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { callApi } from './support/api';
import { test as signedIn } from './support/signed-in';
import { demo, expect, expectAccessible, expectNoSidewaysScroll, signUp, test, unique } from './support/test';

const slugOf = (name: string): string => name.toLowerCase().replace(/\W+/g, '-');

const title = (page: Page): Locator => page.getByRole('textbox', { name: 'Title', exact: true });
const question = (page: Page): Locator => page.getByRole('dialog', { name: 'Leave without saving?' });
const offer = (page: Page): Locator => page.getByRole('region', { name: 'Unsaved draft' });
const saveDraft = (page: Page): Locator => page.getByRole('button', { name: 'Save draft' }).first();

async function makePost(baseURL: string | undefined, name: string): Promise<string> {
  const body = { slug: slugOf(name), title: name, body: 'Air panas.' };
  return (await callApi<{ post: { id: string } }>(baseURL, 'POST', '/api/v1/blog', body)).data.post.id;
}

async function readPost(baseURL: string | undefined, id: string): Promise<Record<string, unknown>> {
  return (await callApi<{ post: Record<string, unknown> }>(baseURL, 'GET', `/api/v1/blog/${id}`)).data.post;
}

/** A new post from its list, so that Back leads within the page. */
async function beginPost(page: Page, name: string): Promise<void> {
  await page.goto('/blog');
  await page.getByRole('link', { name: 'New post' }).first().click();
  // The title comes last: the page is all there.
  await expect(page).toHaveTitle(/New post/);
  await title(page).fill(name);
}

/** As the button of the browser does. */
const goBack = (page: Page): Promise<void> => page.evaluate(() => window.history.back());

/** In words: what the browser keeps of drafts. */
const kept = (page: Page): Promise<string> =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith('laris:draft:'))
      .map((key) => localStorage.getItem(key))
      .join('\n'),
  );

for (const way of ['the Navigation API', 'entries of its own'] as const) {
  signedIn(`Back asks, keeps, and leads where it should: by ${way}`, async ({ page }) => {
    if (way === 'entries of its own')
      await page.addInitScript(() => Object.defineProperty(window, 'navigation', { value: undefined }));
    const name = unique('Mundur ');
    await beginPost(page, name);
    await goBack(page);
    await expect(question(page)).toBeVisible();
    // The way back to the text has the focus, and Tab stays in the dialog.
    await expect(question(page).getByRole('button', { name: 'Keep editing' })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(question(page)).toBeHidden();
    await expect(title(page)).toHaveValue(name);
    expect(new URL(page.url()).pathname).toBe('/blog/new');

    await goBack(page);
    await question(page).getByRole('button', { name: 'Leave without saving' }).click();
    await page.waitForURL((url) => url.pathname === '/blog');
    await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible();

    // What was left is offered, and can be had back.
    await page.getByRole('link', { name: 'New post' }).first().click();
    await expect(offer(page)).toContainText('You have an unsaved draft from just now');
    await expectAccessible(page);
    await expect(title(page)).toHaveValue('');
    await offer(page).getByRole('button', { name: 'Restore' }).click();
    await expect(title(page)).toHaveValue(name);
    await expect(offer(page)).toBeHidden();

    // Once saved, one step leads back, and nothing is asked or offered.
    await saveDraft(page).click();
    await page.waitForURL(/\/blog\/c[a-z0-9]{24}$/);
    await expect(page.getByText('Not saved')).toBeHidden();
    expect(await kept(page)).toBe('');
    await goBack(page);
    await page.waitForURL((url) => url.pathname === '/blog');
    await expect(page.getByRole('link', { name }).first()).toBeVisible();
    await expect(question(page)).toBeHidden();
  });
}

interface Place {
  name: string;
  address: string;
  field: (page: Page) => Locator;
  text: string;
}

const textbox = (name: string | RegExp) => (page: Page) =>
  page.getByRole('textbox', typeof name === 'string' ? { name, exact: true } : { name }).first();

/** Every kind of editor, with a field of it. */
const PLACES: Place[] = [
  { name: 'a post', address: '/blog/new', field: title, text: 'Kopi pagi' },
  { name: 'a template', address: '/templates/new?start=blank', field: textbox('Name'), text: 'Kopi pagi' },
  { name: 'a broadcast', address: '/broadcasts/new', field: textbox('Name'), text: 'Kopi pagi' },
  { name: 'a code', address: '/discount-codes/new', field: textbox('Code'), text: 'KOPIPAGI' },
  { name: 'a segment', address: '/audience-segments/new', field: textbox('Name'), text: 'Kopi pagi' },
  { name: 'a campaign', address: '/marketing-campaigns?new=1', field: textbox('Name'), text: 'Kopi pagi' },
  { name: 'a list', address: '/contact-lists?new=1', field: textbox('Name'), text: 'Kopi pagi' },
  { name: 'a contact', address: '/contacts?new=1', field: textbox('First name'), text: 'Sari' },
  { name: 'an API key', address: '/api-keys?new=1', field: textbox('Name'), text: 'Kasir' },
  { name: 'the program', address: '/referrals/program', field: textbox(/Terms/), text: 'Syarat' },
  { name: 'cart reminders', address: '/abandoned-cart/settings', field: textbox(/^Subject/), text: 'Masih ada' },
  { name: 'pixels', address: '/pixels', field: textbox('Analytics measurement ID'), text: 'G-AAAA1111' },
  { name: 'the workspace', address: '/settings/workspace', field: textbox('Name'), text: 'Toko Pagi' },
];

for (const { name, address, field, text } of PLACES) {
  signedIn(`what was typed is there after a reload: ${name}`, async ({ page }) => {
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await page.goto(address);
    await expect(field(page)).toBeVisible();
    const before = await field(page).inputValue();
    await field(page).fill(text);
    // A hand on the keyboard, without which the browser asks nobody.
    await field(page).press('End');
    await page.reload();
    expect(asked).toEqual(['beforeunload']);
    if (address.includes('?new=1') && !(await field(page).isVisible())) await page.goto(address);
    await expect(field(page)).toHaveValue(before);
    await offer(page).getByRole('button', { name: 'Restore' }).click();
    await expect(field(page)).toHaveValue(text);

    // Discarded, it is gone for good.
    await page.reload();
    await offer(page).getByRole('button', { name: 'Discard' }).click();
    await expect(offer(page)).toBeHidden();
    await expect.poll(() => kept(page)).toBe('');
    await page.reload();
    await expect(field(page)).toHaveValue(before);
    await expect(offer(page)).toBeHidden();
  });
}

signedIn('a draft never holds a secret, and goes when the person signs out', async ({ page }) => {
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto('/pixels');
  await page
    .getByLabel(/access token/i)
    .first()
    .fill('EAA-hush-hush');
  await textbox('Analytics measurement ID')(page).fill('G-AAAA1111');
  await expect.poll(() => kept(page)).toContain('G-AAAA1111');
  expect(await kept(page)).not.toContain('hush');

  // In a browser of its own session, so that no other test is signed out.
  await endSession(page);
  await page.goto('/sign-in');
  await page.getByLabel(/e-?mail/i).fill(demo().email);
  await page.getByRole('textbox', { name: 'Password' }).fill(demo().password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/');
  expect(await kept(page)).toContain('G-AAAA1111');
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/sign-in');
  expect(await kept(page)).toBe('');
});

signedIn('a drawer asks before it closes, by keyboard alone', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Lists', exact: true }).click();
  await page.getByRole('button', { name: 'New list' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'New list' });
  const name = drawer.getByRole('textbox', { name: 'Name' });
  await name.pressSequentially('Langganan');
  await page.keyboard.press('Escape');
  const asks = drawer.getByRole('alertdialog');
  await expect(asks.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(asks).toBeHidden();
  await expect(name).toHaveValue('Langganan');
  // Cancel asks as well, and so does Back.
  await drawer.getByRole('button', { name: 'Cancel' }).click();
  await asks.getByRole('button', { name: 'Keep editing' }).click();
  await goBack(page);
  await expect(asks).toBeVisible();
  await asks.getByRole('button', { name: 'Keep editing' }).click();
  await page.keyboard.press('Escape');
  await asks.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(drawer).toBeHidden();
  await page.getByRole('button', { name: 'New list' }).first().click();
  await drawer.getByRole('button', { name: 'Restore' }).click();
  await expect(name).toHaveValue('Langganan');
});

/** Ends the session once the page has asked for what it shows: a question under way would open the dialog by itself. */
async function endSession(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.context().clearCookies();
}

/** The dialog that signs in again, in place. */
const again = (page: Page): Locator => page.getByRole('dialog', { name: 'Sign in again' });

async function signInAgain(page: Page, login: { email: string; password: string }): Promise<void> {
  await again(page).getByLabel('E-mail').fill(login.email);
  await again(page).getByRole('textbox', { name: 'Password' }).fill(login.password);
  await page.keyboard.press('Enter');
}

signedIn(
  'a session that ends while somebody writes comes back in place, and the save goes through',
  async ({ page, baseURL }) => {
    const name = unique('Sesi ');
    const id = await makePost(baseURL, name);
    await page.goto(`/blog/${id}`);
    await expect(title(page)).toHaveValue(name);
    await endSession(page);
    await title(page).fill(`${name} baru`);
    await page.getByRole('button', { name: /^Save/ }).first().click();
    await expect(again(page)).toBeVisible();
    await expect(again(page).getByLabel('E-mail')).toHaveValue(demo().email);
    await expect(again(page).getByRole('textbox', { name: 'Password' })).toBeFocused();
    await expectAccessible(page);

    // A wrong password is said there; nobody is sent away.
    await signInAgain(page, { ...demo(), password: 'wrong' });
    await expect(again(page).getByText('The e-mail or password is wrong.')).toBeVisible();
    await expectAccessible(page);
    await signInAgain(page, demo());
    await expect(again(page)).toBeHidden();
    await expect(page.getByText('Not saved')).toBeHidden();
    expect(new URL(page.url()).pathname).toBe(`/blog/${id}`);
    await expect(title(page)).toHaveValue(`${name} baru`);
    await expect.poll(async () => (await readPost(baseURL, id)).title).toBe(`${name} baru`);
  },
);

signedIn('put off, the text stays, and the next save asks again', async ({ page }) => {
  await page.goto('/discount-codes/new');
  const code = page.getByRole('textbox', { name: 'Code', exact: true });
  const name = unique('SESI').toUpperCase();
  await code.fill(name);
  await page.getByRole('textbox', { name: 'Percentage' }).fill('7');
  await endSession(page);
  await page.keyboard.press('Enter');
  await expect(again(page)).toBeVisible();
  await again(page).getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByText('You are signed out.').first()).toBeVisible();
  await expect(code).toHaveValue(name);
  await page.getByRole('button', { name: 'Create code' }).first().click();
  await signInAgain(page, demo());
  await page.waitForURL(/\/discount-codes\/c[a-z0-9]{24}$/);
});

test('who signs in as another person is told, and nothing is saved', async ({ page, context, browser, baseURL }) => {
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '', locale: 'en-US' });
  const rina = await signUp(await elsewhere.newPage(), 'Rina');
  await elsewhere.close();
  const sari = await signUp(page, 'Sari');
  await page.goto('/blog/new');
  await title(page).fill('Rahasia Sari');
  await endSession(page);
  await saveDraft(page).click();
  await signInAgain(page, rina);
  await expect(again(page).getByRole('alert')).toContainText('You are signed in as Rina');
  await expectAccessible(page);
  // Her drafts are not offered to anybody else.
  const other = await context.newPage();
  await other.goto('/blog/new');
  await expect(title(other)).toBeVisible();
  await expect(other.getByRole('button', { name: /^Account menu/ })).toContainText('Rina');
  await expect(offer(other)).toBeHidden();
  await other.goto('/blog');
  await expect(other.getByText('Rahasia Sari')).toHaveCount(0);
  await other.close();

  await again(page).getByRole('button', { name: 'Sign in as Sari' }).click();
  await signInAgain(page, sari);
  await page.waitForURL(/\/blog\/c[a-z0-9]{24}$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rahasia Sari');
});

/** A colleague in the workspace of the page, in a browser of her own. */
async function colleague(page: Page, browser: Browser, baseURL: string | undefined): Promise<BrowserContext> {
  await page.goto('/settings/members');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('textbox', { name: 'E-mail (optional)' }).focus();
  await page.keyboard.press('Enter');
  const link = await drawer.locator('code').innerText();
  await drawer.getByRole('button', { name: 'Done' }).click();
  const context = await browser.newContext({ baseURL: baseURL ?? '', locale: 'en-US' });
  const guest = await context.newPage();
  await guest.goto(new URL(link.trim()).pathname);
  await guest.getByLabel('Your name').fill('Rina');
  await guest.getByLabel('E-mail').fill(`${slugOf(unique('rina '))}@toko.example`);
  await guest.getByRole('textbox', { name: 'Password' }).fill('kopi susu gula aren');
  await guest.keyboard.press('Enter');
  await guest.waitForURL((url) => url.pathname === '/');
  await guest.close();
  return context;
}

const conflict = (page: Page): Locator => page.getByRole('dialog', { name: 'Choose what to keep' });

test('of two people on one post neither undoes the other: fields are put together, or chosen', async ({
  page,
  browser,
  baseURL,
}) => {
  await signUp(page, 'Sari');
  const context = await colleague(page, browser, baseURL);
  await page.goto('/blog/new');
  await title(page).fill('Menyeduh kopi');
  await page.getByRole('textbox', { name: 'Text' }).fill('Air panas.');
  await saveDraft(page).click();
  await page.waitForURL(/\/blog\/c[a-z0-9]{24}$/);
  const rina = await context.newPage();
  await rina.goto(page.url());
  await expect(title(rina)).toHaveValue('Menyeduh kopi');
  await page.reload();

  // Different fields: both stay, and nobody is asked.
  await page.getByRole('textbox', { name: 'Text' }).fill('Air panas, 92 derajat.');
  await saveDraft(page).click();
  await expect(page.getByText('Not saved')).toBeHidden();
  await rina.getByRole('textbox', { name: 'Excerpt' }).fill('Cara Rina');
  await saveDraft(rina).click();
  await expect(rina.getByText('Not saved')).toBeHidden();
  await expect(rina.getByRole('textbox', { name: 'Text' })).toHaveValue('Air panas, 92 derajat.');
  await expect(conflict(rina)).toBeHidden();

  // The same field: both versions are shown, and one is chosen.
  await rina.getByRole('textbox', { name: 'Text' }).fill('Air panas, 96 derajat.');
  await saveDraft(rina).click();
  await expect(rina.getByText('Not saved')).toBeHidden();
  await page.getByRole('textbox', { name: 'Text' }).fill('Air panas, 88 derajat.');
  await title(page).fill('Menyeduh kopi di rumah');
  await saveDraft(page).click();
  await expect(conflict(page)).toContainText('Rina saved this just now');
  const text = conflict(page).getByRole('radiogroup', { name: 'Text' });
  await expect(text.getByRole('radio', { name: /^Your version/ })).toBeChecked();
  await expect(text).toContainText('88');
  await expect(text).toContainText('96');
  await expectAccessible(page);
  // Back to the editor: nothing is lost, and nothing saved.
  await conflict(page).getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByText('Not saved')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue('Air panas, 88 derajat.');
  await saveDraft(page).click();
  await text.getByRole('radio', { name: /^Rina's version/ }).click();
  await conflict(page).getByRole('button', { name: 'Save these' }).click();
  await expect(conflict(page)).toBeHidden();
  await expect(page.getByText('Not saved')).toBeHidden();
  await rina.reload();
  await expect(rina.getByRole('textbox', { name: 'Text' })).toHaveValue('Air panas, 96 derajat.');
  await expect(title(rina)).toHaveValue('Menyeduh kopi di rumah');
  await expect(rina.getByRole('textbox', { name: 'Excerpt' })).toHaveValue('Cara Rina');
  await context.close();
});

interface Shared {
  name: string;
  /** Of the REST API, which is the other one who saves. */
  path: string;
  body: () => object;
  editor: (id: string) => string;
  /** A field of the form and its key, and another key that only the other one changes. */
  field: (page: Page) => Locator;
  key: string;
  other: { key: string; value: string; field: (page: Page) => Locator };
  save: RegExp;
}

const SHARED: Shared[] = [
  {
    name: 'a template',
    path: '/api/v1/broadcasts/templates',
    body: () => ({ name: unique('Surat '), description: 'Awal', blocks: { subject: 'Halo', blocks: [] } }),
    editor: (id) => `/templates/${id}`,
    field: textbox('Note'),
    key: 'description',
    other: { key: 'name', value: unique('Surat lain '), field: textbox('Name') },
    save: /^Save$/,
  },
  {
    name: 'a broadcast',
    path: '/api/v1/broadcasts',
    body: () => ({ name: unique('Kabar '), providers: ['sms_p1'], audience: {}, content: {} }),
    editor: (id) => `/broadcasts/${id}/edit`,
    field: textbox('Name'),
    key: 'name',
    other: { key: 'name', value: '', field: textbox('Name') },
    save: /^Save draft$/,
  },
  {
    name: 'a code',
    path: '/api/v1/discount-codes',
    body: () => ({ code: unique('BAGI').toUpperCase(), type: 'percent', value: 10, currency: 'IDR' }),
    editor: (id) => `/discount-codes/${id}/edit`,
    field: textbox('Note'),
    key: 'description',
    other: { key: 'value', value: '25', field: textbox('Percentage') },
    save: /^Save changes$/,
  },
  {
    name: 'a segment',
    path: '/api/v1/audience-segments',
    body: () => ({
      name: unique('Bandung '),
      definition: { match: 'all', groups: [{ match: 'all', conditions: [{ field: 'email', op: 'is_set' }] }] },
    }),
    editor: (id) => `/audience-segments/${id}/edit`,
    field: textbox('Note'),
    key: 'description',
    other: { key: 'name', value: unique('Cimahi '), field: textbox('Name') },
    save: /^Save$/,
  },
];

for (const { name, path, body, editor, field, key, other, save } of SHARED) {
  signedIn(`who saves after another one is told, and takes what both did: ${name}`, async ({ page, baseURL }) => {
    const made = await callApi<{ id?: string; template?: { id: string } }>(baseURL, 'POST', path, body());
    const id = made.data.id ?? made.data.template?.id ?? '';
    const saved = async (changes: object) =>
      expect((await callApi(baseURL, 'PATCH', `${path}/${id}`, changes)).status).toBe(200);
    await page.goto(editor(id));
    await field(page).fill('Punya saya');
    await saved({
      [key]: 'Punya mereka',
      ...(other.value !== '' && { [other.key]: /^\d+$/.test(other.value) ? Number(other.value) : other.value }),
    });
    await page.getByRole('button', { name: save }).first().click();
    await expect(conflict(page)).toContainText('Somebody else saved this');
    await expect(conflict(page).getByRole('radiogroup')).toHaveCount(1);
    await expect(conflict(page)).toContainText('Punya mereka');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(conflict(page)).toBeHidden();
    await expect(field(page)).toHaveValue('Punya saya');
    await page.getByRole('button', { name: save }).first().click();
    // Mine is chosen to begin with.
    await Promise.all([
      page.waitForResponse((answer) => /update/.test(answer.url()) && answer.ok()),
      conflict(page).getByRole('button', { name: 'Save these' }).click(),
    ]);
    await expect(conflict(page)).toBeHidden();
    await page.goto(editor(id));
    await expect(field(page)).toHaveValue('Punya saya');
    if (other.value !== '') await expect(other.field(page)).toHaveValue(new RegExp(`^${other.value}`));
  });
}

signedIn('on a phone, in Indonesian, nothing scrolls sideways', async ({ page, context, baseURL }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await context.addCookies([{ name: 'laris-locale', value: 'id', url: baseURL ?? '' }]);
  const id = await makePost(baseURL, unique('Ponsel '));
  await page.goto(`/blog/${id}`);
  const name = page.getByRole('textbox', { name: 'Judul', exact: true });
  await name.fill('Punya saya');
  await callApi(baseURL, 'PATCH', `/api/v1/blog/${id}`, { title: 'Punya mereka' });
  await page.getByRole('button', { name: 'Simpan draf' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Pilih yang ingin disimpan' })).toContainText(
    'Orang lain menyimpan perubahan di sini',
  );
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Lanjut mengedit' }).click();
  await expect.poll(() => kept(page)).toContain('Punya saya');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByRole('region', { name: 'Draf yang belum disimpan' })).toContainText(
    'versi tersimpan diubah orang lain',
  );
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
