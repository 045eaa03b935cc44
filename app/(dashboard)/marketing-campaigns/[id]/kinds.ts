/** The kinds of children on the page, in its order. */
import {
  IconAffiliate,
  IconArticle,
  IconRss,
  IconSend,
  IconShoppingCartPause,
  IconTicket,
  IconUsersPlus,
  IconVideo,
  type Icon,
} from '@tabler/icons-react';
import type { RollUp } from '@/app/(dashboard)/marketing-campaigns/campaign';
import type { ChildType } from '@/server/modules/overview/marketing-campaigns/children-schema';

interface Kind {
  icon: Icon;
  /** The key that counts them. */
  counted: Exclude<keyof RollUp['counts'], 'broadcastsSent'>;
  /** The form of a new one; null where none is made by hand. */
  form: string | null;
  /** A workspace has one at most. */
  isSingle: boolean;
}

export const KINDS: Record<ChildType, Kind> = {
  broadcast: { icon: IconSend, counted: 'broadcasts', form: '/broadcasts/new', isSingle: false },
  discount_code: { icon: IconTicket, counted: 'discountCodes', form: '/discount-codes/new', isSingle: false },
  blog_post: { icon: IconArticle, counted: 'blogPosts', form: '/blog/new', isSingle: false },
  referral_program: { icon: IconUsersPlus, counted: 'referralPrograms', form: null, isSingle: true },
  creator_brief: { icon: IconVideo, counted: 'creatorBriefs', form: '/campaigns', isSingle: false },
  affiliate_program: { icon: IconAffiliate, counted: 'affiliatePrograms', form: '/programs', isSingle: false },
  cart_reminder: { icon: IconShoppingCartPause, counted: 'cartReminders', form: null, isSingle: false },
  feed: { icon: IconRss, counted: 'feeds', form: null, isSingle: true },
};

export const KIND_ORDER = [
  'broadcast',
  'discount_code',
  'blog_post',
  'referral_program',
  'creator_brief',
  'affiliate_program',
  'cart_reminder',
  'feed',
] as const satisfies readonly ChildType[];
