import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.layer.css';
import '@mantine/dates/styles.layer.css';
import '@mantine/charts/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import './globals.css';
import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core';
import type { Metadata, Viewport } from 'next';
import { NextIntlClientProvider } from 'next-intl';
import { getLocale, getMessages, getTranslations } from 'next-intl/server';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { BASE, pick } from '@/app/i18n/texts';
import { Providers } from '@/app/providers';
import { NONCE_HEADER } from '@/server/doors/bridge';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('shell');
  return {
    title: { template: '%s · Laris', default: 'Laris' },
    description: t('description'),
    robots: { index: false },
  };
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#ffffff' },
    { media: '(prefers-color-scheme: dark)', color: '#181817' },
  ],
};

/** Reads the request's headers, so that every page is rendered per request and its scripts carry the nonce. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get(NONCE_HEADER) ?? undefined;
  return (
    <html lang={await getLocale()} {...mantineHtmlProps}>
      <head>
        <ColorSchemeScript nonce={nonce} defaultColorScheme="auto" suppressHydrationWarning />
      </head>
      <body>
        <NextIntlClientProvider messages={pick(await getMessages(), BASE)}>
          <Providers nonce={nonce}>{children}</Providers>
        </NextIntlClientProvider>
      </body>
    </html>
  );
}
