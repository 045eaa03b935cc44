/** The words that a request is answered with. */
import { getRequestConfig } from 'next-intl/server';
import { cookies, headers } from 'next/headers';
import { chooseLocale, LOCALE_COOKIE } from '@/app/i18n/locales';
import { MESSAGES } from '@/app/i18n/messages';

export default getRequestConfig(async () => {
  const locale = chooseLocale((await cookies()).get(LOCALE_COOKIE)?.value, (await headers()).get('accept-language'));
  // Inside a workspace its own time zone takes over (components/shell/shell.tsx).
  return { locale, messages: MESSAGES[locale], timeZone: 'Asia/Jakarta' };
});
