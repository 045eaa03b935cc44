/**
 * Settings, parsed once at start. Only this file reads process.env.
 *
 * With the embedded database, the launcher (server/start.ts) makes DATABASE_URL and the secrets and keeps them in
 * DATA_DIR. It passes them to its children with LARIS_EMBEDDED=1, so that every process parses the same settings here.
 */
import { isIP } from 'node:net';
import path from 'node:path';
import * as z from 'zod';
import { isUrl } from '@/server/platform/lib/is-url';
import { withoutTrailing } from '@/server/platform/lib/text';
import { PROVIDER_IDS, type ProviderId } from '@/server/platform/vendors/provider-ids';
import { STOREFRONTS, type Storefront } from '@/server/platform/lib/shared-vocabulary';

const integer = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, error)
    .transform(Number)
    .pipe(z.number().min(min, error).max(max, error));
};
const url = (protocols: string[]) =>
  z.string().refine((text) => isUrl(text) && protocols.includes(new URL(text).protocol), {
    error: `must be an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`,
  });
export const flag = z
  .enum(['true', 'false', '1', '0'], { error: 'must be true or false' })
  .transform((v) => v === 'true' || v === '1');
const secret = z.string().min(32, 'must have at least 32 characters');

/** The extensions that may be switched on beyond the contract (docs/contract/shared.md#extensions). */
export const EXTENSIONS = [
  'webhook-delivery',
  'merge-tags',
  'idempotency',
  'rate-limit',
  'smtp',
  'message-list',
] as const;
export type Extension = (typeof EXTENSIONS)[number];

/** The vendors for which the operator may set addresses and apps: vendors of channels and of shops. */
export type VendorId = ProviderId | Storefront;
const VENDOR_IDS: readonly VendorId[] = [...PROVIDER_IDS, ...STOREFRONTS];

/** Settings for each vendor: `PROVIDER_BASE_<ID>` and `OAUTH_<ID>_CLIENT_…`. */
const providerSettings = Object.fromEntries(
  VENDOR_IDS.flatMap((id) => [
    [`PROVIDER_BASE_${id.toUpperCase()}`, url(['http:', 'https:']).optional()],
    [`OAUTH_${id.toUpperCase()}_CLIENT_ID`, z.string().min(1).optional()],
    [`OAUTH_${id.toUpperCase()}_CLIENT_SECRET`, z.string().min(1).optional()],
  ]),
) as Record<string, z.ZodOptional<z.ZodString>>;

/** `+40d`, `-3h`, `+15m`: milliseconds. */
const clockOffset = z
  .string()
  .regex(/^[+-]?\d{1,5}[dhms]$/, 'must look like +40d, -3h, 15m or 30s')
  .transform(
    (text) =>
      Number.parseInt(text, 10) *
      { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 }[text.slice(-1) as 'd' | 'h' | 'm' | 's'],
  );

/** IP addresses, comma-separated, with a port unless it is 53. */
const dnsServers = z
  .string()
  .transform((text) => text.split(',').map((server) => server.trim()))
  .refine((servers) => servers.every((server) => isNameServer(server)), {
    error: 'must be IP addresses, such as 1.1.1.1 or 127.0.0.1:5353, comma-separated',
  });

function isNameServer(text: string): boolean {
  if (isIP(text) !== 0) return true;
  const [, v6, address = text, port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d{1,5}))?$/.exec(text) ?? [];
  return isIP(v6 ?? address) !== 0 && (port === undefined || (Number(port) > 0 && Number(port) <= 65_535));
}

/** Removes slashes at the end, because paths are appended to the address. */
const withoutSlash = (base: string): string => withoutTrailing(base, /\//);

const providerBases = (given: Record<string, unknown>): ReadonlyMap<VendorId, string> =>
  new Map(
    VENDOR_IDS.flatMap((id) => {
      const base = given[`PROVIDER_BASE_${id.toUpperCase()}`];
      return typeof base === 'string' ? [[id, withoutSlash(base)] as const] : [];
    }),
  );

const oauthClients = (
  given: Record<string, unknown>,
): ReadonlyMap<VendorId, { clientId: string; clientSecret: string }> =>
  new Map(
    VENDOR_IDS.flatMap((id) => {
      const clientId = given[`OAUTH_${id.toUpperCase()}_CLIENT_ID`];
      const clientSecret = given[`OAUTH_${id.toUpperCase()}_CLIENT_SECRET`];
      return typeof clientId === 'string' && typeof clientSecret === 'string'
        ? [[id, { clientId, clientSecret }] as const]
        : [];
    }),
  );

/**
 * Returns the payment providers for each currency (docs/contract/billing.md#checkout). If none is set up, or `live` is
 * not set, checkout answers 503 PLAN_NOT_CONFIGURED.
 */
function paymentSettings(s: PaymentVariables) {
  const mode = s.PAYMENT_PROVIDER ?? (s.LARIS_EMBEDDED ? ('sandbox' as const) : null);
  return {
    /** Null: no payments are accepted. */
    mode,
    xendit:
      s.XENDIT_SECRET_KEY === undefined || s.XENDIT_CALLBACK_TOKEN === undefined
        ? null
        : { secretKey: s.XENDIT_SECRET_KEY, callbackToken: s.XENDIT_CALLBACK_TOKEN, base: withoutSlash(s.XENDIT_BASE) },
    paypal:
      s.PAYPAL_CLIENT_ID === undefined || s.PAYPAL_CLIENT_SECRET === undefined || s.PAYPAL_WEBHOOK_ID === undefined
        ? null
        : {
            clientId: s.PAYPAL_CLIENT_ID,
            clientSecret: s.PAYPAL_CLIENT_SECRET,
            webhookId: s.PAYPAL_WEBHOOK_ID,
            base: withoutSlash(s.PAYPAL_BASE),
            /** PayPal's ids of the plans that the operator created there; absent for the rest. */
            plans: { starter: s.PAYPAL_PLAN_STARTER, growth: s.PAYPAL_PLAN_GROWTH, scale: s.PAYPAL_PLAN_SCALE },
          },
  };
}

interface PaymentVariables {
  LARIS_EMBEDDED: boolean;
  PAYMENT_PROVIDER?: 'sandbox' | 'live' | undefined;
  XENDIT_SECRET_KEY?: string | undefined;
  XENDIT_CALLBACK_TOKEN?: string | undefined;
  XENDIT_BASE: string;
  PAYPAL_CLIENT_ID?: string | undefined;
  PAYPAL_CLIENT_SECRET?: string | undefined;
  PAYPAL_WEBHOOK_ID?: string | undefined;
  PAYPAL_BASE: string;
  PAYPAL_PLAN_STARTER?: string | undefined;
  PAYPAL_PLAN_GROWTH?: string | undefined;
  PAYPAL_PLAN_SCALE?: string | undefined;
}

const settingsSchema = z
  .object({
    NODE_ENV: z.string().default('production'),
    LARIS_EMBEDDED: flag.default(false),
    DATABASE_URL: url(['postgres:', 'postgresql:']),
    /** The address of the same database without a pooler in between, for code that needs a session of its own. */
    DATABASE_DIRECT_URL: url(['postgres:', 'postgresql:']).optional(),
    /** The address of a standby, for reads that may be a second old (server/platform/db/standby.ts). */
    DATABASE_READ_URL: url(['postgres:', 'postgresql:']).optional(),
    /** Limits requests to their workspace's rows in PostgreSQL too (docs/architecture.md, "The second wall"). */
    ROW_SECURITY: flag.default(false),
    DATA_DIR: z.string().min(1).default('.data'),
    HOST: z.string().min(1).optional(),
    PORT: integer(0, 65535).default(3000),
    BASE_URL: url(['http:', 'https:']).optional(),
    STOREFRONT_BASE_URL: url(['http:', 'https:']).optional(),
    TRUST_PROXY: flag.default(false),
    WEB_CONCURRENCY: integer(1, 64).default(1),
    APP_SECRET: secret,
    UNSUBSCRIBE_SECRET: secret,
    CLOCK_OFFSET: clockOffset.optional(),
    EXTENSIONS: z
      .string()
      .default('')
      .transform((text) =>
        text
          .split(',')
          .map((name) => name.trim())
          .filter(Boolean),
      )
      .pipe(z.array(z.enum(EXTENSIONS, { error: `must be of ${EXTENSIONS.join(', ')}` }))),
    PROVIDERS: z.enum(['sandbox', 'live'], { error: 'must be sandbox or live' }).optional(),
    ...providerSettings,
    /**
     * The address that conversions of adPixelA go to instead of Meta's Graph API (docs/contract/pixels.md#conversions).
     */
    PROVIDER_BASE_AD_PIXEL_A: url(['http:', 'https:']).optional(),
    /** The same of TikTok's Events API and of Google Analytics' Measurement Protocol. */
    PROVIDER_BASE_AD_PIXEL_B: url(['http:', 'https:']).optional(),
    PROVIDER_BASE_ANALYTICS: url(['http:', 'https:']).optional(),
    /**
     * Old values of APP_SECRET, comma-separated, newest first; data that was encrypted with them can still be read.
     */
    APP_SECRET_PREVIOUS: z
      .string()
      .default('')
      .transform((text) =>
        text
          .split(',')
          .map((each) => each.trim())
          .filter(Boolean),
      )
      .pipe(z.array(secret)),
    EDGE_COUNTRY_HEADER: z
      .string()
      .regex(/^[A-Za-z0-9-]{1,64}$/, 'must be the name of a header')
      .default('cf-ipcountry'),
    PAYMENT_PROVIDER: z.enum(['sandbox', 'live'], { error: 'must be sandbox or live' }).optional(),
    XENDIT_SECRET_KEY: z.string().min(1).optional(),
    /** The token that Xendit sends in x-callback-token. */
    XENDIT_CALLBACK_TOKEN: z.string().min(1).optional(),
    XENDIT_BASE: url(['http:', 'https:']).default('https://api.xendit.co'),
    PAYPAL_CLIENT_ID: z.string().min(1).optional(),
    PAYPAL_CLIENT_SECRET: z.string().min(1).optional(),
    /** The webhook's id from its registration at PayPal; PayPal signs it too. */
    PAYPAL_WEBHOOK_ID: z.string().min(1).optional(),
    PAYPAL_BASE: url(['http:', 'https:']).default('https://api-m.paypal.com'),
    PAYPAL_PLAN_STARTER: z.string().min(1).optional(),
    PAYPAL_PLAN_GROWTH: z.string().min(1).optional(),
    PAYPAL_PLAN_SCALE: z.string().min(1).optional(),
    /** The mail server for the service's own mail: invitations and forgotten passwords. Unset: Laris sends none. */
    SMTP_URL: url(['smtp:', 'smtps:']).optional(),
    /** From: of that mail; the user of SMTP_URL when unset. */
    MAIL_FROM: z.string().min(3).optional(),
    /** Name servers for checks of senders' domains; the system's own when unset. */
    DNS_SERVERS: dnsServers.optional(),
    S3_BUCKET: z.string().min(1).optional(),
    S3_REGION: z.string().min(1).default('us-east-1'),
    S3_ENDPOINT: url(['http:', 'https:']).optional(),
    S3_ACCESS_KEY_ID: z.string().min(1).optional(),
    S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
    /** The public address of uploaded files, if that is not the store itself. */
    S3_PUBLIC_URL: url(['http:', 'https:']).optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  })
  .refine((s) => s.CLOCK_OFFSET === undefined || s.LARIS_EMBEDDED, {
    path: ['CLOCK_OFFSET'],
    error: 'works with the embedded database only',
  })
  .superRefine((s, context) => {
    for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const)
      if (s[name] !== undefined && s.LARIS_EMBEDDED)
        context.addIssue({ code: 'custom', path: [name], message: 'goes with DATABASE_URL only' });
  })
  .refine(
    (s) =>
      s.SMTP_URL === undefined ||
      s.MAIL_FROM !== undefined ||
      decodeURIComponent(new URL(s.SMTP_URL).username).includes('@'),
    {
      path: ['MAIL_FROM'],
      error: 'is needed where the user of SMTP_URL is no e-mail address',
    },
  )
  .refine(
    (s) => s.S3_BUCKET === undefined || (s.S3_ACCESS_KEY_ID !== undefined && s.S3_SECRET_ACCESS_KEY !== undefined),
    {
      path: ['S3_ACCESS_KEY_ID'],
      error: 'and S3_SECRET_ACCESS_KEY are needed with S3_BUCKET',
    },
  )
  .transform((s) => {
    const host = s.HOST ?? (s.LARIS_EMBEDDED ? '127.0.0.1' : '0.0.0.0');
    const baseUrl = withoutSlash(
      s.BASE_URL ??
        `http://${host === '127.0.0.1' || host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${s.PORT}`,
    );
    return {
      dev: s.NODE_ENV === 'development',
      embedded: s.LARIS_EMBEDDED,
      databaseUrl: s.DATABASE_URL,
      /** For work that needs a session: migrations, the queue, imports of contacts, backups. */
      databaseDirectUrl: s.DATABASE_DIRECT_URL ?? s.DATABASE_URL,
      databaseReadUrl: s.DATABASE_READ_URL ?? null,
      /** True when a pooler that gives each transaction another session may stand behind DATABASE_URL. */
      pooled: s.DATABASE_DIRECT_URL !== undefined,
      rowSecurity: s.ROW_SECURITY,
      dataDir: path.resolve(s.DATA_DIR),
      host,
      port: s.PORT,
      baseUrl,
      /**
       * The address of the operator's own storefront for all workspaces; null when each workspace has its own shop.
       */
      storefrontBaseUrl: s.STOREFRONT_BASE_URL === undefined ? null : withoutSlash(s.STOREFRONT_BASE_URL),
      trustProxy: s.TRUST_PROXY,
      webConcurrency: s.WEB_CONCURRENCY,
      appSecret: s.APP_SECRET,
      /** The present secret, then the old ones, newest first; for decryption (server/platform/lib/crypto.ts). */
      appSecrets: [s.APP_SECRET, ...s.APP_SECRET_PREVIOUS] as const,
      unsubscribeSecret: s.UNSUBSCRIBE_SECRET,
      /** Milliseconds by which the service's clock runs ahead of the real one. */
      clockOffset: s.CLOCK_OFFSET ?? 0,
      extensions: new Set<Extension>(s.EXTENSIONS),
      providers: s.PROVIDERS ?? (s.LARIS_EMBEDDED ? ('sandbox' as const) : ('live' as const)),
      /** Addresses that replace vendors' own, without a slash at the end. */
      providerBases: providerBases(s),
      adPixelABase: s.PROVIDER_BASE_AD_PIXEL_A && withoutSlash(s.PROVIDER_BASE_AD_PIXEL_A),
      adPixelBBase: s.PROVIDER_BASE_AD_PIXEL_B && withoutSlash(s.PROVIDER_BASE_AD_PIXEL_B),
      analyticsBase: s.PROVIDER_BASE_ANALYTICS && withoutSlash(s.PROVIDER_BASE_ANALYTICS),
      oauthClients: oauthClients(s),
      /** The header's name in lower case. */
      edgeCountryHeader: s.EDGE_COUNTRY_HEADER.toLowerCase(),
      payments: paymentSettings(s),
      /** Null: the service sends no mail of its own. */
      mail:
        s.SMTP_URL === undefined
          ? null
          : { url: s.SMTP_URL, from: s.MAIL_FROM ?? decodeURIComponent(new URL(s.SMTP_URL).username) },
      /** Null: the system's name servers. */
      dnsServers: s.DNS_SERVERS ?? null,
      /** Null: files are stored in DATA_DIR. */
      s3:
        s.S3_BUCKET === undefined
          ? null
          : {
              bucket: s.S3_BUCKET,
              region: s.S3_REGION,
              endpoint: s.S3_ENDPOINT,
              accessKeyId: s.S3_ACCESS_KEY_ID ?? '',
              secretAccessKey: s.S3_SECRET_ACCESS_KEY ?? '',
              publicUrl: s.S3_PUBLIC_URL && withoutSlash(s.S3_PUBLIC_URL),
            },
      logLevel: s.LOG_LEVEL,
    };
  });

export type Settings = z.output<typeof settingsSchema>;

/** A setting is wrong; `message` is one line for the operator. */
export class SettingsError extends Error {}

/**
 * Parses the settings.
 * @throws SettingsError naming every missing or wrong setting, never its value
 */
export function loadSettings(source: Record<string, string | undefined>): Settings {
  // An empty variable counts as unset, as in shells and compose files.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = settingsSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => {
    const name = issue.path.join('.').replace(/\.\d+$/, '');
    return given[name] === undefined ? `${name} is required` : `${name} ${issue.message}`;
  });
  throw new SettingsError(`Wrong settings: ${[...new Set(faults)].join('; ')}`);
}
