'use client';
/** An e-mail as it arrives: its line in the inbox, and itself on a desk, on a phone, in the dark, and as text. */
import { SegmentedControl, Switch } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconDeviceDesktop, IconDeviceMobile, IconFileText, IconMoon } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { EmailFrame, type Shown } from '@/components/email/email-frame';
import { WriteInPlace, type Writing } from '@/components/email/write-in-place';
import { SMALL_ICON } from '@/components/ui/icon';
import { keysOf } from '@/server/lib/narrow';
import classes from './email-preview.module.css';

interface Props {
  /** Undefined while the first version is on its way. */
  html: string | undefined;
  text: string | undefined;
  subject: string;
  preheader: string;
  /** What the inbox shows as the sender. */
  sender?: string;
  /** Where it may be written in: what is written. */
  writing?: Writing | undefined;
}

const DEVICES = { desktop: IconDeviceDesktop, phone: IconDeviceMobile, text: IconFileText } as const;
type Device = keyof typeof DEVICES;
const WIDTHS = { desktop: 640, phone: 390 } as const;

export function EmailPreview({ html, text, subject, preheader, sender, writing }: Props) {
  const t = useTranslations('templates.preview');
  const narrow = useMediaQuery('(max-width: 48em)');
  const [chosen, setChosen] = useState<Device | null>(null);
  const device = chosen ?? (narrow ? 'phone' : 'desktop');
  const [dark, setDark] = useState(false);
  const options = keysOf(DEVICES).map((value) => {
    const DeviceIcon = DEVICES[value];
    return {
      value,
      label: (
        <span className={classes.option}>
          <DeviceIcon {...SMALL_ICON} />
          {t(value)}
        </span>
      ),
    };
  });
  const name = sender === undefined || sender === '' ? t('sender') : sender;
  return (
    <section className={classes.preview} aria-label={t('title')}>
      <header className={classes.controls}>
        <SegmentedControl size="xs" data={options} value={device} onChange={setChosen} aria-label={t('view')} />
        <Switch
          size="sm"
          label={t('dark')}
          checked={dark && device !== 'text'}
          disabled={device === 'text'}
          onChange={(event) => setDark(event.currentTarget.checked)}
          thumbIcon={dark ? <IconMoon size={10} stroke={2.5} aria-hidden /> : undefined}
        />
      </header>
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
      <div className={classes.stage} data-device={device} data-dark={(dark && device !== 'text') || undefined}>
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
    </section>
  );
}
