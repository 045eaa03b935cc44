'use client';
import { Button } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { CsvFault } from '@/components/csv/fault';
import { useFormat } from '@/components/ui/format';
import { ICON } from '@/components/ui/icon';
import { MAX_ROWS } from './limits';
import type { Chosen } from './use-inspection';
import classes from './csv-file.module.css';

interface Props {
  error: Error;
  name: string;
  /** As it was tried. */
  chosen: Chosen;
  /** Reads it once more, with nothing chosen. */
  onGuess: () => void;
}

/** Why a file cannot be read, and what to do about it in the spreadsheet. */
export function FileFault({ error, name, chosen, onGuess }: Props) {
  const t = useTranslations('csv.faults');
  const format = useFormat();
  const kind = error instanceof CsvFault ? error.kind : 'unreadable';
  const line = error instanceof CsvFault ? error.line : 0;
  return (
    <div className={classes.fault} role="alert">
      <IconAlertCircle {...ICON} />
      <div>
        <strong>{t('title', { name })}</strong>
        <p>{t(kind, { line, max: format.number(MAX_ROWS) })}</p>
        {Object.keys(chosen).length > 0 && (
          <Button size="xs" variant="default" onClick={onGuess}>
            {t('guess')}
          </Button>
        )}
      </div>
    </div>
  );
}
