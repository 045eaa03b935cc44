/** The values and bounds of a form's fields. Without zod, so that pages that only show forms need not load it. */
import { LANGUAGES, type Language } from '@/server/platform/lib/language';

export const FORM_STATUSES = ['live', 'closed'] as const;
export type FormStatus = (typeof FORM_STATUSES)[number];

/** The fields that a form can have once; of attributes it can have up to `MOST_ATTRIBUTES`. */
export const OWN_FIELDS = ['email', 'phone', 'firstName', 'lastName'] as const;
export type OwnField = (typeof OWN_FIELDS)[number];

export const ATTRIBUTE_TYPES = ['text', 'number', 'date', 'boolean', 'choice'] as const;
export type AttributeType = (typeof ATTRIBUTE_TYPES)[number];
export const MOST_ATTRIBUTES = 10;
export const MOST_OPTIONS = 50;
export const MOST_ORIGINS = 20;

/** The number of days in which a confirmation can be given. */
export const CONFIRM_DAYS = 7;
/** The most confirmations sent to an address in 24 hours, by all forms of a workspace. */
export const MOST_ASKED = 3;

const USUAL: Record<Language, (brand: string) => string> = {
  en: (brand) =>
    `Yes, ${brand} may send me news and offers by e-mail. I can take this back at any time with the link in every e-mail.`,
  id: (brand) =>
    `Ya, ${brand} boleh mengirim kabar dan penawaran lewat email. Saya bisa membatalkannya kapan saja lewat tautan di setiap email.`,
};

/** Returns the default consent wording, for merchants who have not written their own; the dashboard starts with it. */
export const usualConsent = (language: Language, brand: string): string => USUAL[language](brand);

/** Checks whether the wording is the service's default, which is shown in each visitor's language. */
export const isUsualConsent = (wording: string, brand: string): boolean =>
  LANGUAGES.some((language) => USUAL[language](brand) === wording);
