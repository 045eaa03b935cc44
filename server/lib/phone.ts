/** Phone numbers as adapters need them (docs/contract/contacts.md#identity). */
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/**
 * A number in E.164 with its plus.
 * @param country ISO 3166 of the workspace, by which a national number is read.
 * @returns null when it cannot be read. Whether its length is possible is all that is asked; whether it is in use, the vendor knows.
 */
export function toE164(phone: string, country: string): string | null {
  const number = parsePhoneNumberFromString(phone, {
    ...(isSupportedCountry(country) ? { defaultCountry: country } : {}),
    extract: false,
  });
  return number?.isPossible() === true ? number.number : null;
}
