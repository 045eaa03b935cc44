'use client';
import { useMantineColorScheme, useComputedColorScheme } from '@mantine/core';
import {
  IconAddressBook,
  IconArticle,
  IconFileImport,
  IconFilter,
  IconForms,
  IconKey,
  IconLanguage,
  IconListDetails,
  IconMoon,
  IconSend,
  IconSun,
  IconTargetArrow,
  IconTemplate,
  IconStack2,
  IconTicket,
  IconUsersPlus,
  IconWebhook,
  type Icon,
} from '@tabler/icons-react';
import { useLocale, useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import type { Messages } from '@/app/i18n/messages';
import { LOCALES } from '@/app/i18n/locales';
import { useSetLanguage } from '@/components/shell/language';
import { pagesFor } from '@/components/shell/pages';
import { useMay } from '@/components/shell/use-may';
import { useLeave } from '@/components/ui/editing/guard';
import type { Need } from '@/server/platform/access/roles';

export interface Choice {
  /** Unique over the whole palette. */
  id: string;
  icon: Icon;
  title: string;
  subtitle?: string | null;
  act: () => void;
}

export interface ChoiceGroup {
  key: string;
  title: string;
  choices: readonly Choice[];
}

const FORMS: readonly [key: keyof Messages['shell']['palette']['act'], icon: Icon, href: string, need?: Need][] = [
  ['newBroadcast', IconSend, '/broadcasts/new'],
  ['importContacts', IconFileImport, '/contacts/import'],
  ['newCode', IconTicket, '/discount-codes/new'],
  ['newBatch', IconStack2, '/discount-codes/batches/new'],
  ['importCodes', IconFileImport, '/discount-codes/import'],
  ['newPost', IconArticle, '/blog/new'],
  ['importPosts', IconFileImport, '/blog/import'],
  ['newContact', IconAddressBook, '/contacts?new=1'],
  ['newList', IconListDetails, '/contact-lists?new=1'],
  ['newSegment', IconFilter, '/audience-segments/new'],
  ['newForm', IconForms, '/forms/new'],
  ['newTemplate', IconTemplate, '/templates/new'],
  ['newCampaign', IconTargetArrow, '/marketing-campaigns?new=1'],
  ['newKey', IconKey, '/api-keys?new=1', 'manage'],
  ['newWebhook', IconWebhook, '/webhooks?new=1'],
];

/** Goes to a page of ours, or lets the browser go there itself, after unsaved work was asked about. */
export function useGo(): (href: string, outside?: boolean) => void {
  const router = useRouter();
  const leave = useLeave();
  return (href, outside = false) => leave(() => (outside ? window.location.assign(href) : router.push(href)));
}

/** Returns the actions that are possible from anywhere, and every page. */
export function usePaletteActions(): ChoiceGroup[] {
  const t = useTranslations('shell');
  const go = useGo();
  const may = useMay();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const setLanguage = useSetLanguage();
  const locale = useLocale();
  const forms = FORMS.filter(([, , , need]) => may(need ?? 'write')).map(([key, icon, href]) => ({
    id: key,
    icon,
    title: t(`palette.act.${key}`),
    act: () => go(href),
  }));
  const invite: Choice = {
    id: 'invite',
    icon: IconUsersPlus,
    title: t('palette.act.invite'),
    act: () => go('/settings/members?invite=1'),
  };
  const theme: Choice = {
    id: 'theme',
    icon: isDark ? IconSun : IconMoon,
    title: t(isDark ? 'palette.act.light' : 'palette.act.dark'),
    act: () => setColorScheme(isDark ? 'light' : 'dark'),
  };
  const languages = LOCALES.filter((each) => each !== locale).map((each) => ({
    id: `language-${each}`,
    icon: IconLanguage,
    title: t('palette.act.language', { language: t(`languages.${each}`) }),
    act: () => setLanguage(each),
  }));
  return [
    {
      key: 'actions',
      title: t('palette.actions'),
      choices: [...forms, ...(may('manage') ? [invite] : []), theme, ...languages],
    },
    {
      key: 'pages',
      title: t('palette.pages'),
      choices: pagesFor(may).flatMap(({ key, pages }) =>
        pages.map((page) => ({
          id: `page-${page.key}`,
          icon: page.icon,
          title: t(`pages.${page.key}`),
          subtitle: key === null ? null : t(`groups.${key}`),
          act: () => go(page.href, page.outside),
        })),
      ),
    },
  ];
}

/** Returns the choices that have every word of the query, however they are written; all of them without a query. */
export function matching(groups: readonly ChoiceGroup[], query: string): ChoiceGroup[] {
  const words = query.toLowerCase().split(/\s+/);
  const fits = ({ title, subtitle }: Choice): boolean => {
    const text = `${title} ${subtitle ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return groups
    .map((group) => ({ ...group, choices: group.choices.filter(fits) }))
    .filter(({ choices }) => choices.length > 0);
}
