/** What several tests do with discount codes. */
import type { Page } from '@playwright/test';
import { expect, unique } from './test';

/** A code that no other test uses. */
export const uniqueCode = (prefix: string): string => unique(`${prefix}-`).toUpperCase();

export const detailAddress = /\/discount-codes\/c[a-z0-9]{24}$/;

/** Fills in the form of a new code, 10 percent off any cart, and saves it with Enter. Leads to its page. */
export async function createCode(page: Page, code: string, percent = '10'): Promise<void> {
  await page.goto('/discount-codes/new');
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(code);
  await page.getByRole('textbox', { name: 'Percentage' }).fill(percent);
  await page.keyboard.press('Enter');
  await page.waitForURL(detailAddress);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(code);
}
