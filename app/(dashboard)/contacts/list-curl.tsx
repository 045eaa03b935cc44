'use client';
import { useTranslations } from 'next-intl';
import { CurlButton } from '@/components/curl-button';
import type { ContactFilter } from './contact';

/** The request behind the list as it is shown, and those that bring people in, to paste into a shell. */
export function ListCurl({ filter }: { filter: ContactFilter & { sort: string } }) {
  const t = useTranslations('contacts.api');
  const query = new URLSearchParams({ limit: '50', ...filter });
  return (
    <CurlButton
      title={t('listTitle')}
      requests={[
        { title: t('list'), help: t('listHelp'), method: 'GET', path: '/api/v1/contacts', query: query.toString() },
        {
          title: t('create'),
          help: t('createHelp'),
          method: 'POST',
          path: '/api/v1/contacts',
          body: { email: 'sari@example.com', firstName: 'Sari', attributes: { city: 'Bandung' } },
        },
        {
          title: t('import'),
          help: t('importHelp'),
          method: 'POST',
          path: '/api/v1/contacts/import',
          body: { rows: [{ email: 'sari@example.com' }, { phone: '+6281200001234' }], listName: 'Toko' },
        },
      ]}
    />
  );
}
