'use client';
import { Button } from '@mantine/core';
import { signOut } from 'next-auth/react';
import { useTranslations } from 'next-intl';
import { Brand } from '@/components/shell/brand';
import { MessagePage } from '@/components/ui/message-page';

/** Signed in, but a member of no workspace: the membership was taken away. */
export function NoWorkspace({ email }: { email: string }) {
  const t = useTranslations('shell');
  const quit = () => void signOut({ redirect: false }).finally(() => window.location.assign('/sign-in'));
  return (
    <main>
      <MessagePage brand={<Brand />} title={t('noWorkspace.title')} action={<Button onClick={quit}>{t('user.signOut')}</Button>}>
        <p>{t('noWorkspace.message', { email })}</p>
      </MessagePage>
    </main>
  );
}
