/**
 * The words that fields of forms take, and their bounds. Without zod, so that pages which only show need not carry it.
 */
import { LANGUAGES, type Language } from '@/server/platform/lib/language';

export const FORM_STATUSES = ['live', 'closed'] as const;
export type FormStatus = (typeof FORM_STATUSES)[number];

/** The fields of a form that exist once; attributes are as many as `MOST_ATTRIBUTES`. */
export const OWN_FIELDS = ['email', 'phone', 'firstName', 'lastName'] as const;
export type OwnField = (typeof OWN_FIELDS)[number];

export const ATTRIBUTE_TYPES = ['text', 'number', 'date', 'boolean', 'choice'] as const;
export type AttributeType = (typeof ATTRIBUTE_TYPES)[number];
export const MOST_ATTRIBUTES = 10;
export const MOST_OPTIONS = 50;
export const MOST_ORIGINS = 20;

/** The number of days in which a confirmation can be given. */
export const CONFIRM_DAYS = 7;
/** The largest number of confirmations that an address is asked for in 24 hours, by all forms of a workspace. */
export const MOST_ASKED = 3;

const USUAL: Record<Language, (brand: string) => string> = {
  en: (brand) =>
    `Yes, ${brand} may send me news and offers by e-mail. I can take this back at any time with the link in every e-mail.`,
  id: (brand) =>
    `Ya, ${brand} boleh mengirim kabar dan penawaran lewat email. Saya bisa membatalkannya kapan saja lewat tautan di setiap email.`,
};

/** Returns the wording that people agree to where a merchant has not written it; the dashboard begins with it. */
export const usualConsent = (language: Language, brand: string): string => USUAL[language](brand);

/** Checks whether the wording is the service's own, which every visitor can read in their language. */
export const isUsualConsent = (wording: string, brand: string): boolean =>
  LANGUAGES.some((language) => USUAL[language](brand) === wording);
