/** A day as a message says it: in the workspace's language, where the contact is. */
import { dateTimeFormat } from '@/server/platform/lib/formats';
import { languageIn, type Language } from '@/server/platform/lib/language';

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', id: 'id-ID' };

/** @param country the workspace's @returns such as 27 November 2026 */
export const dayInWords = (at: Date, zone: string, country: string): string =>
  dateTimeFormat(LOCALES[languageIn(country)], { timeZone: zone, dateStyle: 'long' }).format(at);
