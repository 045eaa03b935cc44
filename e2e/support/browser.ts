/** Which Chromium the browser tests run in. Nothing is downloaded: one that is there, else the one that npm installed. */
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** CHROMIUM_PATH, an installed Chrome or Chromium, Playwright's own, then the package @sparticuz/chromium. */
export async function findChromium(): Promise<string> {
  const candidates = [process.env.CHROMIUM_PATH, ...INSTALLED, chromium.executablePath()];
  const found = candidates.find((candidate) => candidate !== undefined && candidate !== '' && existsSync(candidate));
  if (found !== undefined) return found;
  // Tells the package to bring the system libraries along that a bare machine lacks.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs20.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  return await packaged.executablePath();
}

/** No sandbox, for tests run as root in containers too; no background traffic, which closed networks refuse noisily. */
export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

export const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
