'use client';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  IconAddressBook,
  IconAffiliate,
  IconArticle,
  IconFilter,
  IconForms,
  IconHeartHandshake,
  IconListDetails,
  IconMessages,
  IconReceipt,
  IconRoute,
  IconSend,
  IconShoppingBag,
  IconTargetArrow,
  IconTemplate,
  IconTicket,
  IconUsersPlus,
  IconVideo,
  type Icon,
} from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useTRPC, type Outputs } from '@/app/trpc';
import { useGo, type ChoiceGroup } from '@/components/shell/palette-actions';
import { KINDS, SHORTEST_WORD } from '@/server/resources/search/vocabulary';

const TYPING_MS = 150;

type Kind = Outputs['search']['records']['items'][number]['kind'];

/** How each kind looks, and where its page is, before the id. */
const LOOKS: Record<Kind, [icon: Icon, page: string]> = {
  contact: [IconAddressBook, '/contacts/'],
  contactList: [IconListDetails, '/contact-lists/'],
  audienceSegment: [IconFilter, '/audience-segments/'],
  form: [IconForms, '/forms/'],
  order: [IconReceipt, '/orders/'],
  conversation: [IconMessages, '/inbox?conversation='],
  broadcast: [IconSend, '/broadcasts/'],
  funnel: [IconRoute, '/funnels/'],
  template: [IconTemplate, '/templates/'],
  discountCode: [IconTicket, '/discount-codes/'],
  referralLink: [IconUsersPlus, '/referrals/links/'],
  blogPost: [IconArticle, '/blog/'],
  marketingCampaign: [IconTargetArrow, '/marketing-campaigns/'],
  campaign: [IconVideo, '/campaigns/'],
  program: [IconAffiliate, '/programs/'],
  collaboration: [IconHeartHandshake, '/collaborations/'],
  integration: [IconShoppingBag, '/integrations/'],
};

interface RecordSearch {
  groups: ChoiceGroup[];
  /** What is shown is not yet what was typed. */
  isLooking: boolean;
  hasFailed: boolean;
}

/** Whether there is a word that finds less than everything. */
const isSearch = (query: string): boolean =>
  query.split(/\s+/).some((word) => Array.from(word).length >= SHORTEST_WORD);

/** Records that have the words, by kind. Those of the words before stay until the new ones are there. */
export function useRecordSearch(query: string): RecordSearch {
  const t = useTranslations('shell.palette.kinds');
  const go = useGo();
  const [settled] = useDebouncedValue(query, TYPING_MS);
  const found = useQuery(
    useTRPC().search.records.queryOptions(
      { q: settled },
      { enabled: isSearch(settled), placeholderData: keepPreviousData },
    ),
  );
  if (!isSearch(query)) return { groups: [], isLooking: false, hasFailed: false };
  const items = found.data?.items ?? [];
  const groups = KINDS.map((kind) => {
    const [icon, page] = LOOKS[kind];
    const choices = items
      .filter((item) => item.kind === kind)
      .map(({ id, title, subtitle }) => ({ id, icon, title, subtitle, act: () => go(page + id) }));
    return { key: kind, title: t(kind), choices };
  }).filter(({ choices }) => choices.length > 0);
  return { groups, isLooking: settled !== query || found.isFetching, hasFailed: found.isError };
}
