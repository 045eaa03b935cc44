/** All words, one file per resource and language. A key that a language lacks does not compile. */
import apiKeysEn from '@/app/i18n/en/api-keys.json';
import authEn from '@/app/i18n/en/auth.json';
import discountCodesEn from '@/app/i18n/en/discount-codes.json';
import errorsEn from '@/app/i18n/en/errors.json';
import fieldsEn from '@/app/i18n/en/fields.json';
import homeEn from '@/app/i18n/en/home.json';
import shellEn from '@/app/i18n/en/shell.json';
import uiEn from '@/app/i18n/en/ui.json';
import apiKeysId from '@/app/i18n/id/api-keys.json';
import authId from '@/app/i18n/id/auth.json';
import discountCodesId from '@/app/i18n/id/discount-codes.json';
import errorsId from '@/app/i18n/id/errors.json';
import fieldsId from '@/app/i18n/id/fields.json';
import homeId from '@/app/i18n/id/home.json';
import shellId from '@/app/i18n/id/shell.json';
import uiId from '@/app/i18n/id/ui.json';
import type { Locale } from '@/app/i18n/locales';

const en = { apiKeys: apiKeysEn, auth: authEn, discountCodes: discountCodesEn, errors: errorsEn, fields: fieldsEn, home: homeEn, shell: shellEn, ui: uiEn };

export type Messages = typeof en;

export const MESSAGES: Record<Locale, Messages> = {
  en,
  id: { apiKeys: apiKeysId, auth: authId, discountCodes: discountCodesId, errors: errorsId, fields: fieldsId, home: homeId, shell: shellId, ui: uiId },
};
