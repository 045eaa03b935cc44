/** The pages that exist, in the order of the map. The navigation and the palette both come from here. */
import {
  IconActivityHeartbeat,
  IconAddressBook,
  IconAffiliate,
  IconArticle,
  IconBook2,
  IconBuildingStore,
  IconChartBar,
  IconCoins,
  IconCreditCard,
  IconFilter,
  IconForms,
  IconHeartHandshake,
  IconHistory,
  IconHome,
  IconKey,
  IconListDetails,
  IconMessages,
  IconPlugConnected,
  IconPointer,
  IconReceipt,
  IconRoute,
  IconRss,
  IconSend,
  IconShoppingCartPause,
  IconTargetArrow,
  IconTemplate,
  IconTicket,
  IconUsers,
  IconUsersPlus,
  IconShieldLock,
  IconShoppingBag,
  IconVideo,
  IconWebhook,
  type Icon,
} from '@tabler/icons-react';
import type { Messages } from '@/app/i18n/messages';
import type { Need } from '@/server/platform/access/roles';

export interface Page {
  key: keyof Messages['shell']['pages'];
  href: string;
  icon: Icon;
  /** True when the number of waiting messages stands beside it. */
  counts?: true;
  /** Not rendered by Next: the browser goes there itself. */
  outside?: true;
  /** The permission that the role must have; absent: look. */
  need?: Need;
}

export type GroupKey = keyof Messages['shell']['groups'];

interface PageGroup {
  /** null: pages that stand by themselves. */
  key: GroupKey | null;
  pages: readonly Page[];
}

export const PAGES: readonly PageGroup[] = [
  {
    key: null,
    pages: [
      { key: 'home', href: '/', icon: IconHome },
      { key: 'insights', href: '/insights', icon: IconChartBar },
      { key: 'inbox', href: '/inbox', icon: IconMessages, counts: true },
    ],
  },
  {
    key: 'audience',
    pages: [
      { key: 'contacts', href: '/contacts', icon: IconAddressBook },
      { key: 'contactLists', href: '/contact-lists', icon: IconListDetails },
      { key: 'audienceSegments', href: '/audience-segments', icon: IconFilter },
      { key: 'forms', href: '/forms', icon: IconForms },
      { key: 'orders', href: '/orders', icon: IconReceipt },
    ],
  },
  {
    key: 'messages',
    pages: [
      { key: 'broadcasts', href: '/broadcasts', icon: IconSend },
      { key: 'funnels', href: '/funnels', icon: IconRoute },
      { key: 'templates', href: '/templates', icon: IconTemplate },
      { key: 'channels', href: '/channels', icon: IconPlugConnected },
    ],
  },
  {
    key: 'grow',
    pages: [
      { key: 'discountCodes', href: '/discount-codes', icon: IconTicket },
      { key: 'referrals', href: '/referrals', icon: IconUsersPlus },
      { key: 'abandonedCart', href: '/abandoned-cart', icon: IconShoppingCartPause },
    ],
  },
  {
    key: 'creators',
    pages: [
      { key: 'campaigns', href: '/campaigns', icon: IconVideo },
      { key: 'programs', href: '/programs', icon: IconAffiliate },
      { key: 'collaborations', href: '/collaborations', icon: IconHeartHandshake },
      { key: 'commissions', href: '/commissions', icon: IconCoins },
    ],
  },
  {
    key: 'content',
    pages: [
      { key: 'blog', href: '/blog', icon: IconArticle },
      { key: 'feeds', href: '/feeds', icon: IconRss },
      { key: 'pixels', href: '/pixels', icon: IconActivityHeartbeat },
    ],
  },
  { key: null, pages: [{ key: 'marketingCampaigns', href: '/marketing-campaigns', icon: IconTargetArrow }] },
  {
    key: 'developers',
    pages: [
      { key: 'integrations', href: '/integrations', icon: IconShoppingBag },
      { key: 'events', href: '/events', icon: IconPointer },
      { key: 'apiKeys', href: '/api-keys', icon: IconKey, need: 'manage' },
      { key: 'webhooks', href: '/webhooks', icon: IconWebhook },
      { key: 'auditLog', href: '/audit-log', icon: IconHistory },
      { key: 'apiReference', href: '/docs', icon: IconBook2, outside: true },
    ],
  },
  {
    key: 'settings',
    pages: [
      { key: 'workspace', href: '/settings/workspace', icon: IconBuildingStore },
      { key: 'members', href: '/settings/members', icon: IconUsers },
      { key: 'privacy', href: '/settings/privacy', icon: IconShieldLock },
      { key: 'billing', href: '/billing', icon: IconCreditCard, need: 'manage' },
    ],
  },
];

/** The pages that somebody's role opens. */
export const pagesFor = (may: (need: Need) => boolean): readonly PageGroup[] =>
  PAGES.map(({ key, pages }) => ({ key, pages: pages.filter(({ need }) => may(need ?? 'read')) }));

/** Checks whether a page is the current one, or the one that the current one belongs to. */
export const isCurrent = (href: string, pathname: string): boolean =>
  href === '/' ? pathname === '/' : pathname === href || pathname.startsWith(`${href}/`);
