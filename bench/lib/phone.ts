/** A slow phone: Chromium over a network and a processor that are slowed down as Lighthouse does it. */
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGUMENTS, findChromium } from '@/e2e/support/browser';

/** 1.6 Mbit/s, 150 ms there and back. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
export const SLOWDOWN = 4;
const SCREEN = { width: 390, height: 844 };

export const launchPhone = async (): Promise<Browser> =>
  await chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_ARGUMENTS });

/** Collected from the first moment on, for none of it can be asked for afterwards. */
const OBSERVE = `
  window.figures = { paint: 0, shift: 0, busyUntil: 0, blocked: 0 };
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.figures.paint = entry.startTime; }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.figures.shift += entry.value; }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) { window.figures.busyUntil = entry.startTime + entry.duration; window.figures.blocked += entry.duration - 50; } }).observe({ type: 'longtask', buffered: true });`;

export interface Seen {
  /** Milliseconds until the largest thing on the first screen is drawn. */
  paint: number;
  /** How much moved by itself. */
  shift: number;
  /** Milliseconds until the last task of 50 ms or more has ended; 0 where there was none. */
  busyUntil: number;
  /** Milliseconds of such tasks beyond 50 each: a tap in one waits. */
  blocked: number;
}

/** A page as this phone shows it for the first time, with nothing kept from before. */
export async function openPhone(
  browser: Browser,
): Promise<{ context: BrowserContext; page: Page; session: CDPSession }> {
  const context = await browser.newContext({ viewport: SCREEN, deviceScaleFactor: 2, isMobile: true });
  await context.addInitScript(OBSERVE);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  return { context, page, session };
}

/** Waits for the largest paint, which Chromium reports only until somebody touches the page. */
export async function waitForPaint(page: Page): Promise<void> {
  while ((await seenOn(page)).paint === 0) await page.waitForTimeout(50);
}

export const seenOn = (page: Page): Promise<Seen> => page.evaluate<Seen>('window.figures');
