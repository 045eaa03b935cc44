'use client';
import { Anchor, Title } from '@mantine/core';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { CodeBlock } from '@/components/ui/code-block';
import classes from '../auth.module.css';

/** The notice for a server that sends no mail: its operator sets a password with a command. */
export function OperatorHelp() {
  const t = useTranslations('auth.forgot');
  const command = `npm run -s laris -- user set-password --email '${t('sampleEmail')}' --password '${t('samplePassword')}'`;
  return (
    <>
      <Title order={1}>{t('title')}</Title>
      <p className={classes.lead}>{t('noMail')}</p>
      <CodeBlock code={command} label={t('command')} help={t('command')} />
      <p className={classes.other}>
        <Anchor component={Link} href="/sign-in">
          {t('back')}
        </Anchor>
      </p>
    </>
  );
}
