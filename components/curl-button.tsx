'use client';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTerminal2 } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { signedCurl, type SignedRequest } from '@/components/signed-curl';
import { SignedCommands } from '@/components/signed-commands';
import { CodeBlock } from '@/components/ui/code-block';
import { FormDrawer } from '@/components/ui/form-drawer';
import { SMALL_ICON } from '@/components/ui/icon';
import classes from './curl-button.module.css';

const QUIET = { variant: 'subtle', color: 'gray', size: 'compact-sm' } as const;

export interface ApiRequest extends Pick<SignedRequest, 'method' | 'path' | 'query' | 'body'> {
  /** The action of the command, shown above it. */
  title: string;
  help?: string;
}

interface Props {
  title: string;
  requests: readonly ApiRequest[];
  /** The class for a place beside something, and not under what it belongs to. */
  className?: string | undefined;
  /** `filled` where it is the page's one action. */
  variant?: 'filled' | undefined;
}

/** “Copy as curl”: the requests behind what a page shows, signed, to paste into a shell. */
export function CurlButton({ title, requests, className, variant }: Props) {
  const t = useTranslations('ui.api');
  const [opened, drawer] = useDisclosure();
  const scopes = requests.some(({ method }) => method !== 'GET') ? (['read', 'write'] as const) : (['read'] as const);
  return (
    <>
      <Button
        {...(variant === undefined ? QUIET : { variant })}
        // The one action of an empty page stands where that puts it.
        className={className ?? (variant === undefined ? classes.button : undefined)}
        leftSection={<IconTerminal2 {...SMALL_ICON} />}
        onClick={drawer.open}
      >
        {t('title')}
      </Button>
      <FormDrawer opened={opened} onClose={drawer.close} title={title}>
        <SignedCommands scopes={scopes}>
          {(key) =>
            requests.map(({ title: label, help, ...request }) => (
              <CodeBlock
                key={label}
                code={signedCurl({ origin: window.location.origin, ...request, ...key })}
                label={label}
                help={help}
                mark={key.secret}
              />
            ))
          }
        </SignedCommands>
      </FormDrawer>
    </>
  );
}
