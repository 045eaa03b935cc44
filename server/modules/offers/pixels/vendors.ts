/** The vendors that receive purchases, each in the form that the batch needs (conversion-batch.ts). */
import type { AppSecrets } from '@/server/platform/lib/crypto';
import type { VendorAnswer, VendorRequest } from '@/server/platform/vendors/provider';
import {
  ANALYTICS_OLDEST_HOURS,
  analyticsRequest,
  analyticsVerdict,
} from '@/server/modules/offers/pixels/analytics-events';
import type { EventFacts, Verdict } from '@/server/modules/offers/pixels/events';
import { eventsRequest, META_OLDEST_HOURS, verdictOf } from '@/server/modules/offers/pixels/meta-events';
import { openSecret } from '@/server/modules/offers/pixels/secrets';
import { TIKTOK_OLDEST_HOURS, tiktokRequest, tiktokVerdict } from '@/server/modules/offers/pixels/tiktok-events';
import type { DestinationId, SecretColumn } from '@/server/modules/offers/pixels/vocabulary';

/** The stored columns of a workspace's pixels that the vendors need. */
export type PixelRow = Record<'adPixelAId' | 'adPixelBId' | 'analyticsId' | SecretColumn, string | null> & {
  enabled: boolean;
};

/** A vendor with a workspace's secrets in the clear, kept only for one batch. */
export interface Opened {
  request(base: string, events: readonly EventFacts[]): VendorRequest;
  verdict(answer: VendorAnswer): Verdict;
}

export interface Vendor {
  id: DestinationId;
  /** The most events in one request; with fewer, a bad one is found sooner. */
  perRequest: number;
  oldestHours: number;
  /** True when there is an id and a secret. */
  isConnected(row: PixelRow): boolean;
  testCode(row: PixelRow): string | null;
  /**
   * Opens the vendor's secrets; null when they cannot be read. An unreadable test code counts too, because nothing may
   * be sent without it.
   */
  open(appSecrets: AppSecrets, accountId: string, row: PixelRow): Opened | null;
}

const opener =
  (appSecrets: AppSecrets, accountId: string, row: PixelRow) =>
  (column: SecretColumn): string | null =>
    openSecret(appSecrets, accountId, column, row[column]);

const META: Vendor = {
  id: 'adPixelA',
  // Meta takes 1,000.
  perRequest: 100,
  oldestHours: META_OLDEST_HOURS,
  isConnected: ({ adPixelAId, adPixelACapiAccessToken }) => adPixelAId !== null && adPixelACapiAccessToken !== null,
  testCode: ({ adPixelATestEventCode }) => adPixelATestEventCode,
  open(appSecrets, accountId, row) {
    const open = opener(appSecrets, accountId, row);
    const [token, testCode] = [open('adPixelACapiAccessToken'), open('adPixelATestEventCode')];
    if (row.adPixelAId === null || token === null || (row.adPixelATestEventCode !== null && testCode === null))
      return null;
    const pixel = { pixelId: row.adPixelAId, token, testCode };
    return {
      request: (base, events) => eventsRequest(base, pixel, events),
      verdict: (answer) => verdictOf(answer, pixel),
    };
  },
};

const TIKTOK: Vendor = {
  id: 'adPixelB',
  // TikTok takes 1,000.
  perRequest: 100,
  oldestHours: TIKTOK_OLDEST_HOURS,
  isConnected: ({ adPixelBId, adPixelBAccessToken }) => adPixelBId !== null && adPixelBAccessToken !== null,
  testCode: ({ adPixelBTestEventCode }) => adPixelBTestEventCode,
  open(appSecrets, accountId, row) {
    const open = opener(appSecrets, accountId, row);
    const [token, testCode] = [open('adPixelBAccessToken'), open('adPixelBTestEventCode')];
    if (row.adPixelBId === null || token === null || (row.adPixelBTestEventCode !== null && testCode === null))
      return null;
    const pixel = { pixelId: row.adPixelBId, token, testCode };
    return {
      request: (base, events) => tiktokRequest(base, pixel, events),
      verdict: (answer) => tiktokVerdict(answer, pixel),
    };
  },
};

const ANALYTICS: Vendor = {
  id: 'analytics',
  // One request is of one person.
  perRequest: 1,
  oldestHours: ANALYTICS_OLDEST_HOURS,
  isConnected: ({ analyticsId, analyticsApiSecret }) => analyticsId !== null && analyticsApiSecret !== null,
  testCode: () => null,
  open(appSecrets, accountId, row) {
    const apiSecret = opener(appSecrets, accountId, row)('analyticsApiSecret');
    if (row.analyticsId === null || apiSecret === null) return null;
    const stream = { measurementId: row.analyticsId, apiSecret };
    return {
      request(base, [event]) {
        if (event === undefined) throw new Error('A request is of one event.');
        return analyticsRequest(base, stream, event);
      },
      verdict: (answer) => analyticsVerdict(answer, stream),
    };
  },
};

export const VENDORS: Readonly<Record<DestinationId, Vendor>> = {
  adPixelA: META,
  adPixelB: TIKTOK,
  analytics: ANALYTICS,
};
