'use client';
import { IconDeviceDesktop, IconDeviceMobile, IconFileText } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { EmailFrame, type Shown } from '@/components/email/email-frame';
import { PreviewFrame } from '@/components/email/preview-frame';
import { WriteInPlace, type Writing } from '@/components/email/write-in-place';
import classes from './email-preview.module.css';

interface Props {
  /** Undefined while the first version is on its way. */
  html: string | undefined;
  text: string | undefined;
  subject: string;
  preheader: string;
  /** The sender that the inbox shows. */
  sender?: string;
  /** The text being written, where the preview may be written in. */
  writing?: Writing | undefined;
}

const DEVICES = { desktop: IconDeviceDesktop, phone: IconDeviceMobile, text: IconFileText } as const;
const WIDTHS = { desktop: 640, phone: 390 } as const;

/** An e-mail as it arrives: its line in the inbox, and itself, also as text. */
export function EmailPreview({ html, text, subject, preheader, sender, writing }: Props) {
  const t = useTranslations('templates.preview');
  const name = sender === undefined || sender === '' ? t('sender') : sender;
  return (
    <PreviewFrame<keyof typeof DEVICES>
      devices={DEVICES}
      words={{ title: t('title'), view: t('view'), dark: t('dark'), device: (device) => t(device) }}
      plain="text"
    >
      {({ device, dark }) => (
        <>
          <div className={classes.inbox}>
            <span className={classes.avatar} aria-hidden>
              {name.slice(0, 1).toUpperCase()}
            </span>
            <p>
              <strong>{name}</strong>
              <span className={classes.subject}>{subject.trim() === '' ? t('noSubject') : subject}</span>
              <span className={classes.preheader}>{preheader}</span>
            </p>
          </div>
          {writing && device !== 'text' && <p className={classes.hint}>{t('write')}</p>}
          <div className={classes.stage} data-device={device} data-dark={dark || undefined}>
            {device === 'text' ? (
              <pre className={classes.text} tabIndex={0} aria-label={t('text')}>
                {text === '' ? t('noText') : text}
              </pre>
            ) : (
              <EmailFrame
                html={html ?? ''}
                title={t('frame')}
                width={WIDTHS[device]}
                scheme={dark ? 'dark' : 'light'}
                {...(writing && { over: (shown: Shown) => <WriteInPlace shown={shown} writing={writing} /> })}
              />
            )}
          </div>
        </>
      )}
    </PreviewFrame>
  );
}
