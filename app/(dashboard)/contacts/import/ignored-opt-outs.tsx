'use client';
import { Alert, Button, Checkbox, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { optOutFamily, type Mapping } from '@/components/csv/contact-columns';
import type { ColumnSummary } from '@/components/csv/inspect';

interface Props {
  columns: readonly ColumnSummary[];
  mapping: Mapping;
  /** Positions of the columns that nobody listens to. */
  ignored: readonly number[];
  /** The service whose file leaves out who unsubscribed. */
  silent: string | undefined;
  accepted: boolean;
  onAccept: (accepted: boolean) => void;
  onChange: (mapping: Mapping) => void;
}

/** Asks before people who opted out elsewhere would count as subscribed. */
export function IgnoredOptOuts({ columns, mapping, ignored, silent, accepted, onAccept, onChange }: Props) {
  const t = useTranslations('contacts.import.optOuts');
  const names = ignored.flatMap((at) => columns[at]?.header ?? []).join(', ');
  const map = () =>
    onChange(
      mapping.map((target, at) =>
        ignored.includes(at) ? { kind: 'optOut', family: optOutFamily(columns[at]?.header ?? '', columns) } : target,
      ),
    );
  return (
    <Alert color="gray" title={t('title')}>
      <Stack gap="sm" align="start">
        {ignored.length > 0 && (
          <>
            <span>{t('unheard', { count: ignored.length, names })}</span>
            <Button size="xs" variant="default" onClick={map}>
              {t('map')}
            </Button>
          </>
        )}
        {silent !== undefined && <span>{t('silent', { service: silent })}</span>}
        <Checkbox checked={accepted} label={t('accept')} onChange={(event) => onAccept(event.currentTarget.checked)} />
      </Stack>
    </Alert>
  );
}
