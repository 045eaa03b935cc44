'use client';
import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload, IconFileText, IconLink, IconTable } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { SMALL_ICON } from '@/components/ui/icon';
import { queryOf, type Filter } from './filter';

const KINDS = [
  { kind: 'csv', format: 'csv', more: '', icon: IconTable },
  { kind: 'ndjson', format: 'ndjson', more: '', icon: IconFileText },
  { kind: 'chain', format: 'ndjson', more: 'chain=true', icon: IconLink },
] as const;

/** Every entry of the filter as a file: a link, so that the browser saves it while it comes in. */
export function ExportMenu({ filter }: { filter: Filter }) {
  const t = useTranslations('auditLog.export');
  const query = queryOf(filter);
  return (
    <Menu position="bottom-end" width={300}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload {...SMALL_ICON} />}
          rightSection={<IconChevronDown {...SMALL_ICON} />}
        >
          {t('action')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {KINDS.map(({ kind, format, more, icon: Picture }) => (
          <Menu.Item
            key={kind}
            component="a"
            href={`/api/v1/audit-log/export?${[`format=${format}`, more, query].filter(Boolean).join('&')}`}
            download
            leftSection={<Picture {...SMALL_ICON} />}
          >
            {t(kind)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
