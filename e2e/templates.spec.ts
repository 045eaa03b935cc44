/** Templates: the block editor by pointer and keyboard, the e-mail as it arrives, images, and what is refused. */
import type { Locator, Page } from '@playwright/test';
import { themesOf } from './support/looks';
import { test } from './support/signed-in';
import { expect, expectAccessible, expectNoSidewaysScroll, unique } from './support/test';

/** The words of the previewed e-mail, read from the page that wrote them: nothing can run inside the frame. */
const previewed = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      document
        .querySelector<HTMLIFrameElement>('section[aria-label="Preview"] iframe')
        ?.contentDocument?.querySelector('body')?.innerText ?? '',
  );
const order = (page: Page): Promise<string[]> =>
  page
    .locator('ol > li')
    .evaluateAll((items) => items.map((item) => item.querySelector('[aria-expanded]')?.textContent ?? ''));

async function add(page: Page, kind: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a block', exact: true }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${kind}`) }).click();
}

/** A picture that the browser itself draws, in a format that Outlook does not show. */
async function picture(page: Page): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1600, 600];
    canvas.getContext('2d')?.fillRect(0, 0, 1600, 600);
    return canvas.toDataURL('image/webp').split(',')[1] ?? '';
  });
  return { name: 'kebun.webp', mimeType: 'image/webp', buffer: Buffer.from(base64, 'base64') };
}

/** As on a server whose operator has switched merge tags on. */
const offerTags = (page: Page) =>
  page.route('**/templates/new', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replaceAll('\\"mergeTags\\":false', '\\"mergeTags\\":true'),
    });
  });

test('without merge tags the samples hold none, and one that is written is named', async ({ page }) => {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const start of ['launch', 'offer', 'letter', 'cart', 'thanks']) {
      await page.goto(`/templates/new?start=${start}`);
      await expect.poll(() => previewed(page)).not.toBe('');
      expect(await previewed(page)).not.toMatch(/[{}]/);
      expect(await page.getByRole('textbox', { name: 'Subject' }).inputValue()).not.toMatch(/[{}]|,$/);
    }
    await expect(page.getByRole('button', { name: /^Insert a merge tag/ })).toHaveCount(0);
    await page.getByRole('textbox', { name: 'Subject' }).fill('Halo {firstName|teman}');
    await expect(page.getByText('This server does not replace merge tags: {firstName}.')).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
});

test('a template is begun from a sample, written from blocks, saved, found again, duplicated and deleted', async ({
  page,
}) => {
  const name = unique('Gayo ');
  await offerTags(page);
  await page.goto('/templates/new');
  await page.getByRole('link', { name: 'New product' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('textbox', { name: 'Subject' }).fill('Gayo is here');

  // Into the text, a tag where the caret is; the preview follows.
  await page.getByRole('button', { name: /^Text / }).click();
  const body = page.getByRole('textbox', { name: 'Text', exact: true });
  await body.fill('Dear ');
  await page.getByRole('button', { name: 'Insert a merge tag into Text' }).click();
  await page.getByRole('menuitem', { name: 'First name' }).click();
  await body.pressSequentially(' <b>&');
  await expect.poll(() => previewed(page)).toContain('Dear {firstName} <b>&');

  await add(page, 'Image');
  await page.locator('input[type="file"]').setInputFiles(await picture(page));
  await page.getByRole('textbox', { name: 'Description of the image' }).fill('The farm');
  await expect
    .poll(() =>
      page.evaluate(
        () => document.querySelector('iframe')?.contentDocument?.querySelector('img')?.getAttribute('src') ?? '',
      ),
    )
    .toMatch(/\/uploads\/[a-z0-9]+\/[0-9a-f]{40}\.jpg$/);
  await expectAccessible(page);

  // By keyboard: the image to the place before the headline.
  const before = await order(page);
  const at = before.findIndex((words) => words.startsWith('Image'));
  await page.getByRole('button', { name: `Move block ${at + 1}, Image` }).focus();
  await page.keyboard.press('Space');
  const said = page.locator('[id^="DndLiveRegion"]');
  await expect(said).toContainText(`picked up from place ${at + 1} of`);
  // A key that scrolls the page first moves nothing yet: as a person does, on until it is where it should be.
  await expect(async () => {
    if (!/at place 2 of/.test((await said.textContent()) ?? '')) await page.keyboard.press('ArrowUp');
    await expect(said).toContainText('at place 2 of', { timeout: 300 });
  }).toPass({ timeout: 10_000 });
  await page.keyboard.press('Space');
  await expect.poll(async () => (await order(page))[1]).toMatch(/^Image/);

  // By the menu: a copy of it, and away with the copy.
  await page.getByRole('button', { name: 'Actions for block 2, Image' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(page.getByRole('button', { name: 'Move block 3, Image' })).toBeVisible();
  await page.getByRole('button', { name: 'Actions for block 3, Image' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect.poll(async () => (await order(page)).length).toBe(before.length);

  await page.getByRole('button', { name: 'Create template' }).first().click();
  await page.waitForURL((url) => url.pathname === '/templates');
  await page.getByRole('searchbox', { name: 'Search templates' }).fill(name);
  await page.waitForURL((url) => url.searchParams.get('q') === name);
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('Gayo is here');
  await expect.poll(() => previewed(page)).toContain('Dear {firstName} <b>&');

  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  // The word of its creation may still be on the screen, with a link of its own.
  await page.getByRole('alert').filter({ hasText: 'was duplicated' }).getByRole('link', { name: 'Open' }).click();
  await expect(page.getByRole('heading', { name: `${name} (copy)` })).toBeVisible();
  await page.getByRole('button', { name: `Actions for ${name} (copy)` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL((url) => url.pathname === '/templates');
  await page.getByRole('searchbox', { name: 'Search templates' }).fill(name);
  await expect(page.getByRole('link', { name: new RegExp(name) })).toHaveCount(1);
});

test('formatted text, columns, a product and a code are written, and seen as one contact gets them', async ({
  page,
}) => {
  await page.goto('/templates/new?start=blank');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(unique('Blok '));
  await page.getByRole('textbox', { name: 'Subject' }).fill('Untuk {firstName|Kakak}');

  await add(page, 'Text');
  const body = page.getByRole('textbox', { name: 'Text', exact: true });
  await body.fill('Kopi baru');
  await body.press('Control+A');
  await body.press('Control+B');
  await expect(body).toHaveValue('**Kopi baru**');
  // The browser's own undo takes the marks back, and brings them again.
  await body.press('Control+Z');
  await expect(body).toHaveValue('Kopi baru');
  await page.getByRole('toolbar', { name: 'Format the text' }).getByRole('button', { name: 'Bold' }).click();
  await expect(body).toHaveValue('**Kopi baru**');

  await add(page, 'Product');
  await page.getByRole('combobox', { name: 'Product' }).fill('Toraja');
  await page
    .getByRole('option', { name: /Toraja/ })
    .first()
    .click();
  await expect.poll(() => previewed(page)).toMatch(/Toraja[^]*Rp/);
  await page.locator('label', { hasText: 'Row' }).click();

  await add(page, 'Discount code');
  await page.getByRole('combobox', { name: 'Discount code' }).click();
  const code = page.getByRole('option').first();
  const word = await code.innerText();
  await code.click();
  await expect.poll(() => previewed(page)).toContain(word);

  await add(page, 'Two columns');
  await page.getByRole('button', { name: 'Add a block to Left column' }).click();
  await page.getByRole('menuitem', { name: 'Headline' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Di kiri');
  await page.getByRole('button', { name: 'Create template' }).first().click();
  await expect(page.getByText('Add something to this column')).toBeVisible();
  await page.getByRole('button', { name: 'Add a block to Right column' }).click();
  // The other column's menu may still be fading away.
  const menu = page.getByRole('menu', { name: 'Add a block to Right column' });
  await menu.getByRole('menuitem', { name: 'Text' }).click();
  await page.getByRole('group', { name: 'Right column, Text' }).getByRole('textbox').fill('di kanan');
  await add(page, 'Social links');
  await page.getByRole('textbox', { name: 'Link address' }).fill('instagram.com/toko');
  await expect.poll(() => previewed(page)).toMatch(/Di kiri[^]*di kanan[^]*/);
  await expectAccessible(page);

  // For somebody in particular; this server fills no tags in, and says so.
  const who = page.getByRole('combobox', { name: 'Preview for' });
  await who.click();
  await page.getByRole('option').first().click();
  await expect(page.getByText('This server does not replace merge tags.')).toBeVisible();
  await expect.poll(() => previewed(page)).toMatch(/Kopi baru[^]*Unsubscribe|Kopi baru[^]*Berhenti berlangganan/);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 780 });
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Create template' }).last().click();
  await page.waitForURL((url) => url.pathname === '/templates');
});

/** Clicks in the preview, away from the bar at the foot of a phone, which lies over what is behind it. */
async function point(words: Locator): Promise<void> {
  await words.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await words.click();
}

test('words are written in the preview, where they stand', async ({ page }) => {
  await page.goto('/templates/new?start=launch');
  const frame = page.frameLocator('section[aria-label="Preview"] iframe');
  // In a column as well, which the document nests.
  await add(page, 'Two columns');
  await page.getByRole('button', { name: 'Add a block to Left column' }).click();
  await page.getByRole('menuitem', { name: 'Headline' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Kiri');
  await expect(frame.getByText('Kiri')).toBeVisible();

  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    if (width === 390) await page.getByText('Preview', { exact: true }).first().click();
    const words = unique('Kopi ');
    await point(frame.getByRole('heading').first());
    const field = page.locator('section[aria-label="Preview"]').getByRole('textbox', { name: 'Title' });
    await expect(field).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(words);
    await expect(frame.getByRole('heading', { name: words })).toBeAttached();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.keyboard.press('Enter');
    await expect(field).toHaveCount(0);

    // Escape takes back what was typed since the click.
    await point(frame.getByText('Kiri'));
    await expect(field).toBeFocused();
    await page.keyboard.type(' dan kanan');
    await expect(frame.getByText(/dan kanan/)).toBeAttached();
    await page.keyboard.press('Escape');
    await expect(frame.getByText('Kiri', { exact: true })).toBeVisible();
    await expect(frame.getByText(/dan kanan/)).toHaveCount(0);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  // The form has what was written in the preview.
  await page.getByRole('button', { name: /^Headline Kopi / }).click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(/^Kopi /);
  // A block that is empty for a moment leaves the e-mail, and the one after it is not written over.
  await page.getByRole('button', { name: /^Actions for block 2, Headline/ }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  const titles = frame.locator('[data-block]:not([data-block*="columns"]) > td > h1');
  await expect(titles).toHaveCount(2);
  await point(titles.first());
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await expect(titles).toHaveCount(1);
  await page.keyboard.type('Kembali');
  await page.keyboard.press('Enter');
  await expect(titles).toHaveText([/^Kembali$/, /^Kopi /]);
  // A text of several paragraphs, and what is set in the form only.
  await point(frame.getByText(/we have waited for this one/));
  await expect(page.locator('section[aria-label="Preview"]').getByRole('textbox', { name: 'Text' })).toBeFocused();
  await page.keyboard.type('\n\nDan satu lagi.');
  await page.keyboard.press('Tab');
  await expect(frame.getByText('Dan satu lagi.')).toBeVisible();
  await point(frame.getByText(/You get this e-mail because/));
  await expect(page.getByRole('textbox', { name: 'Address of the shop' })).toBeVisible();
  await expectAccessible(page);
});

test('an image that was uploaded once is used again, called otherwise, and taken out of the library', async ({
  page,
}) => {
  const name = unique('kebun ');
  await page.goto('/templates/new?start=blank');
  await add(page, 'Image');
  await page.locator('input[type="file"]').setInputFiles({ ...(await picture(page)), name: `${name}.webp` });
  await expect(page.getByText('Drop another image to replace it')).toBeVisible();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();

  const library = page.getByRole('dialog', { name: 'Images' });
  const image = (of: string) => library.getByRole('button', { name: `Use ${of}`, exact: true });
  await page.getByRole('button', { name: 'From the library' }).click();
  await library.getByRole('searchbox').fill(name);
  await expect(image(`${name}.webp`)).toBeVisible();
  await expectAccessible(page);
  await library.getByRole('button', { name: `Actions for ${name}.webp` }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await library.getByRole('textbox', { name: 'Name' }).fill(`${name} pagi`);
  await page.keyboard.press('Enter');
  await expect(image(`${name} pagi`)).toBeVisible();
  await library.getByRole('button', { name: `Actions for ${name} pagi` }).click();
  await page.getByRole('menuitem', { name: 'Remove from library' }).click();
  await expect(library.getByText('Nothing matches')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await image(`${name} pagi`).click();
  await expect(library).toHaveCount(0);
  await expect
    .poll(() =>
      page.evaluate(() => document.querySelector('iframe')?.contentDocument?.querySelector('img')?.currentSrc ?? ''),
    )
    .toMatch(/\/uploads\//);

  // On a phone, and for the cover and the text of a post.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/blog/new');
  await page.getByRole('button', { name: 'Insert an image from the library' }).click();
  await library.getByRole('searchbox').fill(name);
  await expect(image(`${name} pagi`)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await image(`${name} pagi`).click();
  await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue(
    new RegExp(`!\\[${name} pagi\\]\\(http.+/uploads/`),
  );
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'From the library', exact: true }).click();
  await library.getByRole('searchbox').fill(name);
  await image(`${name} pagi`).click();
  await expect(page.getByText('Drop another image to replace it')).toBeVisible();
});

test('blocks are saved under a name, replaced, and inserted into another e-mail', async ({ page }) => {
  const name = unique('Kepala ');
  await page.goto('/templates/new?start=launch');
  await page.getByRole('button', { name: 'Actions for block 1, Header' }).click();
  await page.getByRole('menuitem', { name: 'Save for other e-mails…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save for other e-mails' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter a name')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('combobox', { name: 'Up to' }).click();
  await page.getByRole('option', { name: /^2\. Headline/ }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`“${name}” is saved.`)).toBeVisible();

  // The same name again is a question, not a loss.
  await page.getByRole('button', { name: 'Actions for block 1, Header' }).click();
  await page.getByRole('menuitem', { name: 'Save for other e-mails…' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('combobox', { name: 'Up to' }).click();
  await page.getByRole('option', { name: /^3\. Text/ }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText(/Saved blocks with this name already exist/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Replace' }).click();
  await expect(dialog).toHaveCount(0);

  // What is not finished waits.
  await add(page, 'Button');
  await page.getByRole('button', { name: 'Actions for block 4, Button' }).click();
  await page.getByRole('menuitem', { name: 'Save for other e-mails…' }).click();
  await expect(dialog.getByText(/A block is incomplete/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/templates/new?start=blank');
  const before = (await order(page)).length;
  await add(page, 'Saved blocks');
  const saved = page.getByRole('dialog', { name: 'Saved blocks' });
  await expect(saved.getByRole('button', { name: `Insert “${name}”` })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await saved.getByRole('button', { name: `Insert “${name}”` }).click();
  await expect.poll(async () => (await order(page)).length).toBe(before + 3);
  const [first, second, third] = await order(page);
  expect([first, second, third]).toEqual([/^Header/, /^Headline/, /^Text/].map((kind) => expect.stringMatching(kind)));

  await add(page, 'Saved blocks');
  await saved.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(saved.getByRole('button', { name: `Insert “${name}”` })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(saved.getByRole('button', { name: `Insert “${name}”` })).toBeVisible();
});

test('what is wrong is said at its block, and what is unsaved is guarded', async ({ page }) => {
  await page.goto('/templates/new?start=blank');
  await add(page, 'Button');
  await page.getByRole('textbox', { name: 'Button text' }).fill('Go');
  await page.getByRole('textbox', { name: 'Link address' }).fill('javascript:alert(1)');
  await page.getByRole('button', { name: 'Create template' }).first().click();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveAccessibleDescription(/Enter a name/);
  await expect(page.getByRole('textbox', { name: 'Link address' })).toHaveAccessibleDescription(
    /Enter an address that starts with/,
  );
  await expectAccessible(page);
  // A shop's address as people write it.
  await page.getByRole('textbox', { name: 'Link address' }).fill('tokoanda.co.id/kopi');
  await page.getByRole('textbox', { name: 'Button text' }).focus();
  await expect(page.getByRole('textbox', { name: 'Link address' })).toHaveValue('https://tokoanda.co.id/kopi');

  await page.getByRole('link', { name: 'Channels' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByRole('textbox', { name: 'Button text' })).toHaveValue('Go');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Selamat datang');
  await page.getByRole('button', { name: 'Create template' }).first().click();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveAccessibleDescription(
    /Another template has this name/,
  );
});

for (const colorScheme of themesOf('templates')) {
  test(`nothing stands in anybody's way, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    for (const address of ['/templates', '/templates/new', '/templates/new?start=offer']) {
      await page.goto(address);
      await expect
        .poll(() =>
          page.evaluate(
            () => document.querySelector('iframe')?.contentDocument?.querySelector('body')?.innerText.trim() ?? '',
          ),
        )
        .not.toBe('');
      await expectAccessible(page);
    }
  });
}

test('on a phone the preview is a tab, as a phone and in the dark', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/templates');
  await expect(page.getByRole('link', { name: 'Surat mingguan' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.goto('/templates/new?start=offer');
  await expect(page.getByRole('textbox', { name: 'Subject' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByText('Preview', { exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Subject' })).toBeHidden();
  await expect(page.getByRole('radio', { name: 'Phone' })).toBeChecked();
  await expect.poll(() => previewed(page)).toContain('20 % off');
  await page.locator('label', { hasText: 'Dark' }).click();
  const background = () =>
    page.evaluate(() => {
      const body = document.querySelector('iframe')?.contentDocument?.body;
      return body ? getComputedStyle(body).backgroundColor : '';
    });
  await expect.poll(background).toBe('rgb(19, 21, 23)');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('the pages speak Indonesian', async ({ page }) => {
  await page.goto('/templates');
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitemradio', { name: 'Bahasa Indonesia' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Templat' })).toBeVisible();
  await page.goto('/templates/new?start=launch');
  await expect(page.getByRole('textbox', { name: 'Subjek' })).toHaveValue('Baru tiba');
  await expectAccessible(page);
});
