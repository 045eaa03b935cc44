'use client';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { Ref } from 'react';
import { EmailFrame } from '@/components/email/email-frame';
import { PreviewFrame } from '@/components/email/preview-frame';
import classes from './post-preview.module.css';

interface Props {
  /** Undefined while the first version is on its way. */
  html: string | undefined;
  /** The element that scrolls. */
  stage: Ref<HTMLDivElement>;
}

const DEVICES = { desktop: IconDeviceDesktop, phone: IconDeviceMobile } as const;
const WIDTHS = { desktop: 760, phone: 390 } as const;

/** The page as the public gets it. */
export function PostPreview({ html, stage }: Props) {
  const t = useTranslations('blog.preview');
  return (
    <PreviewFrame<keyof typeof DEVICES>
      devices={DEVICES}
      words={{ title: t('title'), view: t('view'), dark: t('dark'), device: (device) => t(device) }}
      fills
    >
      {({ device, dark }) => (
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
      )}
    </PreviewFrame>
  );
}
