/** What people agree to where a merchant has not written it yet. The dashboard offers it too. */
import type { Language } from '@/server/lib/language';

const USUAL: Record<Language, (brand: string) => string> = {
  en: (brand) =>
    `Yes, ${brand} may send me news and offers by e-mail. I can take this back at any time with the link in every e-mail.`,
  id: (brand) =>
    `Ya, ${brand} boleh mengirim kabar dan penawaran lewat email. Saya bisa membatalkannya kapan saja lewat tautan di setiap email.`,
};

/** The wording of a form that is made without one. */
export const usualConsent = (language: Language, brand: string): string => USUAL[language](brand);
