/** Phone numbers in the form that adapters need (docs/contract/contacts.md#identity). */
import {
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
} from 'libphonenumber-js/min';
import { pasted } from '@/server/platform/lib/text';

/** Country codes behind which a number may begin with a zero: Italy, Ivory Coast, Benin, Gabon, Congo, San Marino. */
const KEEPS_ZERO: ReadonlySet<string> = new Set(['39', '225', '229', '241', '242', '378']);
/** ITU-T E.164. */
const MOST_DIGITS = 15;

/**
 * Rewrites mobile numbers to today's form. Mexico removed the 1 after its country code (2019), Brazil added a 9 before
 * the eight digits (2016). WhatsApp still uses the old form for people who joined before, and accepts both.
 * @param number in E.164, also of a WhatsApp id
 */
export const inTodaysForm = (number: string): string =>
  number
    .replace(/^\+521(?=\d{10}$)/, '+52')
    .replace(/^\+55([1-9]{2})(?=[6-9]\d{7}$)/, (_, area: string) => `+55${area}9`);

/**
 * @returns null for a text that is no E.164 number; libphonenumber accepts longer ones and second trunk prefixes as
 * possible
 */
function read(phone: string, country: CountryCode | undefined): string | null {
  const parsed = parsePhoneNumberFromString(phone, { ...(country && { defaultCountry: country }), extract: false });
  if (parsed === undefined) return null;
  const { number, countryCallingCode, nationalNumber } = parsed;
  const today = inTodaysForm(number);
  if (today !== number) return today;
  if (!parsed.isPossible() || number.length - 1 > MOST_DIGITS) return null;
  return nationalNumber.startsWith('0') && !KEEPS_ZERO.has(countryCallingCode) ? null : number;
}

/**
 * Reads `62 21 5551234` as +62 21. libphonenumber takes a number without a plus as national whenever possible, here of
 * the area 0622. But people write national numbers of such a country with a leading zero, so digits that begin with the
 * country's code are international.
 */
function readOwnCode(phone: string, country: CountryCode): string | null {
  const code = getCountryCallingCode(country);
  const digits = phone.replace(/[^\p{Nd}+]/gu, '').normalize('NFKC');
  if (!digits.startsWith(code)) return null;
  const parsed = parsePhoneNumberFromString(`+${digits}`, { extract: false });
  if (parsed?.isValid() !== true || parsed.countryCallingCode !== code) return null;
  const isWrittenWithZero = parsed.formatNational().replace(/\D/g, '').startsWith('0');
  return isWrittenWithZero ? parsed.number : null;
}

/**
 * Returns a number in E.164 with its plus. 00 counts as a plus unless the country reads 00 differently.
 * @param country ISO 3166 code of the workspace, to read national numbers
 * @returns null for an unreadable number. Only its length is checked; whether it is in use, the vendor knows.
 */
export function toE164(phone: string, country: string): string | null {
  const typed = pasted(phone).replace(/^tel:/i, '');
  const home = isSupportedCountry(country) ? country : undefined;
  const number = (home && readOwnCode(typed, home)) ?? read(typed, home);
  const zeros = /^[^\p{Nd}+]*(?:[0\uFF10][^\p{Nd}]*){2}/u.exec(typed)?.[0];
  if (zeros === undefined) return number;
  const abroad = read(`+${typed.slice(zeros.length)}`, home);
  // In Brazil 00 55 is also a way abroad: whoever writes their own country's code means it.
  const isOwn = home !== undefined && abroad?.startsWith(`+${getCountryCallingCode(home)}`) === true;
  return isOwn ? abroad : (number ?? abroad);
}
