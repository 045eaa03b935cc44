/** What the tests of contacts and lists do again and again. */
import type { Page } from '@playwright/test';
import { expect } from './test';

export const contactAddress = /\/contacts\/c[a-z0-9]{24}$/;
export const listAddress = /\/contact-lists\/c[a-z0-9]{24}$/;
export const importAddress = /\/contacts\/import\/c[a-z0-9]{24}$/;

/** Makes a contact through its form. Leads to its page. */
export async function createContact(page: Page, person: { firstName: string; email: string }): Promise<void> {
  await page.goto('/contacts?new=1');
  const drawer = page.getByRole('dialog', { name: 'New contact' });
  await drawer.getByRole('textbox', { name: 'First name' }).fill(person.firstName);
  await drawer.getByRole('textbox', { name: 'E-mail' }).fill(person.email);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Open' }).click();
  await page.waitForURL(contactAddress);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(person.firstName);
}

/** Makes a list through its form. Leads to its page. */
export async function createList(page: Page, name: string): Promise<void> {
  await page.goto('/contact-lists?new=1');
  await page.getByRole('dialog', { name: 'New list' }).getByRole('textbox', { name: 'Name' }).fill(name);
  await page.keyboard.press('Enter');
  await page.waitForURL(listAddress);
}

/** Drops a file on the page as it stands, as a hand with a mouse does. */
export async function dropFile(page: Page, name: string, content: string | Buffer): Promise<void> {
  const base64 = Buffer.from(content).toString('base64');
  const transfer = await page.evaluateHandle(
    ([fileName, bytes]) => {
      const data = new DataTransfer();
      data.items.add(
        new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], fileName, { type: 'text/csv' }),
      );
      return data;
    },
    [name, base64] as const,
  );
  // Before the page listens, the browser would open the file.
  await expect
    .poll(() =>
      page.locator('main').evaluate((main, dataTransfer) => {
        const over = new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer });
        main.dispatchEvent(over);
        return over.defaultPrevented;
      }, transfer),
    )
    .toBe(true);
  for (const event of ['dragenter', 'dragover', 'drop'])
    await page.dispatchEvent('main', event, { dataTransfer: transfer });
}
