'use client';
import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { IconAlertTriangle, IconFileSpreadsheet } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { DELIMITERS, ENCODINGS, type Delimiter, type Encoding } from '@/components/csv/format';
import type { FileSummary } from '@/components/csv/inspect';
import { ICON, SMALL_ICON } from '@/components/ui/icon';
import type { Chosen } from './use-inspection';
import classes from './csv-file.module.css';

const DELIMITER_KEYS: Record<Delimiter, 'comma' | 'semicolon' | 'tab'> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
};
const ENCODING_NAMES: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252',
};

interface Props {
  file: File;
  summary: FileSummary;
  reading: boolean;
  onChoose: (patch: Chosen) => void;
  onOther: () => void;
}

/** The file, and how it was read; a wrong guess is corrected here. */
export function FilePanel({
  file,
  summary: { rows, headers, format, hasHeader, tooWide },
  reading,
  onChoose,
  onOther,
}: Props) {
  const t = useTranslations('csv.file');
  return (
    <section className={classes.file} aria-label={t('label')} aria-busy={reading}>
      <div className={classes.fileLine}>
        <IconFileSpreadsheet {...ICON} />
        <div className={classes.fileName}>
          <strong>{file.name}</strong>
          <span>{t('facts', { rows, columns: headers.length })}</span>
        </div>
        <Button size="xs" variant="default" onClick={onOther}>
          {t('other')}
        </Button>
      </div>
      <details className={classes.format}>
        <summary>
          {t(hasHeader ? 'read' : 'readHeadless', {
            encoding: ENCODING_NAMES[format.encoding],
            delimiter: t(`delimiters.${DELIMITER_KEYS[format.delimiter]}`),
          })}
        </summary>
        <div className={classes.formatFields}>
          <NativeSelect
            size="xs"
            label={t('encoding')}
            data={ENCODINGS.map((value) => ({ value, label: ENCODING_NAMES[value] }))}
            value={format.encoding}
            onChange={(event) => onChoose({ encoding: event.currentTarget.value as Encoding })}
          />
          <NativeSelect
            size="xs"
            label={t('delimiter')}
            data={DELIMITERS.map((value) => ({ value, label: t(`delimiters.${DELIMITER_KEYS[value]}`) }))}
            value={format.delimiter}
            onChange={(event) => onChoose({ delimiter: event.currentTarget.value as Delimiter })}
          />
          <Checkbox
            size="xs"
            label={t('head')}
            checked={hasHeader}
            onChange={(event) => onChoose({ hasHeader: event.currentTarget.checked })}
          />
        </div>
      </details>
      {tooWide > 0 && (
        <p className={classes.warning}>
          <IconAlertTriangle {...SMALL_ICON} />
          <span>{t('tooWide', { count: tooWide })}</span>
        </p>
      )}
    </section>
  );
}
