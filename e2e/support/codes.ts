/** Codes of an authenticator app, and setting them up as a person does. */
import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, type Account } from './test';

const STEP = 30_000;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What an app shows that knows this secret, so many steps from now. */
export function codeOf(secret: string, steps = 0): string {
  const bits = Array.from(secret, (letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP) + steps));
  const mac = createHmac('sha1', Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))))
    .update(counter)
    .digest();
  return String((mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

export const drawer = (page: Page) => page.getByRole('dialog');
export const codeField = (page: Page) => page.getByRole('textbox', { name: 'Code' });

/** Sets it up through the page. @returns the secret, and the recovery codes */
export async function setUpCodes(page: Page, { password }: Account): Promise<{ secret: string; recovery: string[] }> {
  await page.goto('/settings/account');
  await page.getByRole('button', { name: 'Set up codes at sign-in' }).click();
  await drawer(page).getByRole('textbox', { name: 'Current password' }).fill('not this one');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This is not your current password.')).toBeVisible();
  await drawer(page).getByRole('textbox', { name: 'Current password' }).fill(password);
  await page.keyboard.press('Enter');
  await expect(drawer(page).getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expectAccessible(page);
  const secret = (await drawer(page).locator('code').innerText()).replaceAll(/\s/g, '');
  await codeField(page).fill(codeOf(secret, 20));
  await page.keyboard.press('Enter');
  await expect(page.getByText('This code is wrong. Check the clock of your phone')).toBeVisible();
  await codeField(page).fill(codeOf(secret, -1).replace(/(...)/, '$1 '));
  await page.keyboard.press('Enter');
  await expect(drawer(page).getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page);
  const recovery = await drawer(page).getByRole('listitem').allInnerTexts();
  await page.keyboard.press('Escape');
  await expect(page.getByText('You have not copied the recovery codes.')).toBeVisible();
  await page.getByRole('button', { name: 'Stay' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    drawer(page).getByRole('button', { name: 'Save as a file' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('laris-recovery-codes.txt');
  await drawer(page).getByRole('button', { name: 'I have saved them' }).click();
  await expect(drawer(page)).toBeHidden();
  return { secret, recovery };
}
