'use client';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTerminal2 } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { signedCurl } from '@/components/signed-curl';
import { CodeBlock } from '@/components/ui/code-block';
import { FormDrawer } from '@/components/ui/form-drawer';
import { SMALL_ICON } from '@/components/ui/icon';
import { SignedCommands } from './signed-commands';
import classes from './code-list.module.css';

interface Props {
  filter: { sort: string; q?: string; active?: boolean };
}

/** The request behind the list as it is shown, to paste into a shell. */
export function ListCurl({ filter }: Props) {
  const t = useTranslations('discountCodes.api');
  const [opened, drawer] = useDisclosure();
  const query = new URLSearchParams({ limit: '50', sort: filter.sort, ...(filter.q !== undefined && { q: filter.q }), ...(filter.active !== undefined && { active: String(filter.active) }) });
  return (
    <>
      <Button variant="subtle" color="gray" size="compact-sm" className={classes.api} leftSection={<IconTerminal2 {...SMALL_ICON} />} onClick={drawer.open}>
        {t('title')}
      </Button>
      <FormDrawer opened={opened} onClose={drawer.close} title={t('listTitle')}>
        <SignedCommands scopes={['read']}>
          {(key) => (
            <CodeBlock
              code={signedCurl({ origin: window.location.origin, method: 'GET', path: '/api/v1/discount-codes', query: query.toString(), ...key })}
              label={t('listTitle')}
              help={t('listHelp')}
              mark={key.secret}
            />
          )}
        </SignedCommands>
      </FormDrawer>
    </>
  );
}
