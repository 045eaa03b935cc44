'use client';
import { Button } from '@mantine/core';
import { IconCircleCheck, IconInfoCircle, IconMailOff } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { Outputs } from '@/app/trpc';
import { CodeBlock } from '@/components/ui/code-block';
import { ICON } from '@/components/ui/icon';
import classes from './members.module.css';

interface Props {
  invited: Outputs['accounts']['invite'];
  onCopied: () => void;
  onDone: () => void;
}

/** The one moment in which the link can be seen, and whether it was mailed. */
export function InviteLink({ invited: { link, mail, invitation }, onCopied, onDone }: Props) {
  const t = useTranslations('settings.members.invite');
  const email = invitation.email ?? '';
  const Icon = mail === 'sent' ? IconCircleCheck : mail === 'failed' ? IconMailOff : IconInfoCircle;
  return (
    <>
      <p className={classes.mail} data-mail={mail} role="status">
        <Icon {...ICON} />
        <span>{mail === 'off' ? t('handOver') : t(mail, { email })}</span>
      </p>
      <CodeBlock code={link} label={t('link')} help={t('link')} onCopied={onCopied} />
      <p className={classes.once}>{t('once')}</p>
      <Button className={classes.done} onClick={onDone} fullWidth>
        {t('done')}
      </Button>
    </>
  );
}
