/** Browser tests: the built app as `npm start` runs it, on an embedded database of its own, in a real Chromium. */
import { rmSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { BROWSER, CHROMIUM_ARGUMENTS, findChromium } from './e2e/support/browser';
import { SHOPIFY_APP_SECRET } from './e2e/support/shopify-app';

const freePort = (): Promise<string> =>
  new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(String(port)));
    });
  });

// Every worker reads this file again: what the first one decided comes down in the environment.
if (process.env.E2E_PORT === undefined) {
  process.env.E2E_PORT = await freePort();
  // A folder of this run's own: one that was killed may have left its server running on another.
  const dataDir = path.resolve('.test', `e2e-${process.env.E2E_PORT}`);
  process.env.E2E_DATA_DIR = dataDir;
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
}
process.env.E2E_CHROMIUM ??= await findChromium();
const baseURL = `http://localhost:${process.env.E2E_PORT}`;

export default defineConfig({
  testDir: 'e2e',
  outputDir: '.test/e2e-results',
  workers: 2,
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  timeout: 90_000,
  // A test that passes at the second try hides what a person meets at the first.
  retries: 0,
  expect: { timeout: 20_000 },
  use: {
    baseURL,
    // As a person's browser names itself: a headless one is a robot, whose clicks and looks are not counted.
    userAgent: BROWSER,
    locale: 'en-US',
    timezoneId: 'Asia/Jakarta',
    // Recording what a test does takes a seventh of its time; `npm test -- --only=e2e -- --trace=on` records it.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env.E2E_CHROMIUM, args: CHROMIUM_ARGUMENTS },
  },
  webServer: {
    command: 'node scripts/start.mjs',
    url: `${baseURL}/readyz`,
    timeout: 240_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'ignore',
    env: {
      ...(process.env as Record<string, string>),
      PORT: process.env.E2E_PORT,
      DATA_DIR: process.env.E2E_DATA_DIR ?? '',
      DATABASE_URL: '',
      // Each test comes from an address of its own (support/test.ts).
      TRUST_PROXY: 'true',
      LOG_LEVEL: 'warn',
      // Whose signature Shopify's questions about people have (e2e/integrations.spec.ts).
      OAUTH_STOREFRONT_P1_CLIENT_ID: 'e2e-app',
      OAUTH_STOREFRONT_P1_CLIENT_SECRET: SHOPIFY_APP_SECRET,
      NODE_ENV: 'production',
    },
  },
});
