'use client';
/** The page as the public gets it, on a desk, on a phone and in the dark. */
import { SegmentedControl, Switch } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconDeviceDesktop, IconDeviceMobile, IconMoon } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState, type Ref } from 'react';
import { EmailFrame } from '@/components/email/email-frame';
import { SMALL_ICON } from '@/components/ui/icon';
import { keysOf } from '@/server/lib/narrow';
import classes from './post-preview.module.css';

interface Props {
  /** Undefined while the first version is on its way. */
  html: string | undefined;
  /** What scrolls. */
  stage: Ref<HTMLDivElement>;
}

const DEVICES = { desktop: IconDeviceDesktop, phone: IconDeviceMobile } as const;
type Device = keyof typeof DEVICES;
const WIDTHS = { desktop: 760, phone: 390 } as const;

export function PostPreview({ html, stage }: Props) {
  const t = useTranslations('blog.preview');
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
  return (
    <section className={classes.preview} aria-label={t('title')}>
      <header className={classes.controls}>
        <SegmentedControl size="xs" data={options} value={device} onChange={setChosen} aria-label={t('view')} />
        <Switch
          size="sm"
          label={t('dark')}
          checked={dark}
          onChange={(event) => setDark(event.currentTarget.checked)}
          thumbIcon={dark ? <IconMoon size={10} stroke={2.5} aria-hidden /> : undefined}
        />
      </header>
      <div
        ref={stage}
        className={classes.stage}
        data-device={device}
        data-dark={dark || undefined}
        tabIndex={0}
        role="group"
        aria-label={t('frame')}
      >
        <EmailFrame html={html ?? ''} title={t('frame')} width={WIDTHS[device]} scheme={dark ? 'dark' : 'light'} />
      </div>
    </section>
  );
}
