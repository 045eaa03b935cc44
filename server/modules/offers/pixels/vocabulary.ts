/**
 * The values that fields of pixels accept, and their bounds. Without zod, so that pages that only show data need not
 * load it.
 */

export const CONVERSION_STATUSES = ['waiting', 'sent', 'failed', 'skipped'] as const;
export type ConversionStatus = (typeof CONVERSION_STATUSES)[number];

/** The vendors that receive purchases: Meta, TikTok, Google Analytics, by the names of their ids here. */
export const DESTINATIONS = ['adPixelA', 'adPixelB', 'analytics'] as const;
export type DestinationId = (typeof DESTINATIONS)[number];

/** The sources of a purchase, the better amount first. */
export const VALUES_FROM = ['order', 'fulfil', 'recover'] as const;
export type ValueFrom = (typeof VALUES_FROM)[number];

/** The columns that are encrypted at rest and in no public answer. */
export const SECRET_COLUMNS = [
  'adPixelACapiAccessToken',
  'adPixelATestEventCode',
  'adPixelBAccessToken',
  'adPixelBTestEventCode',
  'analyticsApiSecret',
] as const;
export type SecretColumn = (typeof SECRET_COLUMNS)[number];
