'use client';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconFlask } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { useTRPC } from '@/app/trpc';
import { ICON } from '@/components/ui/icon';
import classes from './channels.module.css';

/**
 * Says that nothing really leaves, and where to look at what would have, while the sandbox stands in for the vendors.
 */
export function SandboxNotice() {
  const t = useTranslations('channels.sandbox');
  const setup = useQuery(useTRPC().channels.setup.queryOptions());
  if (setup.data === undefined || setup.data.sandbox.length === 0) return null;
  return (
    <p className={classes.sandbox}>
      <IconFlask {...ICON} />
      <span>
        {t('notice')}{' '}
        <Anchor component={Link} href="/channels/sandbox" inherit underline="always">
          {t('open')}
        </Anchor>
      </span>
    </p>
  );
}
