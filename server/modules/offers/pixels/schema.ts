/**
 * Merchant pixels (docs/contract/pixels.md) and their server-side conversions (docs/contract/pixels.md#conversions).
 * The dashboard's form uses the same schemas.
 */
import * as z from 'zod';
import { clampedInteger, currencyOut, id, idIn, instantOut, text } from '@/server/platform/lib/fields';
import {
  CONVERSION_STATUSES,
  DESTINATIONS,
  SECRET_COLUMNS,
  VALUES_FROM,
  type SecretColumn,
} from '@/server/modules/offers/pixels/vocabulary';

/** An id as a merchant pastes it: trimmed; an empty one clears the field, as null does. */
const code = (max: number) =>
  text(0, max)
    .transform((value) => value.trim() || null)
    .nullable();

export const PIXEL_ID_LENGTH = 64;
export const TOKEN_LENGTH = 500;

const fields = z.object({
  adPixelAId: code(PIXEL_ID_LENGTH).meta({
    description: 'Id of the Meta pixel (dataset). Public.',
    sample: '1234567890123456',
  }),
  adPixelACapiAccessToken: code(TOKEN_LENGTH).meta({
    description: 'Access token of the Meta Conversions API. Secret: stored encrypted, returned to you only.',
  }),
  adPixelATestEventCode: code(PIXEL_ID_LENGTH).meta({
    description: 'Test code of Meta Events Manager, sent with every conversion while it is set. Secret.',
    sample: 'TEST12345',
  }),
  analyticsId: code(PIXEL_ID_LENGTH).meta({
    description: 'Measurement id of Google Analytics 4, such as G-XXXXXXX. Public.',
    sample: 'G-AB12CD34EF',
  }),
  adsConversionId: code(PIXEL_ID_LENGTH).meta({
    description: 'Conversion id of Google Ads, such as AW-123456789. Public.',
    sample: 'AW-123456789',
  }),
  adsPurchaseLabel: code(PIXEL_ID_LENGTH).meta({
    description: 'Label of the purchase conversion in Google Ads. Public.',
    sample: 'AbC-D_efG-h12_34-567',
  }),
  adPixelBId: code(PIXEL_ID_LENGTH).meta({
    description: 'Id of the TikTok pixel. Public.',
    sample: 'C4ABCDEF12GHIJ34KLMN',
  }),
  adPixelBAccessToken: code(TOKEN_LENGTH).meta({
    description: 'Access token of the TikTok Events API. Secret: stored encrypted, returned to you only.',
  }),
  adPixelBTestEventCode: code(PIXEL_ID_LENGTH).meta({
    description: 'Test code of TikTok Events Manager, sent with every purchase while it is set. Secret.',
    sample: 'TEST12345',
  }),
  analyticsApiSecret: code(PIXEL_ID_LENGTH).meta({
    description: 'API secret of the Measurement Protocol, for the data stream of `analyticsId`. Secret.',
  }),
  enabled: z.boolean().meta({ description: 'False: the public route returns null, and no conversion is sent.' }),
});

export const updateInput = fields.partial();
export type UpdateInput = z.output<typeof updateInput>;

/** The answer for a workspace without a row: all fields except those that only a row has. */
export const pixelsStub = z.object({
  adPixelAId: z.string().nullable(),
  adPixelACapiAccessToken: z.string().nullable().meta({ description: 'Secret; never public.' }),
  adPixelATestEventCode: z.string().nullable().meta({ description: 'Secret; never public.' }),
  analyticsId: z.string().nullable(),
  adsConversionId: z.string().nullable(),
  adsPurchaseLabel: z.string().nullable(),
  adPixelBId: z.string().nullable(),
  adPixelBAccessToken: z.string().nullable().meta({ description: 'Secret; never public.' }),
  adPixelBTestEventCode: z.string().nullable().meta({ description: 'Secret; never public.' }),
  analyticsApiSecret: z.string().nullable().meta({ description: 'Secret; never public.' }),
  enabled: z.boolean(),
});
export type PixelsStub = z.output<typeof pixelsStub>;

export const pixels = pixelsStub
  .extend({ id, accountId: id, createdAt: instantOut, updatedAt: instantOut })
  .meta({ id: 'MerchantPixels' });
export type Pixels = z.output<typeof pixels>;
export const getOutput = z.union([pixels, pixelsStub.meta({ id: 'NoMerchantPixels' })]);

const SECRET = Object.fromEntries(SECRET_COLUMNS.map((column) => [column, true])) as Record<SecretColumn, true>;

export const publicInput = z.object({ accountId: idIn });
export const publicOutput = pixelsStub.omit(SECRET).nullable();
export type PublicPixels = z.output<typeof publicOutput>;

/** The reasons why an event was not sent, and never will be. */
export const SKIP_REASONS = [
  'PIXEL_OFF',
  'PLAN_LIMIT',
  'NOT_CONNECTED',
  'NOBODY_KNOWN',
  'TOO_OLD',
  'NO_TEST_CODE',
  'OPTED_OUT',
  'CANCELED',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export const conversionsInput = z.object({
  status: z.enum(CONVERSION_STATUSES).optional(),
  destination: z.enum(DESTINATIONS).optional(),
  limit: clampedInteger({ fallback: 50, min: 1, max: 50 }),
});
export type ConversionsInput = z.output<typeof conversionsInput>;

export const conversion = z
  .object({
    id,
    destination: z
      .enum(DESTINATIONS)
      .meta({ description: 'adPixelA: Meta; adPixelB: TikTok; analytics: Google Analytics.' }),
    eventId: z.string().meta({ description: 'The `checkoutSessionId` of the purchase.' }),
    isTest: z.boolean().meta({ description: 'True: a test from the dashboard, not a purchase.' }),
    status: z.enum(CONVERSION_STATUSES),
    value: z.number().nullable().meta({ description: 'Value in minor units; null for a test.' }),
    currency: currencyOut.nullable(),
    valueFrom: z.enum(VALUES_FROM).nullable().meta({
      description:
        'Source of the value. order, fulfil: the exact amount; recover: the value of the cart when its reminder was sent.',
    }),
    customerId: z.string().nullable(),
    hasEmail: z.boolean().meta({
      description: 'True when the hash of an e-mail is sent too; it may still be found while the conversion waits.',
    }),
    occurredAt: instantOut,
    attempts: z.number(),
    dueAt: instantOut.nullable().meta({ description: 'Time of the next attempt; null when there is none.' }),
    answerCode: z.number().nullable().meta({ description: 'HTTP status of the last answer; null without an answer.' }),
    answer: z.string().nullable().meta({ description: "Last answer in the vendor's words, or why there was none." }),
    skipReason: z.enum(SKIP_REASONS).nullable(),
    sentAt: instantOut.nullable(),
    createdAt: instantOut,
    event: z.record(z.string(), z.unknown()).meta({ description: 'The event as sent, without token and test code.' }),
  })
  .meta({ id: 'PixelConversion' });
export type Conversion = z.output<typeof conversion>;

export const conversionsOutput = z.object({
  items: z.array(conversion),
  sandbox: z.boolean().meta({
    description: 'True: the built-in sandbox answers for the destinations, and nothing leaves this server.',
  }),
});

export const testEventOutput = z.object({ id, eventId: z.string() });
