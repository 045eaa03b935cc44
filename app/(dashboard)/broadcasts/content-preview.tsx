'use client';
import { useTranslations } from 'next-intl';
import { ContactPreview } from '@/components/email/contact-preview';
import { EmailPreview } from '@/components/email/email-preview';
import { useArrivedAccount } from '@/components/shell/use-account';
import { Panel } from '@/components/ui/panel';
import type { Family } from '@/server/platform/vendors/provider-ids';
import { partOf, textOf, type Draft } from './draft';
import { familiesOf } from './content-editors';
import classes from './composer.module.css';

/** The message of each kind of channel, as its receiver sees it. */
export function ContentPreview({
  providers,
  content,
  forContacts = false,
}: Pick<Draft, 'providers' | 'content'> & {
  /** Offers to choose a contact whose own e-mail is shown. */
  forContacts?: boolean;
}) {
  const t = useTranslations('broadcasts.families');
  const sender = useArrivedAccount()?.workspace?.name;
  return familiesOf(providers).map((family) => {
    const part = partOf(content, family);
    if (family === 'email') {
      const shown = {
        sender: sender ?? '',
        html: textOf(part, 'html'),
        text: textOf(part, 'text'),
        subject: textOf(part, 'subject'),
        preheader: textOf(part, 'preheader'),
      };
      return forContacts ? (
        <div key={family}>
          <ContactPreview email={part} {...shown} />
        </div>
      ) : (
        <EmailPreview key={family} {...shown} />
      );
    }
    return (
      <Panel key={family} title={t(family)}>
        <Message family={family} part={part} />
      </Panel>
    );
  });
}

function Message({ family, part }: { family: Family; part: Record<string, unknown> }) {
  const t = useTranslations('broadcasts.content');
  const text = textOf(part, family === 'sms' ? 'body' : 'text');
  if (family === 'push' && textOf(part, 'title') + textOf(part, 'body') !== '') {
    return (
      <div className={classes.push}>
        <strong>{textOf(part, 'title')}</strong>
        {textOf(part, 'body')}
      </div>
    );
  }
  if (text !== '') return <p className={classes.bubble}>{text}</p>;
  // Webhooks, and messages from a vendor's own template.
  return Object.keys(part).length === 0 ? (
    <p className={classes.none}>{t('nothing')}</p>
  ) : (
    <pre className={classes.code}>{JSON.stringify(part, null, 2)}</pre>
  );
}
