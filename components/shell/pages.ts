/** The pages that exist, in the order of the map. The navigation and the spotlight both come from here. */
import { IconBook2, IconHome, IconKey, IconTicket, type Icon } from '@tabler/icons-react';
import type { Messages } from '@/app/i18n/messages';

export interface Page {
  key: keyof Messages['shell']['pages'];
  href: string;
  icon: Icon;
  /** Not rendered by Next: the browser goes there itself. */
  outside?: true;
}

interface PageGroup {
  key: keyof Messages['shell']['groups'] | null;
  pages: readonly Page[];
}

export const PAGES: readonly PageGroup[] = [
  { key: null, pages: [{ key: 'home', href: '/', icon: IconHome }] },
  { key: 'grow', pages: [{ key: 'discountCodes', href: '/discount-codes', icon: IconTicket }] },
  {
    key: 'developers',
    pages: [
      { key: 'apiKeys', href: '/api-keys', icon: IconKey },
      { key: 'apiReference', href: '/docs', icon: IconBook2, outside: true },
    ],
  },
];

/** Whether a page is the current one, or the one that the current one belongs to. */
export const isCurrent = (href: string, pathname: string): boolean => (href === '/' ? pathname === '/' : pathname === href || pathname.startsWith(`${href}/`));
