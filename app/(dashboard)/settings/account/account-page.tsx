'use client';
import { useTranslations } from 'next-intl';
import { useArrivedAccount } from '@/components/shell/use-account';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import classes from './account.module.css';
import { PasswordForm } from './password-form';
import { Passkeys } from './passkeys';
import { PersonPanel } from './person-panel';
import { SecurityPanel } from './security-panel';
import { Sessions } from './sessions';

/** The person who is signed in, whatever the workspace. */
export function AccountPage() {
  const t = useTranslations('settings.account');
  const account = useArrivedAccount();
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      <div className={classes.panels}>
        <PersonPanel />
        <Panel title={t('password.title')}>
          <PasswordForm email={account?.user.email ?? ''} />
        </Panel>
        <SecurityPanel />
        <Passkeys />
        <Sessions />
      </div>
    </>
  );
}
