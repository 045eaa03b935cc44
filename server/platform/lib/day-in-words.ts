/** Writes a day for a message: in the workspace's language, and in the contact's time zone. */
import { dateTimeFormat } from '@/server/platform/lib/formats';
import { languageIn, type Language } from '@/server/platform/lib/language';

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', id: 'id-ID' };

/** @param country the workspace's country @returns for example 27 November 2026 */
export const dayInWords = (at: Date, zone: string, country: string): string =>
  dateTimeFormat(LOCALES[languageIn(country)], { timeZone: zone, dateStyle: 'long' }).format(at);
