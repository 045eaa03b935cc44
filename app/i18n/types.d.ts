import type { Locale } from '@/app/i18n/locales';
import type { Messages } from '@/app/i18n/messages';

declare module 'next-intl' {
  interface AppConfig {
    Locale: Locale;
    Messages: Messages;
  }
}
