'use client';
import { useTranslations } from 'next-intl';
import type { Child } from '@/app/(dashboard)/marketing-campaigns/campaign';

/** Returns the usual name of a child. */
export function useChildName({ type, item }: Child): string {
  const t = useTranslations('marketingCampaigns.kinds');
  switch (type) {
    case 'broadcast':
    case 'affiliate_program':
      return item.name;
    case 'discount_code':
      return item.code;
    case 'blog_post':
    case 'creator_brief':
      return item.title;
    case 'cart_reminder':
      return item.email;
    case 'referral_program':
    case 'feed':
      return t(`${type}.one`);
  }
}
