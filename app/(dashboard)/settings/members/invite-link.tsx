'use client';
import { Button } from '@mantine/core';
import { IconCircleCheck, IconInfoCircle, IconMailOff } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Outputs } from '@/app/trpc';
import { CodeBlock } from '@/components/ui/code-block';
import { useUnsavedChanges } from '@/components/ui/editing/guard';
import { ICON } from '@/components/ui/icon';
import classes from './members.module.css';

interface Props {
  invited: Outputs['accounts']['invite'];
  onDone: () => void;
}

/** The one moment in which the link can be seen, and whether it was mailed. */
export function InviteLink({ invited: { link, mail, invitation }, onDone }: Props) {
  const t = useTranslations('settings.members.invite');
  const email = invitation.email ?? '';
  const [isCopied, setCopied] = useState(false);
  // It is the link that closing would lose, unless it was mailed.
  useUnsavedChanges(mail !== 'sent' && !isCopied);
  const Icon = mail === 'sent' ? IconCircleCheck : mail === 'failed' ? IconMailOff : IconInfoCircle;
  return (
    <>
      <p className={classes.mail} data-mail={mail} role="status">
        <Icon {...ICON} />
        <span>{mail === 'off' ? t('handOver') : t(mail, { email })}</span>
      </p>
      <CodeBlock code={link} label={t('link')} help={t('link')} onCopied={() => setCopied(true)} />
      <p className={classes.once}>{t('once')}</p>
      <Button className={classes.done} onClick={onDone} fullWidth>
        {t('done')}
      </Button>
    </>
  );
}
