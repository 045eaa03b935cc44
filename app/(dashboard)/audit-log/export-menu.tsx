'use client';
import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload, IconFileText, IconTable } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { SMALL_ICON } from '@/components/ui/icon';
import { EXPORT_FORMATS } from '@/server/resources/audit-log/vocabulary';
import { queryOf, type Filter } from './filter';

const ICONS = { csv: IconTable, ndjson: IconFileText };

/** Every entry of the filter as a file: a link, so that the browser saves it while it comes in. */
export function ExportMenu({ filter }: { filter: Filter }) {
  const t = useTranslations('auditLog.export');
  const query = queryOf(filter);
  return (
    <Menu position="bottom-end" width={260}>
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
        {EXPORT_FORMATS.map((format) => {
          const Picture = ICONS[format];
          return (
            <Menu.Item
              key={format}
              component="a"
              href={`/api/v1/audit-log/export?format=${format}${query === '' ? '' : `&${query}`}`}
              download
              leftSection={<Picture {...SMALL_ICON} />}
            >
              {t(format)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
