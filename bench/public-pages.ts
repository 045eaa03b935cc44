/** The public pages of a blog and for creators as Chromium sees them, over a network and a processor that are slowed down to a phone's. */
import type { CDPSession, Page } from '@playwright/test';
import { slugOfPost } from './blog';
import type { CreatorPages } from './creator-pages';
import { launchPhone, openPhone, seenOn, SLOWDOWN, waitForPaint } from './lib/phone';

const GOAL_BYTES = 30_000;

interface Figures {
  title: string;
  /** Milliseconds until the largest thing on the first screen is drawn. */
  largestPaint: number;
  /** On the wire, headers included, without images. */
  bytes: number;
  shift: number;
  /** Scripts that a browser would run. */
  scripts: number;
}

async function look(page: Page, session: CDPSession, title: string, url: string): Promise<Figures> {
  let bytes = 0;
  const images = new Set<string>();
  session.on('Network.responseReceived', ({ requestId, type }) => type === 'Image' && images.add(requestId));
  session.on(
    'Network.loadingFinished',
    ({ requestId, encodedDataLength }) => (bytes += images.has(requestId) ? 0 : encodedDataLength),
  );
  await page.goto(url, { waitUntil: 'load' });
  await waitForPaint(page);
  // To the end and back, so that what is loaded late has its chance to move something.
  await page.mouse.wheel(0, 20_000);
  await page.waitForTimeout(1_000);
  const { paint, shift } = await seenOn(page);
  const scripts = await page.locator('script:not([type="application/ld+json"])').count();
  return { title, largestPaint: paint, bytes, shift, scripts };
}

/** @param options.url of a running server whose workspace has the posts of `makeBlog` and what `makeCreatorPages` makes @returns a part of the results */
export async function measurePublicPages({
  url,
  accountId,
  creators,
  rounds,
}: {
  url: string;
  accountId: string;
  creators: CreatorPages;
  rounds: number;
}): Promise<string> {
  const browser = await launchPhone();
  try {
    const pages = [
      ['`/b/:accountId`, 100 posts', `${url}/b/${accountId}`],
      ['`/b/:accountId/:slug`', `${url}/b/${accountId}/${slugOfPost(0)}`],
      ['`/c/:accountId`, 20 briefs and a program', `${url}/c/${accountId}`],
      ['`/c/:accountId/:id`', `${url}/c/${accountId}/${creators.briefId}`],
      ['`/c/p/:token` of an affiliate', `${url}/c/p/${creators.portalToken}`],
    ] as const;
    const rows: string[] = [];
    for (const [title, address] of pages) {
      const found: Figures[] = [];
      for (let round = 0; round < rounds; round++) {
        const { context, page, session } = await openPhone(browser);
        // Images are the merchant's and count for nothing here; a drawing stands in for each.
        await context.route('https://images.example/**', (route) =>
          route.fulfill({
            contentType: 'image/svg+xml',
            body: '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><rect width="1200" height="630" fill="#876"/></svg>',
          }),
        );
        found.push(await look(page, session, title, address));
        await context.close();
      }
      found.sort((one, other) => one.largestPaint - other.largestPaint);
      const { largestPaint, bytes, scripts } = found[Math.floor(found.length / 2)] as Figures;
      const shift = Math.max(...found.map((figures) => figures.shift));
      rows.push(
        `| ${title} | ${Math.round(largestPaint)} ms | ${(bytes / 1000).toFixed(1)} KB | ${shift.toFixed(3)} | ${scripts} |`,
      );
    }
    return [
      `Public pages in Chromium on a slow phone (1.6 Mbit/s, 150 ms, processor ÷ ${SLOWDOWN}), medians of ${rounds}; bytes without images. Goals: under ${GOAL_BYTES / 1000} KB, no shift, no scripts.`,
      ['| page | largest paint | transferred | layout shift | scripts |', '|---|---:|---:|---:|---:|', ...rows].join(
        '\n',
      ),
    ].join('\n\n');
  } finally {
    await browser.close();
  }
}
