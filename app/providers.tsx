'use client';
/** The frame of every page: the look, the typed calls, notices. */
import { MantineProvider } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useMemo, useState, type ReactNode } from 'react';
import { ApiProvider } from '@/app/trpc';
import { Notices } from '@/components/ui/notices';
import { cssVariablesResolver, themeInWords } from '@/components/ui/theme';

declare global {
  /** The settings that zod follows, wherever its code comes in (zod/v4/core/core.js). Most pages come without it. */
  var __zod_globalConfig: { jitless?: boolean } | undefined;
  /** The nonce for the styles that hold the page still behind a drawer; they look for it here (get-nonce). */
  var __webpack_nonce__: string | undefined;
}

// The content security policy forbids the code that zod would make at run time.
globalThis.__zod_globalConfig = { ...globalThis.__zod_globalConfig, jitless: true };

export function Providers({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  // The document's policy names the first nonce; a later render of the layout on the server brings another one.
  const [first] = useState(() => {
    if (typeof window !== 'undefined') globalThis.__webpack_nonce__ = nonce;
    return nonce ?? '';
  });
  const close = useTranslations('ui')('close');
  const theme = useMemo(() => themeInWords({ close }), [close]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={() => first}
      deduplicateInlineStyles
    >
      <Notices />
      <ApiProvider>{children}</ApiProvider>
    </MantineProvider>
  );
}
