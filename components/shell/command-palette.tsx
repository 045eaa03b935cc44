'use client';
import { Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import { IconAddressBook, IconArticle, IconKey, IconSearch, IconSend, IconTicket } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { PAGES } from '@/components/shell/pages';
import { ICON } from '@/components/ui/icon';
import { useLeave } from '@/components/ui/editing/guard';
import classes from './command-palette.module.css';

/** Ctrl-K: every page, and what is done most. */
export function CommandPalette() {
  const t = useTranslations('shell');
  const router = useRouter();
  const leave = useLeave();
  const go =
    (href: string, outside = false) =>
    () =>
      leave(() => (outside ? window.location.assign(href) : router.push(href)));
  const actions: SpotlightActionGroupData[] = [
    {
      group: t('spotlight.actions'),
      actions: [
        {
          id: 'new-broadcast',
          label: t('spotlight.newBroadcast'),
          leftSection: <IconSend {...ICON} />,
          onClick: go('/broadcasts/new'),
        },
        {
          id: 'import-contacts',
          label: t('spotlight.importContacts'),
          leftSection: <IconAddressBook {...ICON} />,
          onClick: go('/contacts/import'),
        },
        {
          id: 'new-code',
          label: t('spotlight.newCode'),
          leftSection: <IconTicket {...ICON} />,
          onClick: go('/discount-codes/new'),
        },
        {
          id: 'new-post',
          label: t('spotlight.newPost'),
          leftSection: <IconArticle {...ICON} />,
          onClick: go('/blog/new'),
        },
        {
          id: 'new-key',
          label: t('spotlight.newKey'),
          leftSection: <IconKey {...ICON} />,
          onClick: go('/api-keys?new=1'),
        },
      ],
    },
    {
      group: t('spotlight.pages'),
      actions: PAGES.flatMap(({ pages }) => pages).map((page) => ({
        id: page.key,
        label: t(`pages.${page.key}`),
        leftSection: <page.icon {...ICON} />,
        onClick: go(page.href, page.outside),
      })),
    },
  ];
  return (
    <Spotlight
      actions={actions}
      shortcut="mod + K"
      overlayProps={{ blur: 0, backgroundOpacity: 0.4 }}
      classNames={classes}
      attributes={{ content: { 'aria-label': t('search') } }}
      nothingFound={t('spotlight.nothing')}
      searchProps={{
        placeholder: t('spotlight.placeholder'),
        'aria-label': t('spotlight.placeholder'),
        leftSection: <IconSearch {...ICON} />,
      }}
    />
  );
}
