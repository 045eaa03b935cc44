'use client';
import { VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconBan } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { Rule } from './product';
import classes from './feed.module.css';

/** Refused or warned about: by shape, by colour and in words. */
export function SeverityMark({ severity }: { severity: Rule['severity'] }) {
  const t = useTranslations('feeds.severity');
  const Icon = severity === 'error' ? IconBan : IconAlertTriangle;
  return (
    <span className={classes.severity} data-severity={severity} title={t(severity)}>
      <Icon size={16} stroke={1.8} aria-hidden />
      <VisuallyHidden>{t(severity)}</VisuallyHidden>
    </span>
  );
}
