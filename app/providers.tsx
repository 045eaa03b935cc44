'use client';
/** What every page stands in: the look, the typed calls, notices. */
import { MantineProvider } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useMemo, useState, type ReactNode } from 'react';
import * as z from 'zod';
import { ApiProvider } from '@/app/trpc';
import { Notices } from '@/components/ui/notices';
import { cssVariablesResolver, themeInWords } from '@/components/ui/theme';

// The content security policy forbids the code that zod would make at run time.
z.config({ jitless: true });

declare global {
  /** Where the styles that hold the page still behind a drawer look for their nonce (get-nonce). */
  var __webpack_nonce__: string | undefined;
}

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
