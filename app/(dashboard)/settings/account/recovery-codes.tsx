'use client';
import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useArrivedAccount } from '@/components/shell/use-account';
import { CopyButton } from '@/components/ui/copy-button';
import { SMALL_ICON } from '@/components/ui/icon';
import { OnceNote } from '@/components/ui/once-note';
import classes from './account.module.css';

interface Props {
  codes: readonly string[];
  lead: string;
  /** They were copied, or saved as a file. */
  onKept: () => void;
}

/** Recovery codes in the one moment they can be seen. */
export function RecoveryCodes({ codes, lead, onKept }: Props) {
  const t = useTranslations('settings.account.security.recovery');
  const email = useArrivedAccount()?.user.email ?? '';
  const save = () => {
    const url = URL.createObjectURL(
      new Blob([`${t('file', { email })}\n\n${codes.join('\n')}\n`], { type: 'text/plain' }),
    );
    const link = document.createElement('a');
    link.href = url;
    link.download = 'laris-recovery-codes.txt';
    link.click();
    URL.revokeObjectURL(url);
    onKept();
  };
  return (
    <>
      <p className={classes.lead}>{lead}</p>
      <section className={classes.codes} aria-label={t('title')}>
        <OnceNote>{t('once')}</OnceNote>
        <ul>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <Group gap={8} className={classes.acts}>
          <CopyButton value={codes.join('\n')} what={t('title')} size="sm" onCopied={onKept} />
          <Button size="sm" variant="default" leftSection={<IconDownload {...SMALL_ICON} />} onClick={save}>
            {t('download')}
          </Button>
        </Group>
      </section>
    </>
  );
}
