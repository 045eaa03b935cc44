'use client';
import { Skeleton } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useAccount } from '@/components/shell/use-account';
import { Fact, Facts } from '@/components/ui/facts';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import classes from './account.module.css';
import { PasswordForm } from './password-form';
import { Sessions } from './sessions';

/** The person who is signed in, whatever the workspace. */
export function AccountPage() {
  const t = useTranslations('settings.account');
  const account = useAccount();
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <div className={classes.panels}>
        <Panel title={t('person')}>
          {account === undefined ? (
            <Skeleton height={56} />
          ) : (
            <Facts labels="8rem">
              <Fact label={t('name')}>{account.user.name}</Fact>
              <Fact label={t('email')}>{account.user.email}</Fact>
            </Facts>
          )}
        </Panel>
        <Panel title={t('password.title')}>
          <PasswordForm email={account?.user.email ?? ''} />
        </Panel>
        <Sessions />
      </div>
    </>
  );
}
