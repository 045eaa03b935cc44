'use client';
import { ActionIcon, type ActionIconProps } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { ComponentPropsWithRef } from 'react';
import { SMALL_ICON } from '@/components/ui/icon';
import classes from './data-table.module.css';

interface Props extends ActionIconProps, Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> {
  /** Columns are left out. */
  isActive: boolean;
}

/** At the end of a table's head. */
export function ColumnButton({ isActive, className = '', ...button }: Props) {
  const t = useTranslations('ui.columns');
  return (
    <ActionIcon
      className={`${classes.columns ?? ''} ${className}`}
      variant="subtle"
      color="gray"
      size={28}
      aria-label={t('label')}
      data-active={isActive || undefined}
      {...button}
    >
      <IconColumns3 {...SMALL_ICON} />
    </ActionIcon>
  );
}
