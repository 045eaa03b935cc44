'use client';
import { IconForms, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { NameCell } from '@/components/ui/name-cell';
import type { Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { useFormat } from '@/components/ui/format';
import { ICON, SMALL_ICON } from '@/components/ui/icon';
import { LinkButton } from '@/components/ui/link-button';
import { listedInPages } from '@/components/ui/listed';
import { ResourceTable } from '@/components/ui/resource-table';
import { listOptions, ROOT, type Form } from './form-address';
import { FormStatus } from './form-status';
import classes from './forms.module.css';

/** Every form, and what it brought. */
export function Forms() {
  const t = useTranslations('forms');
  const columns = useColumns();
  const list = listedInPages(useInfiniteQuery(listOptions(useTRPC())), (page) => page.data);
  return (
    <ResourceTable
      title={t('title')}
      lead={t('lead')}
      action={
        <LinkButton href={`${ROOT}/new`} leftSection={<IconPlus {...SMALL_ICON} />}>
          {t('new')}
        </LinkButton>
      }
      empty={{ icon: <IconForms {...ICON} />, sentence: t('empty.sentence') }}
      list={list}
      foot={
        <CurlButton
          title={t('api.title')}
          requests={[
            { title: t('api.list'), method: 'GET', path: '/api/v1/forms' },
            {
              title: t('api.create'),
              method: 'POST',
              path: '/api/v1/forms',
              body: { name: 'Newsletter', fields: [{ field: 'email' }, { field: 'firstName' }] },
            },
          ]}
        />
      }

      columns={columns}
      rowHref={({ id }) => `${ROOT}/${id}`}
      isDimmed={({ status }) => status === 'closed'}
    />
  );
}

function useColumns(): Column<Form>[] {
  const t = useTranslations('forms.columns');
  const format = useFormat();
  const counted = (key: keyof Form['totals']): Column<Form> => ({
    key,
    head: t(key),
    align: 'end',
    width: 8,
    cell: ({ totals }) => format.number(totals[key]),
  });
  return [
    {
      key: 'name',
      head: t('name'),
      card: 'title',
      width: 18,
      cell: ({ name, title }) => <NameCell name={name} note={title === name ? null : title} />,
    },
    {
      key: 'status',
      head: t('status'),
      card: 'state',
      width: 8,
      cell: ({ status }) => <FormStatus status={status} />,
    },
    counted('views'),
    counted('submissions'),
    counted('confirmed'),
    {
      key: 'created',
      head: t('created'),
      width: 9,
      priority: 1,
      cell: ({ createdAt }) => (
        <span className={classes.soft}>
          <RelativeTime value={createdAt} />
        </span>
      ),
    },
  ];
}
