/** The values of the form: every text as text. */
import type { Outputs } from '@/app/trpc';
import type { PixelIds } from './snippet';

export type Pixels = Outputs['pixels']['get'];

export type SecretColumn =
  | 'adPixelACapiAccessToken'
  | 'adPixelATestEventCode'
  | 'adPixelBAccessToken'
  | 'adPixelBTestEventCode'
  | 'analyticsApiSecret';

/** A type and not an interface, as the form asks for an index signature. */
export type PixelValues = {
  adPixelAId: string;
  adPixelACapiAccessToken: string;
  adPixelATestEventCode: string;
  analyticsId: string;
  adsConversionId: string;
  adsPurchaseLabel: string;
  adPixelBId: string;
  adPixelBAccessToken: string;
  adPixelBTestEventCode: string;
  analyticsApiSecret: string;
  enabled: boolean;
};

export const valuesOf = (pixels: Pixels): PixelValues => ({
  adPixelAId: pixels.adPixelAId ?? '',
  adPixelACapiAccessToken: pixels.adPixelACapiAccessToken ?? '',
  adPixelATestEventCode: pixels.adPixelATestEventCode ?? '',
  analyticsId: pixels.analyticsId ?? '',
  adsConversionId: pixels.adsConversionId ?? '',
  adsPurchaseLabel: pixels.adsPurchaseLabel ?? '',
  adPixelBId: pixels.adPixelBId ?? '',
  adPixelBAccessToken: pixels.adPixelBAccessToken ?? '',
  adPixelBTestEventCode: pixels.adPixelBTestEventCode ?? '',
  analyticsApiSecret: pixels.analyticsApiSecret ?? '',
  enabled: pixels.enabled,
});

const idOf = (text: string): string | null => text.trim() || null;

/** The ids of the snippet, as they are typed. */
export const idsOf = (values: PixelValues): PixelIds => ({
  adPixelAId: idOf(values.adPixelAId),
  analyticsId: idOf(values.analyticsId),
  adsConversionId: idOf(values.adsConversionId),
  adsPurchaseLabel: idOf(values.adsPurchaseLabel),
  adPixelBId: idOf(values.adPixelBId),
});

/**
 * The formats in which the vendors write their ids. What looks different is asked about, not refused: they may write
 * them otherwise tomorrow.
 */
const FORMATS = {
  adPixelAId: /^\d{6,20}$/,
  analyticsId: /^G-[A-Z0-9]+$/,
  adsConversionId: /^AW-\d+$/,
  adPixelBId: /^[A-Z0-9]{10,32}$/,
} as const;

export const looksDifferent = (field: keyof typeof FORMATS, text: string): boolean =>
  text.trim() !== '' && !FORMATS[field].test(text.trim());
