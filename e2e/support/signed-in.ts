/** Tests that begin signed in to the demo workspace. Signing in once a worker keeps clear of the limit on attempts. */
import type { BrowserContextOptions } from '@playwright/test';
import { test as base, signIn } from './test';

type State = Exclude<BrowserContextOptions['storageState'], undefined>;

export const test = base.extend<{ storageState: State }, { signedIn: State }>({
  signedIn: [
    async ({ browser }, use, worker) => {
      const context = await browser.newContext({ baseURL: worker.project.use.baseURL, locale: 'en-US' });
      await signIn(await context.newPage());
      const state = await context.storageState();
      await context.close();
      await use(state);
    },
    { scope: 'worker' },
  ],
  storageState: ({ signedIn }, use) => use(signedIn),
});
