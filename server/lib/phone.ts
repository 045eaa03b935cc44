/** Phone numbers as adapters need them (docs/contract/contacts.md#identity). */
import {
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
} from 'libphonenumber-js/min';
import { pasted } from '@/server/lib/text';

/** Country codes behind which a number may begin with a zero: Italy, Ivory Coast, Benin, Gabon, Congo, San Marino. */
const KEEPS_ZERO: ReadonlySet<string> = new Set(['39', '225', '229', '241', '242', '378']);
/** ITU-T E.164. */
const MOST_DIGITS = 15;

/** @returns null for what is no number of E.164; libphonenumber lets longer ones and second trunk prefixes pass as possible */
function read(phone: string, country: CountryCode | undefined): string | null {
  const parsed = parsePhoneNumberFromString(phone, { ...(country && { defaultCountry: country }), extract: false });
  if (parsed?.isPossible() !== true) return null;
  const { number, countryCallingCode, nationalNumber } = parsed;
  if (number.length - 1 > MOST_DIGITS) return null;
  return nationalNumber.startsWith('0') && !KEEPS_ZERO.has(countryCallingCode) ? null : number;
}

/**
 * A number in E.164 with its plus. 00 is read as a plus where the country itself does not read it otherwise.
 * @param country ISO 3166 of the workspace, by which a national number is read.
 * @returns null when it cannot be read. Whether its length is possible is all that is asked; whether it is in use, the vendor knows.
 */
export function toE164(phone: string, country: string): string | null {
  const typed = pasted(phone).replace(/^tel:/i, '');
  const home = isSupportedCountry(country) ? country : undefined;
  const number = read(typed, home);
  const zeros = /^[^\p{Nd}+]*(?:[0\uFF10][^\p{Nd}]*){2}/u.exec(typed)?.[0];
  if (zeros === undefined) return number;
  const abroad = read(`+${typed.slice(zeros.length)}`, home);
  // In Brazil 00 55 is also a way abroad: whoever writes their own country's code means it.
  const isOwn = home !== undefined && abroad?.startsWith(`+${getCountryCallingCode(home)}`) === true;
  return isOwn ? abroad : (number ?? abroad);
}
