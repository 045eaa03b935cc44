'use client';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState, type ReactNode } from 'react';
import { useTRPC } from '@/app/trpc';
import { LinkButton } from '@/components/ui/link-button';
import classes from './signed-commands.module.css';

export interface SigningKey {
  keyId: string;
  /** Words in the secret's place, which nobody but its holder knows. */
  secret: string;
}

interface Props {
  /** The permissions that the key must have. */
  scopes: readonly ('read' | 'write')[];
  children: (key: SigningKey) => ReactNode;
}

/**
 * Commands signed with a live key of the workspace, which one can choose; the way to a first key where there is none.
 */
export function SignedCommands({ scopes, children }: Props) {
  const t = useTranslations('ui.api');
  const all = useQuery(useTRPC().apiKeys.list.queryOptions()).data?.apiKeys;
  const [chosen, setChosen] = useState<string | null>(null);
  const keys = all?.filter((key) => key.revokedAt === null && scopes.every((scope) => key.scopes.includes(scope)));
  const key = keys?.find(({ id }) => id === chosen) ?? keys?.[0];
  if (keys === undefined) return null;
  if (key === undefined) {
    return (
      <>
        <p className={classes.help}>{t('noKey')}</p>
        <LinkButton variant="default" href="/api-keys?new=1">
          {t('createKey')}
        </LinkButton>
      </>
    );
  }
  return (
    <>
      <div className={classes.key}>
        <NativeSelect
          label={t('signWith')}
          description={t('secretHelp')}
          data={keys.map(({ id, name }) => ({ value: id, label: name }))}
          value={key.id}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      </div>
      {children({ keyId: key.keyId, secret: `<${t('secretOf', { name: key.name })}>` })}
    </>
  );
}
