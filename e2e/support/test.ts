/** What every browser test uses: the demo login, axe, and a page that must not complain. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { test as base, expect, type Browser, type BrowserContext, type Page } from '@playwright/test';

export { expect };

export interface Demo {
  email: string;
  password: string;
  keyId: string;
  secret: string;
}

/** Login and key of the demo workspace of this run. */
export const demo = (): Demo =>
  JSON.parse(readFileSync(path.join(process.env.E2E_DATA_DIR ?? '', 'demo.json'), 'utf8')) as Demo;

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResults {
  violations: { id: string; impact: string | null; nodes: { html: string; failureSummary?: string }[] }[];
}

/** Fails on anything but minor that axe finds on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  // After a way within the app the title follows the page.
  await expect(page).toHaveTitle(/./);
  // What is still fading in has another contrast than what people then read; a spinner never ends.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((each) => Number.isFinite(each.effect?.getComputedTiming().iterations))
        .map((each) => each.finished.catch(() => undefined)),
    ),
  );
  // Evaluated from outside, so the page's own policy does not stand in its way.
  const present = await page.evaluate(() => 'axe' in globalThis);
  if (!present) await page.evaluate(axeSource);
  const results = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<AxeResults> } };
    // A notice that goes away while axe is looking goes at once.
    const still = new CSSStyleSheet();
    still.replaceSync('*, *::before, *::after { transition: none !important; animation: none !important; }');
    document.adoptedStyleSheets.push(still);
    try {
      return await axe.run();
    } finally {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== still);
    }
  });
  // What Mantine opens over the page stands beside its landmarks; a menu, a list of options or a tooltip is none itself.
  const isPortal = (id: string, html: string): boolean =>
    id === 'region' && (html.includes('data-portal="true"') || html.includes('role="tooltip"'));
  const felt = results.violations
    .filter(({ impact }) => impact !== 'minor')
    .map(({ id, nodes }) => ({ id, nodes: nodes.filter(({ html }) => !isPortal(id, html)) }))
    .filter(({ nodes }) => nodes.length > 0);
  expect(felt.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)).toEqual([]);
}

/** Nothing may stick out sideways, once what follows a change of width by script has followed. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBeLessThanOrEqual(0);
}

/** Signs in through the page, as a person does. */
export async function signIn(page: Page, login: Pick<Demo, 'email' | 'password'> = demo()): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel(/e-?mail/i).fill(login.email);
  await page
    .getByLabel(/password/i)
    .first()
    .fill(login.password);
  await page.getByRole('button', { name: /^sign in$/i }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'));
}

/** A word that no other test uses, after what says whose it is. */
export const unique = (prefix = ''): string =>
  `${prefix}${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;

export interface Account {
  shop: string;
  email: string;
  password: string;
}

/** Makes a workspace of one's own through the page, so that no other test sees what changes in it. Leads to its Home. */
export async function signUp(page: Page, person = 'Sari Dewi', shop = unique('Toko ')): Promise<Account> {
  const account = { shop, email: `${unique('pemilik-')}@toko.example`, password: 'kopi susu gula aren' };
  await page.goto('/sign-up');
  await page.getByLabel('Shop or company').fill(shop);
  await page.getByLabel('Your name').fill(person);
  await page.getByLabel('E-mail').fill(account.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(account.password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/');
  return account;
}

/**
 * Until React holds every control of the page. A page shows its rows before its code is there, and what is clicked or
 * chosen in that moment is lost; people wait for it unknowingly, a test must do so knowingly. What React holds bears
 * its mark. Documents that Next did not draw have nothing to wait for.
 */
const untilAlive = async (page: Page): Promise<void> => {
  await page.waitForFunction(
    () =>
      !('__next_f' in globalThis) ||
      // Not those that a library made by hand: the code editor's, and what measures the height of a text.
      [...document.querySelectorAll('button, input, select, textarea:not([aria-hidden])')].every(
        (control) =>
          control.closest('.cm-editor') !== null || Object.keys(control).some((key) => key.startsWith('__reactProps')),
      ),
    undefined,
    { timeout: 20_000 },
  );
};

/** Lets every page of this process, whoever opens it, wait until it is alive once it has come to an address. */
async function waitAfterAddresses(browser: Browser): Promise<void> {
  const context = await browser.newContext();
  const prototype = Object.getPrototypeOf(await context.newPage()) as Page;
  await context.close();
  for (const way of ['goto', 'reload', 'goBack', 'waitForURL'] as const) {
    const first = Reflect.get(prototype, way) as (this: Page, ...how: unknown[]) => Promise<unknown>;
    const waiting = async function (this: Page, ...how: unknown[]): Promise<unknown> {
      const answer = await first.apply(this, how);
      await untilAlive(this);
      return answer;
    };
    Object.assign(prototype, { [way]: waiting });
  }
}

interface WorkerFixtures {
  /** What a test clicks right after an address is answered. */
  alivePages: undefined;
}

interface Fixtures {
  /** Fails the test when the page logs an error, throws, or breaks its content security policy. */
  quietPage: undefined;
}

/** An address of its own, as every shop has one: the limit on attempts to sign in counts by it. */
const anyAddress = (): string => ['10', ...[...randomBytes(3)].map(String)].join('.');

export const test = base.extend<Fixtures, WorkerFixtures>({
  alivePages: [
    async ({ browser }, use) => {
      await waitAfterAddresses(browser);
      await use(undefined);
    },
    { scope: 'worker', auto: true },
  ],
  extraHTTPHeaders: ({ extraHTTPHeaders }, use) => use({ ...extraHTTPHeaders, 'x-forwarded-for': anyAddress() }),
  quietPage: [
    async ({ context }: { context: BrowserContext }, use) => {
      const complaints: string[] = [];
      context.on('console', (message) => {
        // A refused request is an outcome that tests provoke; what the page makes of it is theirs to assert.
        // And what the tracer would run in the frame of a previewed e-mail, also before it has its address, is kept
        // from running, as anything there is.
        if (
          message.type() === 'error' &&
          !/Failed to load resource|^Blocked script execution in '(?:about:blank|[^']+\/email-frame)'/.test(
            message.text(),
          )
        )
          complaints.push(message.text());
      });
      context.on('weberror', (error) => complaints.push(error.error().message));
      await use(undefined);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});
