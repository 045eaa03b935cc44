'use client';
import { useTranslations } from 'next-intl';
import { useArrivedAccount } from '@/components/shell/use-account';
import { Panel } from '@/components/ui/panel';
import { filledIn } from './placeholders';
import classes from './settings.module.css';

interface Props {
  subject: string;
  preview: string;
}

/** The line that the e-mail is opened by, or not: in a list of messages and on a locked phone. */
export function InboxPreview({ subject, preview }: Props) {
  const t = useTranslations('abandonedCart.inbox');
  const sender = useArrivedAccount()?.workspace?.name ?? t('sender');
  const name = t('sampleName');
  const [shownSubject, shownPreview] = [
    filledIn(subject, name).trim() || t('noSubject'),
    filledIn(preview, name).trim(),
  ];
  return (
    <Panel title={t('title')}>
      <figure className={classes.sample}>
        <figcaption>{t('list')}</figcaption>
        <div className={classes.mail}>
          <span className={classes.avatar} aria-hidden>
            {Array.from(sender)[0]?.toUpperCase()}
          </span>
          <div>
            <p className={classes.line}>
              <strong>{sender}</strong>
              <span>{t('time')}</span>
            </p>
            <p className={classes.subject}>{shownSubject}</p>
            <p className={classes.preheader}>{shownPreview}</p>
          </div>
        </div>
      </figure>
      <figure className={classes.sample}>
        <figcaption>{t('locked')}</figcaption>
        <div className={classes.notification}>
          <p className={classes.line}>
            <strong>{sender}</strong>
            <span>{t('now')}</span>
          </p>
          <p className={classes.cut}>{shownSubject}</p>
          <p className={`${classes.cut} ${classes.soft}`}>{shownPreview}</p>
        </div>
      </figure>
      <p className={classes.help}>{t('help', { name })}</p>
    </Panel>
  );
}
