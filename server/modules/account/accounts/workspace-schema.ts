/** The settings of a workspace. */
import * as z from 'zod';
import { ofLength } from '@/server/platform/lib/bounded';
import { currencyIn, id, instantOut, text } from '@/server/platform/lib/fields';
import { dateTimeFormat } from '@/server/platform/lib/formats';
import { withoutTrailing } from '@/server/platform/lib/text';
import { checkAddress } from '@/server/platform/lib/url-guard';
import type { UploadKind } from '@/server/modules/account/uploads/schema';

/** ISO 3166-1 alpha-2. */
export const COUNTRIES = [
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ',
  'DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP',
  'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM',
  'PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ',
  'UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW',
].flatMap((line) => line.split(' '));

/** ISO 4217: currencies in everyday use, without metals, funds and test codes. */
export const CURRENCIES = [
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP',
  'GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU',
  'MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP',
  'TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG',
].flatMap((line) => line.split(' '));

/**
 * True for a name of the IANA database. An offset such as +07:00 is refused, although JavaScript accepts it, because it
 * has no summer time.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/.test(name)) return false;
  try {
    return dateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The name of a workspace or a person: on one line, without surrounding blanks. */
export const nameIn = text(1, 120)
  .transform((name) => name.replace(/\s+/g, ' ').trim())
  .refine((name) => name !== '', { error: 'must not be blank' });

/** The address of the shop, stored without a slash at its end, so that paths can be appended. */
export const shopUrlIn = text(0, 2048)
  .transform((url) => withoutTrailing(url.trim(), /\//))
  .superRefine((url, context) => {
    const verdict = checkAddress(url);
    const message = !verdict.ok ? verdict.reason : /[?#]/.test(url) ? 'must have no query and no fragment' : null;
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

export const updateWorkspaceInput = z
  .object({
    name: nameIn,
    /** Key of an upload of the kind merchant-logo; null takes the logo away. */
    logoKey: text(1, 200).nullable(),
    /** Null takes the address away. */
    shopUrl: shopUrlIn.nullable(),
    timeZone: text(1, 64).refine(isTimeZone, {
      error: 'must be an IANA time zone, such as Asia/Jakarta',
    }),
    country: ofLength(z.string(), 2)
      .transform((code) => code.slice(0, 3).toUpperCase())
      .refine((code) => COUNTRIES.includes(code), { error: 'must be an ISO 3166 code of two letters' }),
    currency: currencyIn.refine((code) => CURRENCIES.includes(code), { error: 'must be an ISO 4217 currency code' }),
  })
  .partial();
export type UpdateWorkspaceInput = z.output<typeof updateWorkspaceInput>;

export const workspaceOutput = z.object({
  id,
  name: z.string(),
  logoKey: z.string().nullable(),
  logoUrl: z.string().nullable(),
  shopUrl: z.string().nullable(),
  timeZone: z.string(),
  country: z.string(),
  currency: z.string(),
  createdAt: instantOut,
});
export type Workspace = z.output<typeof workspaceOutput>;

/** The upload kind that a logo must have been signed with (docs/contract/uploads.md#signing). */
export const LOGO_KIND: UploadKind = 'merchant-logo';

export const createWorkspaceInput = z.object({ name: nameIn });
